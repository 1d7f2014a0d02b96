import { expect, test } from 'vitest';
import { bounceMail } from '#testing/bounce-mail.ts';
import { readBounce } from './read-bounce.ts';

const read = (mail: Parameters<typeof bounceMail>[0]) =>
  readBounce(new TextEncoder().encode(bounceMail(mail)));

// Anybody can send one. Read by a pattern that goes over a line again and again, the first takes minutes.
test.each([
  ['blanks before a line separator', `a:${' '.repeat(300_000)}x\u2028y`],
  ['one name', 'a'.repeat(300_000)],
  ['colons', ':'.repeat(300_000)],
])('a report that is long is read at once, though it is all %s', async (_what, line) => {
  const messageId = '<20261121.2@velden.example>';
  const bounce = await read({ messageId, diagnostic: `smtp; 550 No such user\r\n${line}` });
  expect(bounce).toMatchObject({ status: '5.1.1', reason: '550 No such user' });
  expect(bounce?.references).toContain(messageId);
});
