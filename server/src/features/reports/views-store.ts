import { type RawBuilder, sql } from 'kysely';
import { type Dialect, folded } from '#database/dialect.ts';
import { isReaders } from '#features/prospect-pages/view-store.ts';
import { largestSize } from './report-page.ts';

/** From a message to its readers' visits, for a statement that names the message `m`. */
export const readersVisits = sql`left join view_session as s on s.message_id = m.id and ${isReaders('s')}`;

/** Then from a visit to the media that were opened in it. */
export const openedMedia = sql`inner join view_session as s on s.message_id = m.id and ${isReaders('s')}
  inner join view_total as t on t.session_id = s.id`;

/**
 * For whom a message `m` is: one person by their address, however often they were written to. Without an address nobody knows,
 * and each message counts by itself.
 */
export const recipient = (dialect: Dialect): RawBuilder<string> =>
  sql`coalesce(nullif(${folded(sql`trim(m.email)`, dialect)}, ''), m.id)`;

/** The same of messages that `readersVisits` found read, for the others null. */
export const reader = (dialect: Dialect): RawBuilder<string | null> =>
  sql`case when s.id is not null then ${recipient(dialect)} end`;

/** When a message went out: a link is as old as its record. */
export const sentAt = sql<number>`coalesce(m.date_sent, m.created)`;

/** Milliseconds of a statement as whole seconds; null stays null. */
export const inSeconds = (ms: unknown): number | null => (ms === null ? null : Math.floor(Number(ms) / 1000));

/** One page of rows in the order given; size 0 is all of them, as far as a report goes. */
export const onPage = ({ number, size }: { number: number; size: number }): RawBuilder<unknown> =>
  sql`limit ${size || largestSize} offset ${number * size}`;
