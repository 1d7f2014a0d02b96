import { Dexie } from 'dexie';
import { createStore } from 'zustand/vanilla';
import type { ConnectionState, Watchable } from '#services.ts';
import { ownQueueRows } from '#storage/own-queue-rows.ts';
import { atMostEvery } from './at-most-every.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';

const recountMs = 250;

interface Source {
  subscribe(listener: () => void): () => void;
}

/** What the connection icon shows: what calls met, what runs, and how much waits (NAV-45). */
export function createConnectionState(
  parts: Pick<CollectionParts, 'database' | 'session' | 'activity' | 'isOnline'>,
  connection: Source,
): Watchable<ConnectionState> {
  const { database, session, activity, isOnline } = parts;
  let waiting = 0;

  function icon(): ConnectionState['icon'] {
    const { downloads, uploads } = activity.current();
    if (!isOnline()) return 'offline';
    if (uploads > 0) return 'uploading';
    return downloads > 0 ? 'downloading' : 'online';
  }

  const state = (): ConnectionState => ({
    icon: icon(),
    online: isOnline(),
    share: activity.current().share,
    waiting,
  });
  const store = createStore(state);
  function follow() {
    const [next, now] = [state(), store.getState()];
    if ((Object.keys(next) as (keyof ConnectionState)[]).some((key) => next[key] !== now[key]))
      store.setState(next);
  }

  async function recount(userId: string | null) {
    const count = userId === null ? 0 : await ownQueueRows(database, userId).count();
    if (userId !== countedFor) return;
    waiting = count;
    follow();
  }

  /** A thousand messages that go out one after the other are not looked through a thousand times. */
  const counting = (userId: string | null) => atMostEvery(recountMs, () => recount(userId));

  let countedFor = userIdOf(parts);
  let recountSoon = counting(countedFor);
  // A live query would read with every commit, of which a push makes dozens a second.
  const queue = `idb://${database.dexie.name}/queue/`;
  Dexie.on('storagemutated', (changed) => {
    if (Object.keys(changed).some((part) => part === 'all' || part.startsWith(queue))) recountSoon();
  });
  session.subscribe(() => {
    const userId = userIdOf(parts);
    if (userId === countedFor) return;
    countedFor = userId;
    recountSoon = counting(userId);
    recountSoon();
  });
  recountSoon();
  connection.subscribe(follow);
  activity.subscribe(follow);
  return { current: store.getState, subscribe: store.subscribe };
}
