import { expect, test } from 'vitest';
import type { Call } from '#remote/create-request.ts';
import { hostAddresses } from '#remote/host-address.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { configurationFor, memoryStorage } from '#testing/device.ts';
import { createSessionCalls } from './session-calls.ts';

const configuration = configurationFor('https://host.example');
const { login } = configuration.auth;
const person = (uuid: string) => ({ uuid, id: 1, name: uuid, mail: '', roles: [], channels: [] });
const tokens = { token: 'ben', refreshToken: 'ben again', expiresIn: 300, expires: 0 };

/** A window whose calls are answered when the test says so; `other` is another one of the same device. */
function window() {
  const storage = memoryStorage();
  const [session, other] = [createSessionStore(storage), createSessionStore(storage)];
  const asked: { address: string; answer: (body: unknown) => void }[] = [];
  const calls = createSessionCalls({
    ...{ session, login, refreshToken: async () => {} },
    addresses: () => hostAddresses(configuration, login, 'https://host.example'),
    request: (address: string, _call?: Call) =>
      new Promise((resolve) => {
        const answer = (body: unknown) => resolve({ status: 200, headers: new Headers(), body });
        asked.push({ address, answer });
      }),
  });
  return { session, other, calls, asked };
}

const answerOfToken = {
  access_token: 'ada',
  refresh_token: 'ada again',
  expires_in: 300,
  token_type: 'Bearer',
};

test('a token that has just come is nobody’s yet, whoever signed in in another window meanwhile', async () => {
  const { session, other, calls, asked } = window();
  void calls.signIn({ username: 'ada', password: 'right' });
  await expect.poll(() => asked.length).toBe(1);
  other.change({ tokens, user: person('ben') });
  session.reread();
  asked.shift()?.answer(answerOfToken);
  await expect.poll(() => asked.length).toBe(1);
  expect(session.current()).toMatchObject({ tokens: { token: 'ada' }, user: null });
});

test('who signed in in another window while this one slept stays signed in', async () => {
  const { session, other, calls, asked } = window();
  const signingIn = calls.signIn({ username: 'ada', password: 'right' });
  await expect.poll(() => asked.length).toBe(1);
  asked.shift()?.answer(answerOfToken);
  await expect.poll(() => asked.length).toBe(1);
  other.change({ tokens, user: person('ben') });
  asked.shift()?.answer([
    {
      user: [
        {
          ...{ id: [1], uuid: ['ada'], name: ['ada'], mail: ['a@b.example'] },
          roles: ['sales_tool_user'],
          channels: [],
        },
      ],
    },
  ]);
  await expect(signingIn).rejects.toThrow();
  session.reread();
  expect(session.current()).toMatchObject({ tokens: { token: 'ben' }, user: { uuid: 'ben' } });
});
