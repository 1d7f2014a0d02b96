import { expect, test } from 'vitest';
import { pictureOfMedia } from './picture-of-media.ts';

const host = 'https://host.example';
const pictureOf = (thumbnail: string | null) => pictureOfMedia({ thumbnail }, undefined, host);

test('a file that is not on the device has the picture that its pack names', () => {
  const path = '/sites/default/files/k/styles/thumbnail/guide.pdf.webp';
  expect(pictureOf(path)).toBe(`${host}${path}`);
  expect(pictureOf(`${host}${path}`)).toBe(`${host}${path}`);
  expect(pictureOf(null)).toBeNull();
});

test('its record knows better', () => {
  const known = { thumbnailUrl: `${host}/sites/default/files/k/now.webp` };
  const named = { thumbnail: `${host}/sites/default/files/k/then.webp` };
  expect(pictureOfMedia(named, known, host)).toBe(known.thumbnailUrl);
  expect(pictureOfMedia(named, { thumbnailUrl: null }, host)).toBe(named.thumbnail);
});

test.each([
  'https://elsewhere.example/sites/default/files/seen.png',
  'http://host.example/sites/default/files/seen.png',
  '//elsewhere.example/sites/default/files/seen.png',
  '\\\\elsewhere.example/sites/default/files/seen.png',
  'https://host.example.elsewhere.example/sites/default/files/seen.png',
  'https://host.example@elsewhere.example/sites/default/files/seen.png',
  ' https://elsewhere.example/sites/default/files/seen.png',
  // A prospect's page is not opened by who looks at a list.
  '/p/AbCdEfGhIjKlMnOpQrStUv/files/guide',
  '/sites/default/files/../../../p/AbCdEfGhIjKlMnOpQrStUv',
  'javascript:alert(1)',
])('nobody but the host is asked for %s', (address) => expect(pictureOf(address)).toBeNull());
