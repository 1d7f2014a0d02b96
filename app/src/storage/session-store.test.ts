import { expect, test } from 'vitest';
import { memoryStorage } from '#testing/device.ts';
import { createSessionStore, type Session } from './session-store.ts';

const tokens = { token: 'ada', refreshToken: 'ada again', expiresIn: 300, expires: 0 };
const user = { uuid: 'ada', id: 1, name: 'ada', mail: '', roles: [], channels: [] };

/** A device that an earlier version of the app left so. */
function left(state: Partial<Session>) {
  const storage = memoryStorage();
  const { key } = createSessionStore(storage);
  storage.setItem(key, JSON.stringify({ state: { ...state, refreshing: false }, version: 1 }));
  return createSessionStore(storage);
}

test('[AUTH-13] whom an earlier version signed in stays signed in', () => {
  expect(left({ tokens, user }).current()).toEqual({ tokens, user, refreshing: false });
});

test.each([
  ['tokens without their user', { tokens, user: null }],
  ['a user without tokens', { tokens: null, user }],
])('[F12] %s that an earlier version left sign nobody in', (_, state) => {
  expect(left(state).current()).toEqual({ tokens: null, user: null, refreshing: false });
});
