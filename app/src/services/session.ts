import type { Watchable } from './watchable.ts';

export interface SignedInUser {
  /** UUID of the account. */
  uuid: string;
  /** Number of the account on the wire. */
  id: number;
  name: string;
  mail: string;
  roles: readonly string[];
  /** UUIDs of the channels on the user's own record. */
  channels: readonly string[];
}

export interface SessionState {
  /** Null when nobody is signed in. A refused refresh signs out; time alone never does. */
  user: SignedInUser | null;
  /** When the access token ends, ms. */
  tokenExpires: number | null;
  activeChannelId: string | null;
}

export interface SessionService extends Watchable<SessionState> {
  /** Clears earlier sign-in data, signs in, reads the user and logs the event (AUTH-12). Throws with the reason as message. */
  signIn(credentials: { username: string; password: string }): Promise<SignedInUser>;
  /** In the order of AUTH-25. Resolves with the endpoint's failure, if any; the local session is cleared in any case. */
  signOut(): Promise<{ failure: string | null }>;
  /** Sets the active channel and logs the event (CHAN-16); null leaves the channel. */
  selectChannel(channelId: string | null): Promise<void>;
  /** Authorisation URL and client id of the Advanced dialog (AUTH-04). */
  authSettings(): { url: string; client: string };
  changeAuthSettings(settings: { url: string; client: string }): void;
}

export interface Account {
  /** @throws Error with the sentence for the person (ACCT-10, ACCT-11) */
  changePassword(passwords: { existing: string; wanted: string }): Promise<void>;
}

/** A forgotten password, set anew with a code from a mail. Each step throws its words (AUTH-36). */
export interface PasswordReset {
  sendCode(mail: string): Promise<void>;
  checkCode(mail: string, code: string): Promise<void>;
  /** Resolves with the name to sign in with. */
  setPassword(given: { mail: string; code: string; password: string }): Promise<string>;
}
