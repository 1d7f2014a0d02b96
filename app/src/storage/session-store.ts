import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

export interface StoredUser {
  uuid: string;
  id: number;
  name: string;
  mail: string;
  remote_id?: string;
  preferred_langcode?: string;
  roles: readonly string[];
  channels: readonly string[];
}

export interface Tokens {
  token: string;
  refreshToken: string;
  /** Seconds, as the host said. */
  expiresIn: number;
  /** When the token ends, ms. */
  expires: number;
}

/** AUTH-13. Being signed in means holding a refresh token that was not refused. Tokens and user come and go together. */
export interface Session {
  tokens: Tokens | null;
  user: StoredUser | null;
  /** A refresh is under way in this window (AUTH-17); never persisted. */
  refreshing: boolean;
}

type Kept = Pick<Session, 'tokens' | 'user'>;

const signedOut: Session = { tokens: null, user: null, refreshing: false };
const key = 'satchel-session';

/**
 * Who is signed in, persisted under a key of its own and shared by all windows. `reread` takes what another window
 * wrote meanwhile; it answers at once.
 */
export function createSessionStore(storage: StateStorage = localStorage) {
  const written = createJSONStorage<Kept>(() => storage)!;
  // Whoever signed out in another window, unheard here, must not be written back by what is never kept.
  let isKept = true;
  const store = createStore<Session>()(
    persist(() => signedOut, {
      name: key,
      version: 1,
      storage: { ...written, setItem: (...kept) => (isKept ? written.setItem(...kept) : undefined) },
      partialize: ({ tokens, user }) => ({ tokens, user }),
      // A window of an earlier version that ended in the middle of a sign-in left tokens that are nobody's.
      merge: ((kept: Kept | undefined, { refreshing }: Session) => ({
        ...(kept?.tokens && kept.user ? kept : signedOut),
        refreshing,
      })) as (kept: unknown, current: Session) => Session,
    }),
  );
  return {
    key,
    current: store.getState,
    subscribe: store.subscribe,
    change(part: Partial<Session>) {
      isKept = 'tokens' in part || 'user' in part;
      store.setState(part);
      isKept = true;
    },
    clear() {
      isKept = true;
      store.setState(signedOut);
    },
    reread: () => void store.persist.rehydrate(),
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
