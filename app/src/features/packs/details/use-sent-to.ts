import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type LoadOutcome, useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { useLive } from '#ui/use-live.ts';
import { isAtHost } from '../opening/is-at-host.ts';
import { useComingBack } from '../use-coming-back.ts';
import { type SentRow, sentRows } from './sent-row.ts';
import { isCut, mostVisits, readingOf, type Visit, visitsIn } from './visits.ts';

/** A mail leaves soon after its message has come: the host is asked whether it has, less often each time. */
const mailedAfterMs = 4000;

/** What the host told of the visits of a pack. */
interface VisitsAtHost {
  list: readonly Visit[];
  /** There are older ones, which are not in it. */
  isCut: boolean;
  /** When it told; ms. */
  at: number;
}

export interface SentTo {
  /** Undefined until the device was asked. */
  rows: SentRow[] | undefined;
  /** What the host said when it was asked to whom the pack went; null before it did. */
  log: LoadOutcome | null;
  /** By message; null while they are not known. */
  visits: ReadonlyMap<string, readonly Visit[]> | null;
  /** There are too many: older ones are not among them. */
  isCut: boolean;
  /** When they were told; ms, 0 before. */
  toldAt: number;
  /** Why they are not known. */
  failure: string | null;
  /** Whether the host has the pack, and something to tell of it. */
  isThere: boolean;
  refresh: () => Promise<void>;
}

/** To whom a pack went: from the device at once, and from the host whenever it can be asked (PRPT-06). */
export function useSentTo(pack: PackRecord): SentTo {
  const packId = pack.id;
  const { messages, packLog, reports, waiting, session, connection } = useServices();
  const { user } = useWatched(session);
  const { online } = useWatched(connection);
  const [log, setLog] = useState<LoadOutcome | null>(null);
  const [visits, setVisits] = useState<VisitsAtHost | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const userId = user?.uuid;
  const isThere = isAtHost(pack);

  const rows = useLive(async () => {
    const own = await messages.ofPack(packId);
    const entries = await packLog.ofPack(packId);
    const items = own.length > 0 ? await waiting.items({ ids: own.map(({ id }) => id) }) : [];
    return sentRows({ messages: own, entries, waiting: new Map(items.map((item) => [item.id, item])) });
  }, [packId, userId]);

  const refresh = async (visit = { isOver: false }) => {
    if (userId === undefined || !isThere) return;
    const asked = packLog.load(packId).then((outcome) => {
      if (!visit.isOver) setLog(outcome);
    });
    try {
      const report = await reports.read(['pack', packId, 'visits'], { size: mostVisits });
      if (!visit.isOver) {
        setVisits({ list: visitsIn(report), isCut: isCut(report, mostVisits), at: Date.now() });
        setFailure(null);
      }
    } catch (error) {
      if (!visit.isOver) setFailure(reasonOf(error));
    }
    await asked;
  };
  const ask = useEffectEvent(refresh);
  const isUnsent = rows?.some(({ state }) => state === 'waiting' || state === 'going') ?? false;
  const visitsOf = visits && Map.groupBy(visits.list, ({ messageId }) => messageId);
  // Log and visits are asked for together: a visit that comes between their answers is in one of them only.
  const isBehind =
    visitsOf !== null &&
    !visits?.isCut &&
    (rows?.some(({ id, opened }) => opened > readingOf(visitsOf.get(id) ?? []).opened) ?? false);
  const isUnmailed = rows?.some(({ state }) => state === 'accepted') ?? false;

  const asking = useRef<{ visit: { isOver: boolean }; askedAt: number } | null>(null);
  // Asked anew when all that went out just now has come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for that alone it has `isUnsent`
  useEffect(() => {
    if (!online || userId === undefined || !isThere) return;
    const visit = { isOver: false };
    asking.current = { visit, askedAt: Date.now() };
    void ask(visit);
    return () => {
      visit.isOver = true;
      asking.current = null;
    };
  }, [online, userId, isThere, isUnsent]);
  useComingBack({
    lastAskedAt: () => asking.current?.askedAt ?? null,
    ask: () => void refresh(asking.current?.visit),
  });

  useEffect(() => {
    // Once: a host that has forgotten visits goes on knowing of more openings.
    if (!online || !isBehind) return;
    const visit = { isOver: false };
    void ask(visit);
    return () => {
      visit.isOver = true;
    };
  }, [online, isBehind]);

  useEffect(() => {
    if (!online || !isUnmailed) return;
    const visit = { isOver: false };
    let after = mailedAfterMs;
    let timer: ReturnType<typeof setTimeout>;
    const askLater = () => {
      timer = setTimeout(() => {
        after *= 2;
        if (document.visibilityState === 'visible') void ask(visit);
        askLater();
      }, after);
    };
    askLater();
    return () => {
      visit.isOver = true;
      clearTimeout(timer);
    };
  }, [online, isUnmailed]);

  return {
    rows,
    log: isThere ? log : { ok: true },
    visits: visitsOf,
    isCut: visits?.isCut ?? false,
    toldAt: visits?.at ?? 0,
    isThere,
    failure,
    refresh: () => refresh(),
  };
}
