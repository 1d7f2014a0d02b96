import { expect, test } from 'vitest';
import { createKeys, hashToken } from './keys.ts';

const keys = createKeys(new Uint8Array(32).fill(7));
const otherKeys = createKeys(new Uint8Array(32).fill(8));
const claims = { accountId: 'a', sessionId: 's', scope: 'sales_tool_user' };
const now = Date.UTC(2026, 10, 20);

test('an access token is read back by the host that signed it, for five minutes', async () => {
  const token = await keys.signAccessToken(claims, now);
  expect(await keys.readAccessToken(token, now + 299_000)).toMatchObject(claims);
  expect(await keys.readAccessToken(token, now + 301_000)).toBeNull();
});

test('a token that is renewed within the same second is another one', async () => {
  expect(await keys.signAccessToken(claims, now)).not.toBe(await keys.signAccessToken(claims, now));
});

test('a token of another host, an altered one, an unsigned one and rubbish are refused', async () => {
  const token = await keys.signAccessToken(claims, now);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const admin = Buffer.from(payload, 'base64url').toString().replace('sales_tool_user', 'administrator');
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  expect(await otherKeys.readAccessToken(token, now)).toBeNull();
  expect(
    await keys.readAccessToken(`${header}.${Buffer.from(admin).toString('base64url')}.${signature}`, now),
  ).toBeNull();
  expect(await keys.readAccessToken(`${none}.${payload}.`, now)).toBeNull();
  for (const rubbish of ['', '.', '..', 'abc', 'a.b.c', '\u0000']) {
    expect(await keys.readAccessToken(rubbish, now)).toBeNull();
  }
});

test('the successor of a refresh token is always the same and needs the host’s key', () => {
  expect(keys.deriveSuccessor('first')).toBe(keys.deriveSuccessor('first'));
  expect(keys.deriveSuccessor('first')).not.toBe(keys.deriveSuccessor('second'));
  expect(keys.deriveSuccessor('first')).not.toBe(otherKeys.deriveSuccessor('first'));
});

test('a sealed text opens with the same keys only, and looks different each time', () => {
  const sealed = keys.seal('abcdefghijklmnopqrstuvwxyz');
  expect(keys.unseal(sealed)).toBe('abcdefghijklmnopqrstuvwxyz');
  expect(keys.seal('abcdefghijklmnopqrstuvwxyz')).not.toBe(sealed);
  expect(() => otherKeys.unseal(sealed)).toThrow();
  expect(() => keys.unseal(`${sealed.slice(0, -2)}AA`)).toThrow();
});

test('what a page carries is told from what was made up or altered', () => {
  const signature = keys.signPage('m1');
  expect(keys.isPageSigned('m1', signature)).toBe(true);
  expect(keys.isPageSigned('m2', signature)).toBe(false);
  expect(otherKeys.isPageSigned('m1', signature)).toBe(false);
  expect(keys.isPageSigned('m1', '')).toBe(false);
});

test('a stored token is a SHA-256, never the token', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
