import { expect, test } from 'vitest';
import { RemoteFailure } from './failure.ts';
import { signInCall } from './sign-in-calls.ts';

const settings = {
  addresses: { token: 'https://host.example/oauth/token', client: 'satchel' },
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
