import { Dexie, liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import { useServices, useWatched, type WaitingItem } from '#services.ts';
import { atMostEvery } from './at-most-every.ts';

/** Thousands of messages that go out one after the other must not be read thousands of times meanwhile. */
const rereadMs = 1000;

export interface WaitingItems {
  items: readonly WaitingItem[];
  /** How many wait in all. */
  total: number;
}

/**
 * What waits of whoever is signed in, refused items first: at once, and after changes once a second at most. Those
 * before stay until others that are asked for are read. Undefined until it is known.
 * @param most items
 * @param skip so many before them
 */
export function useWaitingItems(most: number, skip = 0): WaitingItems | undefined {
  const { waiting, session } = useServices();
  const ownerId = useWatched(session).user?.uuid ?? null;
  const [known, setKnown] = useState<(WaitingItems & { ownerId: string | null }) | null>(null);
  useEffect(() => {
    const visit = { isOver: false };
    const fail = (error: unknown) => {
      // A reset takes the database away under whoever still looks.
      if (visit.isOver || error instanceof Dexie.DatabaseClosedError) return;
      // To the nearest error page, as with any other read.
      setKnown(() => {
        throw error;
      });
    };
    let total = 0;
    const read = atMostEvery(rereadMs, async () => {
      if (visit.isOver) return;
      try {
        const items = await waiting.items({ most, skip });
        if (!visit.isOver) setKnown({ ownerId, items, total });
      } catch (error) {
        fail(error);
      }
    });
    // Only their number is followed: keys that a query reads are looked through with every change.
    const following = liveQuery(async () => waiting.count()).subscribe((count) => {
      total = count;
      read();
    }, fail);
    return () => {
      visit.isOver = true;
      following.unsubscribe();
    };
  }, [waiting, most, skip, ownerId]);
  return known?.ownerId === ownerId ? known : undefined;
}
