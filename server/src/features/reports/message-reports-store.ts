import { type RawBuilder, sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import type { Sight } from '#visibility.ts';
import { countOf, type OwnPack, readMedias } from './pack-reports-store.ts';
import type { PageOfReport, Rows } from './report.ts';
import { nameless } from './texts.ts';
import { inSeconds, onPage } from './views-store.ts';

/** A message, and who asks about it. */
interface OwnMessage {
  sight: Sight;
  messageId: string;
}

/** For whom a message of somebody's own is; undefined for any other message. */
export async function recipientOfMessage(trx: ReadTransaction, { sight, messageId }: OwnMessage) {
  const row = await trx
    .selectFrom('message')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', messageId)
    .where('owner_id', '=', sight.viewer.accountId)
    .executeTakeFirst();
  return row && ([row.first_name, row.last_name].filter(Boolean).join(' ') || row.email || nameless);
}

/** Every visit of one message's page, newest first; those of nobody who reads are named as what they are. */
export const visitsOfMessage = (
  trx: ReadTransaction,
  { messageId }: Pick<OwnMessage, 'messageId'>,
  page: PageOfReport,
) => readVisits(trx, sql`m.id = ${messageId}`, page);

/** The same of all that somebody sent of one pack. */
export const visitsOfPack = (trx: ReadTransaction, { sight, packId }: OwnPack, page: PageOfReport) =>
  readVisits(trx, sql`m.owner_id = ${sight.viewer.accountId} and m.pack_id = ${packId}`, page);

/** What was read of one message, the longest first; also what nobody opened. */
export const mediasOfMessage = (trx: ReadTransaction, { sight, messageId }: OwnMessage, page: PageOfReport) =>
  readMedias(
    trx,
    {
      sight,
      named: sql`select media_id from message_media where message_id = ${messageId}`,
      which: sql`m.id = ${messageId}`,
    },
    page,
  );

async function readVisits(
  trx: ReadTransaction,
  which: RawBuilder<unknown>,
  page: PageOfReport,
): Promise<Rows> {
  const from = sql`from view_session as s inner join message as m on m.id = s.message_id where ${which}`;
  const total = await countOf(trx, sql`select s.id ${from}`);
  const { rows } = await sql<{
    id: string;
    message: string;
    first_name: string | null;
    last_name: string | null;
    kind: string;
    device: string | null;
    started: number;
    visible_ms: number;
  }>`
    select s.id, m.id as message, m.first_name, m.last_name, s.kind, s.device, s.started, s.visible_ms
    ${from} order by s.started desc, s.id ${onPage(page)}`.execute(trx);
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      message: row.message,
      name: [row.first_name, row.last_name].filter(Boolean).join(' '),
      kind: row.kind,
      device: row.device ?? '',
      date: inSeconds(row.started),
      reading_time: inSeconds(row.visible_ms),
    })),
  };
}
