import { failureOf, firstDetail } from '#remote/failure.ts';

/** ACCT-11 */
export const mayNotChange = {
  signedOut: 'You must be logged in to update your account',
  offline: 'You must be online to update your account',
};

/** ACCT-10, the two spaces included. */
const unknown = 'An error occurred.  Please try again.';

/** Why a password was not changed: the host's own words without the name of its field, where it has any. */
export function changeRefusal(error: unknown): Error {
  const isSignedOut = failureOf(error)?.kind === 'signed-out';
  const words = isSignedOut ? mayNotChange.signedOut : firstDetail(error)?.replace(/^pass:\s*/, '');
  return new Error(words || unknown, { cause: error });
}
