import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { playerAddress } from './player-address.ts';

const watchLinks = [
  ['https://www.youtube.com/watch?v=Vld3nT3rm27', 'https://www.youtube-nocookie.com/embed/Vld3nT3rm27'],
  [
    'https://m.youtube.com/watch?feature=x&v=Vld3nT3rm27',
    'https://www.youtube-nocookie.com/embed/Vld3nT3rm27',
  ],
  ['https://youtu.be/Vld3nT3rm27?t=42s', 'https://www.youtube-nocookie.com/embed/Vld3nT3rm27?start=42'],
  ['http://youtube.com/shorts/Vld3nT3rm27', 'https://www.youtube-nocookie.com/embed/Vld3nT3rm27'],
  ['https://www.youtube.com/embed/Vld3nT3rm27', 'https://www.youtube-nocookie.com/embed/Vld3nT3rm27'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871'],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  ],
];
test.each(watchLinks)('[MODEL-09, MODEL-10] %s plays at %s', (link, player) => {
  expect(playerAddress(link)).toBe(player);
});

const otherLinks = [
  'https://films.example/watch?v=Vld3nT3rm27',
  'https://www.youtube.com/@velden',
  'https://vimeo.com/velden',
  'https://youtube.com.evil.example/watch?v=Vld3nT3rm27',
];
test.each(otherLinks)('[MODEL-10] %s stays as it is', (link) => {
  expect(playerAddress(link)).toBe(link);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'film.mp4', ''])(
  '%j is no address of a player',
  (link) => {
    expect(playerAddress(link)).toBeNull();
  },
);

test('whatever a link says, nothing but a web address comes out', () => {
  const link = fc.oneof(
    fc.string(),
    fc.webUrl({ withQueryParameters: true }),
    fc.string().map((id) => `https://www.youtube.com/watch?v=${id}`),
  );
  fc.assert(
    fc.property(link, (text) => {
      const address = playerAddress(text);
      expect(address === null || /^https?:$/.test(new URL(address).protocol)).toBe(true);
    }),
  );
});
