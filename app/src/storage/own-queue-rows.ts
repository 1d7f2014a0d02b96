import { Dexie } from 'dexie';
import type { Database } from './database.ts';

/** What waits of an account, without reading what waits of others. */
export const ownQueueRows = ({ queue }: Pick<Database, 'queue'>, ownerId: string) =>
  queue.where('[ownerId+type]').between([ownerId, Dexie.minKey], [ownerId, Dexie.maxKey]);
