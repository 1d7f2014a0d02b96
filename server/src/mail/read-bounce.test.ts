import { expect, test } from 'vitest';
import { bounceMail } from '#testing/bounce-mail.ts';
import { readBounce } from './read-bounce.ts';

const read = (mail: Parameters<typeof bounceMail>[0]) =>
  readBounce(new TextEncoder().encode(bounceMail(mail)));

const messageId = '<20261121.2@velden.example>';

/** What the library makes pieces of, each for itself. */
const manyPieces: [string, string][] = [
  ['lines', 'a\r\n'.repeat(160_000)],
  ['empty lines', '\r\n'.repeat(160_000)],
  ['ends of words in base64', 'QQ=='.repeat(160_000)],
];

test.each(manyPieces)('a report is read in front of any number of %s', async (_what, words) => {
  const mail = bounceMail({ messageId }).replace('Dear Daniel', words);
  const bounce = await readBounce(new TextEncoder().encode(mail));
  expect(bounce).toMatchObject({ status: '5.1.1', reason: expect.stringContaining('User unknown') });
  expect(bounce?.references).toContain(messageId);
});

test.each(manyPieces)('no report is looked for behind any number of %s', async (_what, words) => {
  const mail = bounceMail({ messageId }).replace('I am sorry', words);
  expect(await readBounce(new TextEncoder().encode(mail))).toBeNull();
});

// Anybody can send one. Read by a pattern that goes over a line again and again, the first takes minutes.
test.each([
  ['blanks before a line separator', `a:${' '.repeat(300_000)}x\u2028y`],
  ['one name', 'a'.repeat(300_000)],
  ['colons', ':'.repeat(300_000)],
])('a report that is long is read at once, though it is all %s', async (_what, line) => {
  const bounce = await read({ messageId, diagnostic: `smtp; 550 No such user\r\n${line}` });
  expect(bounce).toMatchObject({ status: '5.1.1', reason: '550 No such user' });
  expect(bounce?.references).toContain(messageId);
});
