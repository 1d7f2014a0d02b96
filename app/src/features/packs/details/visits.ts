import type { Report } from '#services.ts';

/** A visit of a prospect's page as the host keeps it. */
export interface Visit {
  id: string;
  messageId: string;
  /** 'prospect' alone counts. */
  kind: string;
  device: string;
  /** ms; null where nobody tells. */
  at: number | null;
  seconds: number;
}

/** Newest visits that are fetched at once; more than a rep can look at. */
export const mostVisits = 1000;

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
            at: numberOf(row.date) * 1000 || null,
            seconds: numberOf(row.reading_time),
          },
        ],
  );

/** Whether a report that was asked for so many rows may have more of them. */
export const isCut = ({ rows, total }: Report, size: number) =>
  total === null ? size > 0 && rows.length >= size : rows.length < total;

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
  const dayOf = (ms: number | null) => new Date(ms ?? Number.NaN).toDateString();
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
  const times = counted.flatMap(({ at }) => at ?? []);
  return {
    opened: counted.length,
    seconds: counted.reduce((sum, visit) => sum + visit.seconds, 0),
    lastOpened: times.length > 0 ? Math.max(...times) : null,
  };
}

/**
 * The visits of a message out of those of its whole pack; null where they are not known. Of a list that was cut short they are
 * known where they come to all the openings that were told.
 */
export function visitsOf(
  { id, opened }: { id: string; opened: number },
  { visits, isCut }: { visits: ReadonlyMap<string, readonly Visit[]> | null; isCut: boolean },
): readonly Visit[] | null {
  if (visits === null) return null;
  const own = visits.get(id) ?? [];
  if (!isCut) return own;
  return opened > 0 && readingOf(own).opened >= opened ? own : null;
}
