import { expect, test } from 'vitest';
import { createSessionStore } from '#storage/session-store.ts';
import { memoryStorage } from '#testing/device.ts';
import { createCredentials } from './credentials.ts';
import { RemoteFailure } from './failure.ts';
import type { TokenAnswer } from './sign-in-calls.ts';

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
  const credentials = createCredentials({
    session: other,
    refresh: () => answered.promise,
    withLock: (_name, task) => task(),
    onRefused: () => {},
    now: () => 0,
  });
  one.change({ tokens: tokensOf('ada'), user: person('ada') });
  other.reread();
  return { one, other, answered, credentials };
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
