import type { ChannelStore } from '#storage/channel-store.ts';
import type { Database } from '#storage/database.ts';
import type { SessionStore } from '#storage/session-store.ts';
import type { Activity } from '#sync/activity.ts';
import type { Engine } from '#sync/engine.ts';

/** What the collections are made of. Reads need the database alone; the engine is fetched when the host is asked. */
export interface CollectionParts {
  database: Database;
  session: SessionStore;
  channel: ChannelStore;
  activity: Activity;
  engine: () => Promise<Engine>;
  isOnline: () => boolean;
  /** The device's clock, ms. */
  now: () => number;
  /** Origin of the content host. */
  origin: string;
}

export const userIdOf = ({ session }: Pick<CollectionParts, 'session'>) =>
  session.current().user?.uuid ?? null;
