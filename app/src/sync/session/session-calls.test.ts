import { describe, expect, test } from 'vitest';
import type { Call } from '#remote/create-request.ts';
import { RemoteFailure } from '#remote/failure.ts';
import { hostAddresses } from '#remote/host-address.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { configurationFor, memoryStorage } from '#testing/device.ts';
import { createSessionCalls } from './session-calls.ts';

const configuration = configurationFor('https://host.example');
const { login } = configuration.auth;
const person = (uuid: string) => ({ uuid, id: 1, name: uuid, mail: '', roles: [], channels: [] });
const tokens = { token: 'ben', refreshToken: 'ben again', expiresIn: 300, expires: 0 };

interface Asked {
  address: string;
  call: Call;
  answer: (body: unknown) => void;
  refuse: (status: number) => void;
}

/** A window whose calls are answered when the test says so; `other` is another one of the same device. */
function window() {
  const storage = memoryStorage();
  const [session, other] = [createSessionStore(storage), createSessionStore(storage)];
  const asked: Asked[] = [];
  const calls = createSessionCalls({
    ...{ session, login, refreshToken: async () => {} },
    addresses: () => hostAddresses(configuration, login, 'https://host.example'),
    request: (address: string, call: Call = {}) =>
      new Promise((resolve, reject) => {
        const answer = (body: unknown) => resolve({ status: 200, headers: new Headers(), body });
        const refuse = (status: number) =>
          reject(new RemoteFailure({ kind: 'refused', status, statusText: '', errors: [] }));
        asked.push({ address, call, answer, refuse });
      }),
  });
  const next = async () => {
    await expect.poll(() => asked.length).toBe(1);
    return asked.shift()!;
  };
  const kept = () => storage.getItem(session.key);
  return { session, other, calls, next, kept };
}

const answerOfToken = (name = 'ada') => ({
  ...{ access_token: name, refresh_token: `${name} again`, expires_in: 300, token_type: 'Bearer' },
});

const ada = [
  {
    user: [
      {
        ...{ id: [1], uuid: ['ada'], name: ['ada'], mail: ['a@b.example'] },
        ...{ roles: ['sales_tool_user'], channels: [] },
      },
    ],
  },
];

const nobody = { tokens: null, user: null };
const isAda = { tokens: { token: 'ada', refreshToken: 'ada again' }, user: { uuid: 'ada' } };

test('[F12, AUTH-12, AUTH-13] a window that ends between the tokens and their user leaves nobody signed in, and no tokens', async () => {
  const { session, other, calls, next, kept } = window();
  const signingIn = calls.signIn({ username: 'ada', password: 'right' });
  (await next()).answer(answerOfToken());
  const asksWho = await next();
  expect(asksWho.call).toMatchObject({ token: 'ada' });
  expect(kept()).not.toContain('ada');
  expect(session.current()).toMatchObject(nobody);
  asksWho.answer(ada);
  await expect(signingIn).resolves.toMatchObject({ uuid: 'ada' });
  other.reread();
  for (const window of [session, other]) expect(window.current()).toMatchObject(isAda);
});

describe('[AUTH-18] a host that does not take the first token of a sign-in', () => {
  const ways: [string, (asked: Asked) => void][] = [
    ['refuses it', ({ refuse }) => refuse(401)],
    ['takes its holder for nobody', ({ answer }) => answer([{ login_status: [false] }])],
  ];
  test.each(ways)('and %s is asked for one more', async (_, refuse) => {
    const { session, calls, next } = window();
    const signingIn = calls.signIn({ username: 'ada', password: 'right' });
    (await next()).answer(answerOfToken('first'));
    refuse(await next());
    const renewing = await next();
    expect(String(renewing.call.body)).toContain('refresh_token=first+again');
    renewing.answer(answerOfToken());
    (await next()).answer(ada);
    await signingIn;
    expect(session.current()).toMatchObject(isAda);
  });

  test.each(ways)('nor the second signs nobody in (it %s)', async (_, refuse) => {
    const { session, calls, next, kept } = window();
    const signingIn = calls.signIn({ username: 'ada', password: 'right' });
    (await next()).answer(answerOfToken('first'));
    refuse(await next());
    (await next()).answer(answerOfToken());
    refuse(await next());
    await expect(signingIn).rejects.toThrow();
    expect(session.current()).toMatchObject(nobody);
    expect(kept()).not.toContain('ada');
  });
});

describe('whoever signed in in another window', () => {
  test('[AUTH-12] before the tokens came gives way, and lends them no name', async () => {
    const { session, other, calls, next } = window();
    const signingIn = calls.signIn({ username: 'ada', password: 'right' });
    const asksForTokens = await next();
    other.change({ tokens, user: person('ben') });
    session.reread();
    asksForTokens.answer(answerOfToken());
    const asksWho = await next();
    expect(session.current()).toMatchObject(nobody);
    asksWho.answer(ada);
    await signingIn;
    expect(session.current()).toMatchObject(isAda);
  });

  test('while this one slept stays signed in', async () => {
    const { session, other, calls, next } = window();
    const signingIn = calls.signIn({ username: 'ada', password: 'right' });
    (await next()).answer(answerOfToken());
    const asksWho = await next();
    other.change({ tokens, user: person('ben') });
    asksWho.answer(ada);
    await expect(signingIn).rejects.toThrow();
    session.reread();
    expect(session.current()).toMatchObject({ tokens: { token: 'ben' }, user: { uuid: 'ben' } });
  });

  test('while this one asked for its own user anew stays signed in', async () => {
    const { session, other, calls, next } = window();
    session.change({ tokens: { ...tokens, token: 'ada' }, user: person('ada') });
    const reading = calls.readUser();
    const asksWho = await next();
    other.change({ tokens, user: person('ben') });
    asksWho.answer(ada);
    await expect(reading).rejects.toThrow();
    session.reread();
    expect(session.current()).toMatchObject({ tokens: { token: 'ben' }, user: { uuid: 'ben' } });
  });
});
