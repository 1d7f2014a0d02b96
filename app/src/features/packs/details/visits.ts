import type { Report } from '#services.ts';

/** A visit of a prospect's page as the host keeps it. */
export interface Visit {
  id: string;
  messageId: string;
  /** 'prospect' alone counts. */
  kind: string;
  device: string;
  /** ms */
  at: number;
  seconds: number;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);

/** Visits out of the report of a pack, newest first; a report of another shape holds none. */
export const visitsIn = ({ rows }: Report): Visit[] =>
  rows.flatMap((row) =>
    textOf(row.message) === ''
      ? []
      : [
          {
            id: textOf(row.id),
            messageId: textOf(row.message),
            kind: textOf(row.kind),
            device: textOf(row.device),
            at: numberOf(row.date) * 1000,
            seconds: numberOf(row.reading_time),
          },
        ],
  );

/** A visit of the prospect that shows reading time, as the host counts them. */
export const isCounted = ({ kind, seconds }: Visit) => kind === 'prospect' && seconds > 0;

export interface Day {
  /** Its noon, ms. */
  at: number;
  seconds: number;
}

const days = 7;

/** Reading time of the last seven days in the device's own time zone, the oldest first. */
export function lastDays(visits: readonly Visit[], now: number): Day[] {
  const today = new Date(now);
  const dayOf = (ms: number) => new Date(ms).toDateString();
  return Array.from({ length: days }, (_, index) => {
    const at = new Date(
      today.getFullYear(),
      today.getMonth(),
      today.getDate() - days + 1 + index,
      12,
    ).getTime();
    const seconds = visits
      .filter((visit) => isCounted(visit) && dayOf(visit.at) === dayOf(at))
      .reduce((sum, visit) => sum + visit.seconds, 0);
    return { at, seconds };
  });
}

/** What the visits of each message came to. */
export function readingOf(visits: readonly Visit[]) {
  const counted = visits.filter(isCounted);
  return {
    opened: counted.length,
    seconds: counted.reduce((sum, visit) => sum + visit.seconds, 0),
    lastOpened: counted.length > 0 ? Math.max(...counted.map(({ at }) => at)) : null,
  };
}
