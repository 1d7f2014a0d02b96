import { liveQuery, type Subscription } from 'dexie';
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
  const countWaiting = (userId: string | null) => {
    const soon = atMostEvery(recountMs, () => recount(userId));
    // One key is read, and any of them is followed: to count them all with every commit would take longer than to send them.
    return liveQuery(async () => database.queue.limit(1).primaryKeys()).subscribe(soon);
  };

  let countedFor = userIdOf(parts);
  let counting: Subscription = countWaiting(countedFor);
  session.subscribe(() => {
    const userId = userIdOf(parts);
    if (userId === countedFor) return;
    counting.unsubscribe();
    countedFor = userId;
    counting = countWaiting(userId);
  });
  connection.subscribe(follow);
  activity.subscribe(follow);
  return { current: store.getState, subscribe: store.subscribe };
}
