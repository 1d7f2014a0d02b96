import { useEffect, useState } from 'react';
import { type Report, useServices, useWatched } from '#services.ts';
import { reasonOf } from '../pack-outcomes.ts';

/** PRPT-04 */
export const pageSize = 20;

type Asked = { key: string; of: string; number: number; report: Report | null; failure: string | null };

/** One page of a report from the host; asked for again when the device is back online. */
export function useReport(segments: readonly string[], number: number) {
  const { reports, connection, session } = useServices();
  const { online } = useWatched(connection);
  const { user } = useWatched(session);
  const [tries, setTries] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(null);
  const path = segments.join('/');
  const of = `${user?.uuid ?? ''} ${path}`;
  const key = `${of} ${number} ${tries}`;
  const mayAsk = online && user !== null;
  useEffect(() => {
    if (!mayAsk) return;
    const visit = { isOver: false };
    reports.read(path.split('/'), { number, size: pageSize }).then(
      (report) => !visit.isOver && setAsked({ key, of, number, report, failure: null }),
      (error) => !visit.isOver && setAsked({ key, of, number, report: null, failure: reasonOf(error) }),
    );
    return () => {
      visit.isOver = true;
    };
  }, [reports, path, number, of, key, mayAsk]);
  // A page stays until the next one has come.
  const shown = asked?.of === of && (asked.key === key || asked.report) ? asked : null;
  return {
    report: shown?.report ?? null,
    /** Of the page that is shown, from 0. */
    shownNumber: shown?.number ?? number,
    failure: shown?.failure ?? null,
    again: () => setTries(tries + 1),
  };
}
