import { useEffect, useState } from 'react';
import { useServices } from '#services.ts';
import { isCut, mostVisits, type Visit, visitsIn } from './visits.ts';

interface OwnVisits {
  visits: readonly Visit[];
  /** There are more of them than anybody can look at. */
  isCut: boolean;
}

/**
 * Visits of one message, for where those of its whole pack are too many to be listed. Null until the host has told, and where it
 * does not.
 * @param isAsked whether the host is asked at all
 * @param asOf ms; with another one it is asked again
 */
export function useOwnVisits(messageId: string, { isAsked, asOf }: { isAsked: boolean; asOf: number }) {
  const { reports } = useServices();
  const [own, setOwn] = useState<OwnVisits | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with what is known of the whole pack
  useEffect(() => {
    if (!isAsked) return;
    const visit = { isOver: false };
    reports.read(['message', messageId, 'visits'], { size: mostVisits }).then(
      (report) => !visit.isOver && setOwn({ visits: visitsIn(report), isCut: isCut(report, mostVisits) }),
      // A host without such a report leaves them unknown, as they are before its answer.
      () => {},
    );
    return () => {
      visit.isOver = true;
    };
  }, [reports, messageId, isAsked, asOf]);
  return isAsked ? own : null;
}
