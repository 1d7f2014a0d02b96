import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import type { Request } from '#remote/create-request.ts';
import { storedTokens } from '#remote/credentials.ts';
import { errorText, isRefusedWith, RemoteFailure } from '#remote/failure.ts';
import type { HostAddresses } from '#remote/host-address.ts';
import { meCall, refreshCall, revokeCall, signInCall } from '#remote/sign-in-calls.ts';
import type { SessionStore } from '#storage/session-store.ts';

interface SessionParts {
  request: Request;
  addresses: () => HostAddresses;
  login: HostConfiguration['auth']['login'];
  session: SessionStore;
  /** Gets another token than the present one. */
  refreshToken: () => Promise<void>;
}

/** Signing in and out at the host. */
export function createSessionCalls({ request, addresses, login, session, refreshToken }: SessionParts) {
  const settings = () => ({ addresses: addresses(), scope: login.scope, secret: login.secret });

  /** Reads the user's own record again: roles and channels change while somebody is signed in. */
  async function askWho() {
    const before = session.current();
    const user = await meCall(request, addresses());
    // A window that slept meanwhile does not know yet what the others did.
    session.reread();
    const now = session.current();
    const isSameSession = before.user
      ? now.user?.uuid === before.user.uuid
      : now.tokens?.refreshToken === before.tokens?.refreshToken;
    // Somebody else has signed in meanwhile: the answer is about nobody here any more.
    if (!isSameSession) throw new RemoteFailure({ kind: 'signed-out' });
    return user;
  }

  async function readUser() {
    let user = await askWho();
    if (user === null) {
      await refreshToken();
      user = await askWho();
    }
    if (user === null) throw new RemoteFailure({ kind: 'signed-out' });
    session.change({ user });
    return user;
  }

  return {
    readUser,
    refresh: (refreshToken: string) => refreshCall(request, settings(), refreshToken),
    /** AUTH-12: what was there is cleared first. @throws Error with the reason as message */
    async signIn(credentials: { username: string; password: string }) {
      session.clear();
      const answer = await signInCall(request, settings(), credentials);
      // Another window may have signed in somebody else meanwhile: whose these tokens are is not known yet.
      session.change({ tokens: storedTokens(answer, Date.now()), user: null });
      try {
        return await readUser();
      } catch (error) {
        if (session.current().user === null) session.clear();
        throw error;
      }
    },
    /** Tells the host to forget the session; resolves with what went wrong, if anything. */
    async revoke(): Promise<string | null> {
      const { tokens } = session.current();
      if (tokens === null) return null;
      try {
        await revokeCall(request, settings(), tokens.refreshToken);
        return null;
      } catch (error) {
        // Many hosts have no such call; their tokens run out by themselves.
        return isRefusedWith(error, 404) || isRefusedWith(error, 405) ? null : errorText(error);
      }
    },
  };
}
