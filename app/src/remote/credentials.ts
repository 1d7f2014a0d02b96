import type { Credentials } from './create-request.ts';
import { failureOf, RemoteFailure } from './failure.ts';
import { refreshRefusal, type TokenAnswer } from './sign-in-calls.ts';
import type { WindowSigns } from './window-signs.ts';
import type { WithLock } from './with-lock.ts';

interface StoredTokens {
  token: string;
  refreshToken: string;
  expiresIn: number;
  expires: number;
}

export interface CredentialsParts {
  session: {
    current(): { tokens: StoredTokens | null; user: { uuid: string } | null };
    /** Takes what another window persisted. */
    reread(): void;
    subscribe(listener: (now: { tokens: StoredTokens | null }) => void): () => void;
    change(part: { tokens?: StoredTokens | null; refreshing?: boolean }): void;
    clear(): void;
  };
  /** @throws RemoteFailure refused with 400, 401 or 403 alone: what else the host says there is no word about any call */
  refresh: (refreshToken: string) => Promise<TokenAnswer>;
  withLock: WithLock;
  /** Without them each window hears at once what another one persists. */
  signs?: WindowSigns;
  /**
   * The host refused the refresh token: nobody is signed in any more (AUTH-20). Or it does not take a renewed one of whoever
   * is, who hears of it once for each time they sign in.
   * @param address where it took no renewed one
   * @returns false where it does take it after all, and nobody was told
   */
  onRefused: (refusal: Error, address?: string) => Promise<boolean>;
  now?: () => number;
}

export const storedTokens = ({ token, refreshToken, expiresIn }: TokenAnswer, now: number): StoredTokens => ({
  token,
  refreshToken,
  expiresIn,
  expires: now + expiresIn * 1000,
});

/** No renewal lasts so long but that of a window that froze in the middle of it. */
const renewalPatience = { ms: 40_000, isHolderGone: async () => true };

/** How long those who come next are told of a renewal, which is somewhat longer than they wait for what came of it. */
const signMs = 10_000;
const longestArrivalMs = 5_000;

/** Of a renewal of these tokens. */
const signOf = ({ expires }: StoredTokens) => `satchel-renewed-${expires}`;

const isRefusal = (error: unknown) => {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && [400, 401, 403].includes(failure.status);
};

/** The tokens of the session, renewed by one refresh at a time for all calls and all windows (AUTH-17 to AUTH-20). */
export function createCredentials({
  session,
  refresh,
  withLock,
  signs,
  onRefused,
  now = Date.now,
}: CredentialsParts): Credentials {
  const pending = new Map<string, Promise<string>>();
  // Not for each token: every call that is refused brings another one.
  let isRejectionTold = false;
  session.subscribe(({ tokens }) => {
    if (tokens === null) isRejectionTold = false;
  });

  /** Resolves once another token has come than this one, or none. */
  function arrival(token: string): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        unsubscribe();
        resolve();
      };
      const unsubscribe = session.subscribe(({ tokens }) => {
        if (tokens?.token !== token) end();
      });
      const timer = setTimeout(end, longestArrivalMs);
    });
  }

  async function renewUnderLock(token: string): Promise<string> {
    session.reread();
    const known = session.current().tokens;
    // Renewed a moment ago by the window that held the lock before, whose tokens are on their way here still.
    if (known?.token === token && signs && (await signs.isGiven(signOf(known)))) {
      const arrived = arrival(token);
      session.reread();
      await arrived;
    }
    // To look for a sign takes a while.
    session.reread();
    const { tokens } = session.current();
    if (tokens === null) throw new RemoteFailure({ kind: 'signed-out' });
    if (tokens.token !== token) return tokens.token;
    session.change({ refreshing: true });
    try {
      const renewed = storedTokens(await refresh(tokens.refreshToken), now());
      session.reread();
      // Signed out or in anew meanwhile, in another window too: what came back belongs to nobody here any more.
      if (session.current().tokens?.refreshToken !== tokens.refreshToken) {
        throw new RemoteFailure({ kind: 'signed-out' });
      }
      session.change({ tokens: renewed });
      signs?.give(signOf(tokens), signMs);
      return renewed.token;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      session.reread();
      const other = session.current().tokens;
      // Signed out meanwhile, in another window too: then nobody is to sign in again.
      if (other === null) throw new RemoteFailure({ kind: 'signed-out' });
      if (other.refreshToken !== tokens.refreshToken) return other.token;
      session.clear();
      const refusal = refreshRefusal(error);
      void onRefused(refusal);
      throw new RemoteFailure({ kind: 'signed-out' }, refusal);
    } finally {
      session.reread();
      session.change({ refreshing: false });
    }
  }

  return {
    accessToken: () => session.current().tokens?.token ?? null,
    owner: () => session.current().user?.uuid ?? null,
    renew(token) {
      const running = pending.get(token);
      if (running) return running;
      const renewal = withLock('satchel-refresh', () => renewUnderLock(token), renewalPatience).finally(() =>
        pending.delete(token),
      );
      pending.set(token, renewal);
      return renewal;
    },
    async rejected(refusal, address) {
      if (isRejectionTold) return;
      isRejectionTold = true;
      if (!(await onRefused(refusal, address))) isRejectionTold = false;
    },
  };
}
