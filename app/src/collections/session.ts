import { eventTypes } from '@satchel/core/contract/events.ts';
import { createStore } from 'zustand/vanilla';
import type { EventLog, SessionService, SessionState, SignedInUser } from '#services.ts';
import type { AuthSettings } from './auth-settings.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';

interface SessionParts extends Pick<CollectionParts, 'session' | 'channel' | 'database' | 'engine'> {
  events: EventLog;
  authSettings: AuthSettings;
  /** Called when somebody has just signed in. */
  onSignedIn: () => void;
  setTimeout?: (task: () => void, ms: number) => void;
}

/** When, in ms from the press, the calls of AUTH-25 are waited for no more: a slow device is signed out within 5 s as well. */
const [logsUntil, farewellUntil] = [1_250, 2_500];
const noAnswer = 'No response';

/** AUTH-26: a push that fails at sign-out is only warned about. */
const logsNotSaved = 'Error saving logs on logout';

/** What somebody did is done, also where the device has no room to note it down. */
const warned = (words: string) => (error: unknown) => console.warn(words, error);
const notNoted = 'Error saving the log';

export function createSessionService(parts: SessionParts): SessionService {
  const { session, channel, database, events, authSettings, engine, onSignedIn } = parts;
  const { setTimeout = (task, ms) => void globalThis.setTimeout(task, ms) } = parts;

  const after = <T>(ms: number, value: T) =>
    new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

  const state = (): SessionState => {
    const { user, tokens } = session.current();
    return {
      user,
      tokenExpires: tokens?.expires ?? null,
      activeChannelId: channel.current(),
    };
  };
  const store = createStore(state);
  const follow = () => {
    const next = state();
    const now = store.getState();
    const isSame =
      now.user === next.user &&
      now.tokenExpires === next.tokenExpires &&
      now.activeChannelId === next.activeChannelId;
    if (!isSame) store.setState(next);
  };
  session.subscribe(follow);
  channel.subscribe(follow);

  const titleOf = async (channelId: string) =>
    (await database.records('salestool--channel').get(channelId))?.title ?? channelId;

  /** What is not waited for any more goes on by itself, but the log only until the host is told to forget the session. */
  async function farewell({ name, uuid }: SignedInUser): Promise<string | null> {
    const [logsOver, over] = [after(logsUntil, undefined), after(farewellUntil, noAnswer)];
    const description = `${name} logged out`;
    const logged = events
      .log({ eventTypeId: eventTypes.USER_LOGOUT, description, ownerId: uuid })
      .catch(warned(logsNotSaved));
    const pushing = new AbortController();
    const push = () => events.push({ all: true, signal: pushing.signal }).catch(warned(logsNotSaved));
    await Promise.race([logged.then(push), logsOver]);
    const revoked = engine().then(({ session }) => {
      // The host would refuse what is told from then on, and whoever leaves would be asked to sign in again.
      pushing.abort();
      return session.revoke(uuid);
    });
    return Promise.race([revoked, over]);
  }

  return {
    current: store.getState,
    subscribe: store.subscribe,

    async signIn(credentials) {
      const user = await (await engine()).session.signIn(credentials);
      const active = channel.current();
      if (active !== null && !user.channels.includes(active)) channel.select(null);
      await events
        .log({
          eventTypeId: eventTypes.USER_LOGIN,
          description: `${user.name} logged in`,
          ownerId: user.uuid,
        })
        .catch(warned(notNoted));
      onSignedIn();
      return user;
    },

    async signOut() {
      const { user } = store.getState();
      try {
        return { failure: user ? await farewell(user) : null };
      } finally {
        // A window that froze meanwhile wakes when somebody else may be here.
        session.reread();
        const now = session.current().user;
        if (now === null || now.uuid === user?.uuid) {
          session.clear();
          channel.select(null);
        }
      }
    },

    async selectChannel(channelId) {
      channel.select(channelId);
      if (channelId === null) return;
      const ownerId = userIdOf(parts);
      const description = await titleOf(channelId);
      await events
        .log({ eventTypeId: eventTypes.CHANNEL_SELECT, description, channelId, ownerId })
        .catch(warned(notNoted));
    },

    authSettings: authSettings.current,
    changeAuthSettings: authSettings.change,
  };
}
