import { useEffect, useEffectEvent, useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { useLive } from '#ui/use-live.ts';
import { reasonOf } from '../pack-outcomes.ts';
import { type SentRow, sentRows } from './sent-row.ts';
import { type Visit, visitsIn } from './visits.ts';

/** Newest visits that are fetched at once; more than a rep can look at. */
const mostVisits = 1000;
/** Coming back to the window asks again, but not with every tap on it. */
const askedAgainAfterMs = 15_000;

export interface SentTo {
  /** Undefined until the device was asked. */
  rows: SentRow[] | undefined;
  /** By message; null while they are not known. */
  visits: ReadonlyMap<string, readonly Visit[]> | null;
  /** Why they are not. */
  failure: string | null;
  refresh: () => Promise<void>;
}

/** To whom a pack went: from the device at once, and from the host whenever it can be asked (PRPT-06). */
export function useSentTo(packId: string): SentTo {
  const { messages, packLog, reports, waiting, session, connection } = useServices();
  const { user } = useWatched(session);
  const { online } = useWatched(connection);
  const [visits, setVisits] = useState<Visit[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const userId = user?.uuid;

  const rows = useLive(async () => {
    const own = await messages.ofPack(packId);
    const entries = await packLog.ofPack(packId);
    const items = own.length > 0 ? await waiting.items({ ids: own.map(({ id }) => id) }) : [];
    return sentRows({ messages: own, entries, waiting: new Map(items.map((item) => [item.id, item])) });
  }, [packId, userId]);

  const refresh = async (visit = { isOver: false }) => {
    if (userId === undefined) return;
    const asked = packLog.load(packId);
    try {
      const report = await reports.read(['pack', packId, 'visits'], { size: mostVisits });
      if (!visit.isOver) {
        setVisits(visitsIn(report));
        setFailure(null);
      }
    } catch (error) {
      if (!visit.isOver) setFailure(reasonOf(error));
    }
    await asked;
  };
  const ask = useEffectEvent(refresh);

  useEffect(() => {
    if (!online || userId === undefined) return;
    const visit = { isOver: false };
    let askedAt = Date.now();
    void ask(visit);
    const comeBack = () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < askedAgainAfterMs) return;
      askedAt = Date.now();
      void ask(visit);
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      visit.isOver = true;
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [online, userId]);

  return {
    rows,
    visits: visits && Map.groupBy(visits, ({ messageId }) => messageId),
    failure,
    refresh: () => refresh(),
  };
}
