import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSessionStore } from '#storage/session-store.ts';
import { memoryStorage } from '#testing/device.ts';
import { createRequest } from './create-request.ts';
import { createCredentials } from './credentials.ts';
import { RemoteFailure } from './failure.ts';
import type { TokenAnswer } from './sign-in-calls.ts';
import type { WithLock } from './with-lock.ts';

const tokensOf = (name: string) => ({
  token: name,
  refreshToken: `${name} again`,
  expiresIn: 300,
  expires: 0,
});
const person = (uuid: string) => ({ uuid, id: 1, name: uuid, mail: '', roles: [], channels: [] });

/** Two windows of one device; the second one has not heard yet of what the first one writes. */
function windows() {
  const storage = memoryStorage();
  const [one, other] = [createSessionStore(storage), createSessionStore(storage)];
  const answered = Promise.withResolvers<TokenAnswer>();
  const onRefused = vi.fn(async () => true);
  const credentials = createCredentials({
    session: other,
    refresh: () => answered.promise,
    withLock: (_name, task) => task(),
    onRefused,
    now: () => 0,
  });
  one.change({ tokens: tokensOf('ada'), user: person('ada') });
  other.reread();
  return { one, other, answered, credentials, onRefused };
}

const renewed: TokenAnswer = { token: 'ada 2', refreshToken: 'ada 2 again', expiresIn: 300 };
const outcomes: [string, (answered: PromiseWithResolvers<TokenAnswer>) => void][] = [
  ['comes', (answered) => answered.resolve(renewed)],
  ['is none', (answered) => answered.reject(new RemoteFailure({ kind: 'unreachable', why: 'no-response' }))],
];

test.each(outcomes)(
  'whoever signed in in another window while a token was renewed stays signed in when the answer %s',
  async (_, answer) => {
    const { one, other, answered, credentials } = windows();
    const renewal = credentials.renew('ada');
    one.change({ tokens: tokensOf('ben'), user: person('ben') });
    answer(answered);
    await expect(renewal).rejects.toThrow();
    for (const session of [one, other]) {
      session.reread();
      expect(session.current()).toMatchObject({ tokens: { token: 'ben' }, user: { uuid: 'ben' } });
    }
  },
);

test('[AUTH-20] whoever signed out in another window while a token was renewed is not asked to sign in again', async () => {
  const { one, answered, credentials, onRefused } = windows();
  const renewal = credentials.renew('ada');
  one.clear();
  answered.reject(new RemoteFailure({ kind: 'refused', status: 401, statusText: '', errors: [] }));
  await expect(renewal).rejects.toThrow();
  expect(onRefused).not.toHaveBeenCalled();
});

describe('two windows, of which one hears late of what the other one persists', () => {
  function lateWindows() {
    const [here, there] = [memoryStorage(), memoryStorage()];
    const [one, late] = [createSessionStore(here), createSessionStore(there)];
    for (const session of [one, late]) session.change({ tokens: tokensOf('ada'), user: person('ada') });
    const given = new Set<string>();
    const signs = {
      give: (name: string) => void given.add(name),
      isGiven: async (name: string) => given.has(name),
    };
    const refresh = vi.fn(async () => renewed);
    const parts = { refresh, withLock: oneAtATime(), signs, onRefused: async () => true, now: () => 0 };
    return {
      refresh,
      inOne: createCredentials({ ...parts, session: one }),
      inLate: createCredentials({ ...parts, session: late }),
      hear() {
        there.setItem(one.key, here.getItem(one.key) ?? '');
        late.reread();
      },
    };
  }

  function oneAtATime(): WithLock {
    let last: Promise<unknown> = Promise.resolve();
    return (_name, task) => {
      const running = last.then(task);
      last = running;
      return running;
    };
  }

  afterEach(() => void vi.useRealTimers());

  test('[AUTH-17, F15] renew a token once: the one whose turn comes too early waits for what the other one got', async () => {
    const { refresh, inOne, inLate, hear } = lateWindows();
    const renewals = [inOne.renew('ada'), inLate.renew('ada')];
    await renewals[0];
    await new Promise((resolve) => setTimeout(resolve));
    hear();
    expect(await Promise.all(renewals)).toEqual(['ada 2', 'ada 2']);
    expect(refresh).toHaveBeenCalledOnce();
  });

  test('[AUTH-17] go on by themselves when it does not come within five seconds', async () => {
    vi.useFakeTimers();
    const { refresh, inOne, inLate } = lateWindows();
    await inOne.renew('ada');
    const renewal = inLate.renew('ada');
    await vi.advanceTimersByTimeAsync(4900);
    expect(refresh).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(200);
    expect(await renewal).toBe('ada 2');
    expect(refresh).toHaveBeenCalledTimes(2);
  });
});

