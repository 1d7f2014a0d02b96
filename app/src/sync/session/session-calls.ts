import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import type { Request } from '#remote/create-request.ts';
import { storedTokens } from '#remote/credentials.ts';
import { errorText, failureOf, isRefusedWith, RemoteFailure } from '#remote/failure.ts';
import type { HostAddresses } from '#remote/host-address.ts';
import {
  isTokenRefused,
  meCall,
  refreshCall,
  revokeCall,
  signInCall,
  type TokenAnswer,
} from '#remote/sign-in-calls.ts';
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

  async function refresh(refreshToken: string) {
    try {
      return await refreshCall(request, settings(), refreshToken);
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind !== 'refused' || failure.status === 400 || isTokenRefused(error)) throw error;
      // What a page in place of a token says is no answer to the call that needed the token, which is tried again later.
      throw new RemoteFailure({ ...failure, kind: 'busy', retryAfterMs: null }, error);
    }
  }

  /** Reads the user's own record again: roles and channels change while somebody is signed in. */
  async function askWho() {
    const before = session.current();
    const user = await meCall(request, addresses());
    // A window that slept meanwhile does not know yet what the others did.
    session.reread();
    // Somebody else has signed in meanwhile: the answer is about nobody here any more.
    if (session.current().user?.uuid !== before.user?.uuid) throw new RemoteFailure({ kind: 'signed-out' });
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

  /** The tokens of a sign-in with whoever holds them; renewed once where the host does not take the first (AUTH-18). */
  async function withHolder(answer: TokenAnswer) {
    const tokens = storedTokens(answer, Date.now());
    const user = await meCall(request, addresses(), tokens.token).catch((error: unknown) => {
      if (isTokenRefused(error)) return null;
      throw error;
    });
    if (user !== null) return { tokens, user };
    const renewed = storedTokens(await refreshCall(request, settings(), tokens.refreshToken), Date.now());
    const holder = await meCall(request, addresses(), renewed.token);
    if (holder === null) throw new RemoteFailure({ kind: 'signed-out' });
    return { tokens: renewed, user: holder };
  }

  /** Whether the host knows who is signed in by the present token. What cannot be found out counts as so. */
  async function isTokenTaken(): Promise<boolean> {
    const { tokens } = session.current();
    if (tokens === null) return false;
    try {
      return (await meCall(request, addresses(), tokens.token)) !== null;
    } catch (error) {
      return !isTokenRefused(error);
    }
  }

  return {
    readUser,
    isTokenTaken,
    refresh,
    /** AUTH-12: what was there is cleared first. @throws Error with the reason as message */
    async signIn(credentials: { username: string; password: string }) {
      session.clear();
      const answer = await signInCall(request, settings(), credentials);
      // Whoever was signed in in another window before these tokens came gives way; whoever comes after them stays.
      session.clear();
      const signedIn = await withHolder(answer);
      session.reread();
      if (session.current().tokens !== null) throw new RemoteFailure({ kind: 'signed-out' });
      // Both at once: a window that ends in between would leave tokens that are nobody's.
      session.change(signedIn);
      return signedIn.user;
    },
    /** Tells the host to forget somebody's session; resolves with what went wrong, if anything. */
    async revoke(userId: string): Promise<string | null> {
      session.reread();
      const { tokens, user } = session.current();
      if (tokens === null || user?.uuid !== userId) return null;
      try {
        await revokeCall(request, settings(), tokens);
        return null;
      } catch (error) {
        // Many hosts have no such call; their tokens run out by themselves.
        return isRefusedWith(error, 404) || isRefusedWith(error, 405) ? null : errorText(error);
      }
    },
  };
}
