import { type RawBuilder, sql } from 'kysely';
import { isReaders } from '#features/prospect-pages/view-store.ts';
import { largestSize } from './report-page.ts';

/** From a message to its readers' visits, for a statement that names the message `m`. */
export const readersVisits = sql`left join view_session as s on s.message_id = m.id and ${isReaders('s')}`;

/** Then from a visit to the media that were opened in it. */
export const openedMedia = sql`inner join view_session as s on s.message_id = m.id and ${isReaders('s')}
  inner join view_total as t on t.session_id = s.id`;

/** When a message went out: a link is as old as its record. */
export const sentAt = sql<number>`coalesce(m.date_sent, m.created)`;

/** Milliseconds of a statement as whole seconds; null stays null. */
export const inSeconds = (ms: unknown): number | null => (ms === null ? null : Math.floor(Number(ms) / 1000));

/** One page of rows in the order given; size 0 is all of them, as far as a report goes. */
export const onPage = ({ number, size }: { number: number; size: number }): RawBuilder<unknown> =>
  sql`limit ${size || largestSize} offset ${number * size}`;