describe('whoever signs out in one window, while another one hears of it late, stays signed out', () => {
  /** The second window reads what the first one wrote last only once it hears of it. */
  function windows(refresh: () => Promise<TokenAnswer>) {
    const device = memoryStorage();
    let lagging: string | null | undefined;
    const one = createSessionStore(device);
    const other = createSessionStore({
      ...device,
      getItem: (key) => (lagging === undefined ? device.getItem(key) : lagging),
    });
    one.change({ tokens: tokensOf('ada'), user: person('ada') });
    other.reread();
    const steps = { whileAskedForSigns: async () => {} };
    const credentials = createCredentials({
      session: other,
      refresh,
      withLock: (_name, task) => task(),
      signs: {
        give: () => {},
        async isGiven() {
          await steps.whileAskedForSigns();
          return false;
        },
      },
      onRefused: async () => true,
      now: () => 0,
    });
    return {
      steps,
      credentials,
      /** @param isHeard in the second window, too */
      signOut(isHeard: boolean) {
        if (!isHeard) lagging = device.getItem(one.key);
        one.clear();
      },
      isSignedOut: () => createSessionStore(device).current().tokens === null,
    };
  }
  const noAnswer = async () => {
    throw new RemoteFailure({ kind: 'unreachable', why: 'no-response' });
  };

  test('[AUTH-17, AUTH-25] where that is about to renew a token', async () => {
    const { steps, credentials, signOut, isSignedOut } = windows(noAnswer);
    steps.whileAskedForSigns = async () => signOut(false);
    await expect(credentials.renew('ada')).rejects.toThrow();
    expect(isSignedOut()).toBe(true);
  });

  test('[AUTH-17, AUTH-25] where that has renewed one in vain', async () => {
    const { credentials, signOut, isSignedOut } = windows(async () => {
      signOut(false);
      return noAnswer();
    });
    await expect(credentials.renew('ada')).rejects.toThrow();
    expect(isSignedOut()).toBe(true);
  });

  test('[AUTH-17, AUTH-25] and none of their tokens is renewed', async () => {
    const refresh = vi.fn(noAnswer);
    const { steps, credentials, signOut, isSignedOut } = windows(refresh);
    steps.whileAskedForSigns = async () => signOut(true);
    await expect(credentials.renew('ada')).rejects.toThrow('You are not logged in');
    expect(refresh).not.toHaveBeenCalled();
    expect(isSignedOut()).toBe(true);
  });
});

describe('a host that takes no token at all', () => {
  /** A rep's window at a host that renews tokens and then answers 401 to them as well. */
  function window() {
    const session = createSessionStore(memoryStorage());
    const asked: Error[] = [];
    const takesTokens = { now: false };
    let renewals = 0;
    const credentials = createCredentials({
      session,
      refresh: async () => {
        renewals += 1;
        return { ...renewed, token: `renewed ${renewals}` };
      },
      withLock: (_name, task) => task(),
      onRefused: async (refusal) => {
        asked.push(refusal);
        return !takesTokens.now;
      },
    });
    const request = createRequest({
      trusted: () => new Set(['https://host.example']),
      credentials,
      connection: { outages: () => 0, answered() {}, unreachable() {} },
      fetch: async () => Response.json({}, { status: 401 }),
    });
    const signIn = () => session.change({ tokens: tokensOf('ada'), user: person('ada') });
    signIn();
    const call = () =>
      expect(request('https://host.example/jsonapi')).rejects.toThrow('You are not logged in');
    return { session, asked, takesTokens, signIn, call };
  }

  test('[F17, AUTH-20] is told of once, however many calls meet it, and nobody is signed out', async () => {
    const { session, asked, call } = window();
    await Promise.all([call(), call()]);
    await call();
    expect(asked).toHaveLength(1);
    expect(session.current().user).toMatchObject({ uuid: 'ada' });
  });

  test('[F17, AUTH-20] is told of again to whoever signed in again, as they were asked to', async () => {
    const { session, asked, signIn, call } = window();
    await call();
    session.clear();
    signIn();
    await call();
    expect(asked).toHaveLength(2);
  });

  test('[AUTH-20] is looked into again when it was one part of the host alone that took no token', async () => {
    const { asked, takesTokens, call } = window();
    takesTokens.now = true;
    await call();
    await call();
    expect(asked).toHaveLength(2);
    takesTokens.now = false;
    await call();
    await call();
    expect(asked).toHaveLength(3);
  });
});
