import { useEffect, useState } from 'react';
import { type Report, useServices, useWatched } from '#services.ts';
import { reasonOf } from '#ui/reason-of.ts';

/** PRPT-04 */
export const pageSize = 20;

interface Shown {
  of: string;
  number: number;
  report: Report;
}

/**
 * One page of a report from the host; asked for again when the device is back online.
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
  useEffect(() => {
    if (!mayAsk || path === null) return;
    const visit = { isOver: false };
    reports.read(path.split('/'), { number, size: pageSize }).then(
      (report) => {
        if (visit.isOver) return;
        setLast({ of, number, report });
        setFailed(null);
        setAnswered(key);
      },
      (error) => {
        if (visit.isOver) return;
        setFailed({ key, failure: reasonOf(error) });
        setAnswered(key);
      },
    );
    return () => {
      visit.isOver = true;
    };
  }, [reports, path, number, of, key, mayAsk]);
  // A page stays until the next one has come, and where that does not come.
  const shown = last?.of === of ? last : null;
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
