import { sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import { isReaders } from '#features/prospect-pages/view-store.ts';
import type { PageOfReport } from './report.ts';
import { largestSize } from './report-page.ts';

/** What somebody sent of one pack, newest first: their own messages only, whoever's pack it is. */
export async function readPackLog(
  trx: ReadTransaction,
  { accountId, packId }: { accountId: string; packId: string },
  { number, size }: PageOfReport,
) {
  const own = trx
    .selectFrom('message')
    .where('message.owner_id', '=', accountId)
    .where('message.pack_id', '=', packId);
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  // A link is as old as its message; a mail as its sending.
  const when = sql<number>`coalesce(message.date_sent, message.created)`;
  const rows = await own
    .select(['message.id', 'message.internal_id', 'message.subject', 'message.first_name'])
    .select(['message.last_name', 'message.company', 'message.email', 'message.sent', 'message.delivery'])
    .select(['message.delivery_detail', when.as('date')])
    .select(({ selectFrom }) => [
      selectFrom('view_session')
        .select(({ fn }) => fn.countAll<number>().as('opened'))
        .whereRef('view_session.message_id', '=', 'message.id')
        .where(isReaders('view_session'))
        .as('opened'),
      selectFrom('view_session')
        .select(({ fn }) => fn.max('view_session.last_seen').as('last_opened'))
        .whereRef('view_session.message_id', '=', 'message.id')
        .where(isReaders('view_session'))
        .as('last_opened'),
    ])
    .orderBy(when, 'desc')
    .orderBy('message.id')
    .limit(size || largestSize)
    .offset(number * size)
    .execute();
  return { total: Number(total), rows };
}
