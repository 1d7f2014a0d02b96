import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ReloadOutcome, useContentInView } from '#navigation/page-state.tsx';
import { type Report, useServices, useWatched } from '#services.ts';
import { reasonOf } from '#ui/reason-of.ts';

/** PRPT-04 */
export const pageSize = 20;

interface Shown {
  of: string;
  number: number;
  report: Report;
  /** When it was asked for; ms. */
  askedAt: number;
}

/** Coming back to the window asks again, but not with every tap on it. */
const askedAgainAfterMs = 15_000;

/**
 * One page of a report from the host; asked for again when the device is back online, when somebody comes back to the window, and by the
 * header's refresh.
 * @param segments null for one that the host cannot have
 */
export function useReport(segments: readonly string[] | null, number: number) {
  const { reports, connection, session } = useServices();
  const { online } = useWatched(connection);
  const { user } = useWatched(session);
  const [tries, setTries] = useState(0);
  const [last, setLast] = useState<Shown | null>(null);
  const [failed, setFailed] = useState<{ key: string; failure: string } | null>(null);
  /** The question that was answered last, in whatever way. */
  const [answered, setAnswered] = useState<string | null>(null);
  const path = segments?.join('/') ?? null;
  const of = `${user?.uuid ?? ''} ${path}`;
  const key = `${of} ${number} ${tries}`;
  const mayAsk = online && user !== null;
  // A page stays until the next one has come, and where that does not come.
  const shown = last?.of === of ? last : null;

  /** What was asked last is shown, in whatever order answers come. */
  const asked = useRef(0);
  const ask = async (path: string): Promise<ReloadOutcome | null> => {
    const mine = ++asked.current;
    const askedAt = Date.now();
    try {
      const report = await reports.read(path.split('/'), { number, size: pageSize });
      if (mine !== asked.current) return null;
      setLast({ of, number, report, askedAt });
      setFailed(null);
      return { ok: true };
    } catch (error) {
      return mine === asked.current ? { ok: false, failure: reasonOf(error) } : null;
    } finally {
      if (mine === asked.current) setAnswered(key);
    }
  };
  const askFirst = useEffectEvent(async (path: string, question: string) => {
    const outcome = await ask(path);
    if (outcome?.ok === false) setFailed({ key: question, failure: outcome.failure });
  });
  useEffect(() => {
    if (!mayAsk || path === null) return;
    void askFirst(path, key);
    return () => {
      asked.current++;
    };
  }, [path, key, mayAsk]);

  const comeBack = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || !mayAsk || path === null || !shown) return;
    // What does not come leaves what is there.
    if (Date.now() - shown.askedAt >= askedAgainAfterMs) void ask(path);
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, []);
  useContentInView(
    path === null
      ? null
      : { pulled: shown?.askedAt ?? null, reload: async () => (await ask(path)) ?? { ok: true } },
  );
  return {
    report: shown?.report ?? null,
    /** Of the page that is shown, from 0. */
    shownNumber: shown?.number ?? number,
    failure: failed?.key === key ? failed.failure : null,
    letGo: () => setFailed(null),
    again: () => setTries(tries + 1),
    isOnItsWay: answered !== key,
  };
}
