import { expect, test } from 'vitest';
import { addressWithoutSecrets, errorWithoutSecrets, textWithoutSecrets } from './without-secrets.ts';

const token = 'Zk3v9QwXbT5yLr0PsN8aUcEg';
const key = 'c6Yw1T7bXr-4kPz_0LqM9sVdEfGhJnUa';
const id = '0b7e5d0e-55c4-4d8a-9c1e-3f6a2b1c9d10';

test.each([
  [`/p/${token}`, '/p/…'],
  [`/p/${token}/files/${id}?download=1`, `/p/…/files/${id}?…`],
  [`//p//${token}`, '//p//…'],
  [`/%70/${token}`, '/%70/…'],
  [`/P/${token}`, '/P/…'],
  ['/p/short', '/p/…'],
  [`/sites/default/files/${key}/guide.pdf`, '/sites/default/files/…/guide.pdf'],
  [`/app/pwa/sitefiles/${key}/a/b.js`, '/app/pwa/sitefiles/…/a/b.js'],
  [`/jsonapi/salestool/pack/${id}?filter[email]=a@b.example`, `/jsonapi/salestool/pack/${id}?…`],
  ['/help/a%40b.example', '/help/…'],
  ['/assets/main-abc123.js', '/assets/main-abc123.js'],
])('%s stands in a log as %s', (url, logged) => {
  expect(addressWithoutSecrets(url)).toBe(logged);
});

test.each([
  ['550 <daniel@brightwater.example> unknown', '550 <…@…> unknown'],
  ['Key (mail_key)=(daniel@brightwater.example) already exists.', 'Key (mail_key)=(…@…) already exists.'],
  ['connect postgres://satchel:very-secret@db.example/bag', 'connect postgres://satchel:…@…'],
  [`Bearer eyJhbGciOi.eyJzdWIi.c2ln and ${key}`, 'Bearer … and …'],
  [`pack ${id} is gone`, `pack ${id} is gone`],
  ['SQLITE_CONSTRAINT_FOREIGNKEY_OR_SOMETHING_LONG', 'SQLITE_CONSTRAINT_FOREIGNKEY_OR_SOMETHING_LONG'],
])('%s becomes %s', (text, logged) => {
  expect(textWithoutSecrets(text)).toBe(logged);
});

test('of an error only name, code, message, trace and cause are kept', () => {
  const cause = new Error('550 no daniel@brightwater.example');
  const error = Object.assign(new TypeError('Cannot send', { cause }), {
    code: 'EENVELOPE',
    recipient: 'daniel@brightwater.example',
    detail: 'Key (mail)=(daniel@brightwater.example)',
  });
  const logged = errorWithoutSecrets(error);
  expect(logged).toMatchObject({
    type: 'TypeError',
    code: 'EENVELOPE',
    message: 'Cannot send',
    stack: expect.stringContaining('without-secrets.test.ts'),
    cause: { message: '550 no …@…' },
  });
  expect(JSON.stringify(logged)).not.toContain('daniel');
});
