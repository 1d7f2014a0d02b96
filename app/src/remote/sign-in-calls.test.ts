import { describe, expect, test } from 'vitest';
import type { Call } from './create-request.ts';
import { RemoteFailure } from './failure.ts';
import { revokeCall, signInCall } from './sign-in-calls.ts';

const revoke = 'https://host.example/oauth/revoke';
const settings = {
  addresses: { token: 'https://host.example/oauth/token', revoke, client: 'satchel' },
  scope: '',
  secret: undefined,
} as unknown as Parameters<typeof signInCall>[1];

test.each([
  ['Not Found', 'Failed to log in: Not Found'],
  ['', 'Failed to log in: Server error (404)'],
])(
  '[AUTH-10] a sign-in that is refused without a word says why, with the status text %j as well',
  async (statusText, words) => {
    const refused = async () => {
      throw new RemoteFailure({ kind: 'refused', status: 404, statusText, errors: [] });
    };
    const signingIn = signInCall(refused, settings, { username: 'nora', password: 'right' });
    await expect(signingIn).rejects.toThrow(new Error(words));
  },
);

const words = 'The e-mail address or password is wrong.';
test.each([
  ['its sentence', words, words],
  ['a long text, cut short', 'x'.repeat(5000), `${'x'.repeat(300)}…`],
  ['markup, as it stands', '<b onclick="go()">No</b>', '<b onclick="go()">No</b>'],
  ['an empty text, for which the status text stands', ' ', 'Bad Request'],
])('[AUTH-10] of a sign-in that the host refuses with %s, that is the reason', async (_, detail, reason) => {
  const refused = async () => {
    const errors = [{ title: 'Bad Request', status: '400', detail }];
    throw new RemoteFailure({ kind: 'refused', status: 400, statusText: 'Bad Request', errors });
  };
  const signingIn = signInCall(refused, settings, { username: 'nora', password: 'wrong' });
  await expect(signingIn).rejects.toThrow(new Error(`Failed to log in: ${reason}`));
});

describe('the call that ends a session', () => {
  const tokens = { token: 'short', refreshToken: 'long' };

  /** A host that answers each call in its turn with one of these. */
  function host(...statuses: number[]) {
    const calls: Call[] = [];
    const request = async (_address: string, call: Call = {}) => {
      calls.push(call);
      const status = statuses[calls.length - 1] ?? 200;
      if (status >= 400) throw new RemoteFailure({ kind: 'refused', status, statusText: '', errors: [] });
      return { status, headers: new Headers(), body: null };
    };
    return { calls, ending: revokeCall(request, settings, tokens) };
  }

  test('[API-01] carries the token, and names the refresh token that is to be forgotten', async () => {
    const { calls, ending } = host();
    await ending;
    expect(calls).toMatchObject([{ token: 'short', body: expect.stringContaining('token=long') }]);
  });

  test.each([401, 403])(
    '[API-02] goes without a token that has run out (%i), which is not renewed for it',
    async (status) => {
      const { calls, ending } = host(status);
      await ending;
      expect(calls).toMatchObject([{ token: 'short' }, { open: true, body: calls[0]?.body }]);
      expect(calls[1]?.token).toBeUndefined();
    },
  );

  test('is not made again when the host cannot do it', async () => {
    const { calls, ending } = host(404);
    await expect(ending).rejects.toThrow();
    expect(calls).toHaveLength(1);
  });
});
