import { type SqlBool, sql } from 'kysely';
import type { HostDatabase, ReadTransaction, WriteTransaction } from '#database/database.ts';
import { newUuid } from '#database/ids.ts';
import type { Totals } from './report.ts';

/**
 * Whether a visit is a reader's: a prospect's, once the page itself has reported visible time. Scanners, downloads and the sender's
 * own visits are kept, but nobody is told that they were readers.
 * @param alias of `view_session` in the statement
 */
export const isReaders = (alias: string) =>
  sql<SqlBool>`${sql.ref(`${alias}.kind`)} = 'prospect' and ${sql.ref(`${alias}.visible_ms`)} > 0`;

/** How many visits of readers a message has had. */
export async function countedVisits(trx: ReadTransaction, messageId: string) {
  const { visits } = await trx
    .selectFrom('view_session')
    .select(({ fn }) => fn.countAll<number>().as('visits'))
    .where('message_id', '=', messageId)
    .where(isReaders('view_session'))
    .executeTakeFirstOrThrow();
  return Number(visits);
}

/** Whether anybody but its sender and machines that say so has had the page of a message open, as far as is known. */
export async function wasOpened(trx: ReadTransaction, messageId: string) {
  const visit = await trx
    .selectFrom('view_session')
    .select('id')
    .where('message_id', '=', messageId)
    .where('kind', 'not in', ['own', 'scanner'])
    .limit(1)
    .executeTakeFirst();
  return visit !== undefined;
}

/** The same in a transaction of its own. */
export const visitCounter = (database: HostDatabase) => (messageId: string) =>
  database.read((trx) => countedVisits(trx, messageId));

/** What was reported of a visit so far; null before its first report. */
export const totalsOf = (database: HostDatabase, sessionId: string) =>
  database.read(async (trx): Promise<Totals | null> => {
    const [visit, medias, parts] = [
      await trx.selectFrom('view_session').selectAll().where('id', '=', sessionId).executeTakeFirst(),
      await trx.selectFrom('view_total').selectAll().where('session_id', '=', sessionId).execute(),
      await trx.selectFrom('view_part').selectAll().where('session_id', '=', sessionId).execute(),
    ];
    if (!visit) return null;
    const totals: Totals = { visible_ms: visit.visible_ms, medias: {}, sections: {}, pages: {} };
    for (const { media_id, visible_ms } of medias) totals.medias[media_id] = visible_ms;
    for (const { part, number, visible_ms } of parts) {
      const read = part === 'section' ? totals.sections : (totals.pages[part] ?? {});
      read[number] = visible_ms;
      if (part !== 'section') totals.pages[part] = read;
    }
    return totals;
  });

/** How long the same machine, or a download of the same file, is one visit. */
const oneVisitMs = 30 * 60_000;

/** More than any mail passes on its way; whoever asks again and again under new names leaves no more behind. */
export const mostScanners = 50;

/** A machine that asked for the page: kept and labelled, never counted; the first ones of a message only. */
export async function keepScanner(trx: WriteTransaction, messageId: string, device: string, now: number) {
  const known = await trx
    .updateTable('view_session')
    .set({ last_seen: now })
    .where('message_id', '=', messageId)
    .where('kind', '=', 'scanner')
    .where('device', '=', device)
    .where('last_seen', '>', now - oneVisitMs)
    .executeTakeFirst();
  if (known.numUpdatedRows > 0n) return;
  const kept = await trx
    .selectFrom('view_session')
    .select('id')
    .where('message_id', '=', messageId)
    .where('kind', '=', 'scanner')
    .limit(mostScanners)
    .execute();
  if (kept.length < mostScanners) await addSession(trx, messageId, 'scanner', device, now);
}

/** A file that was read without a page that reports: a reader without script, or a link that was handed on. */
export async function keepDownload(
  trx: WriteTransaction,
  messageId: string,
  mediaId: string,
  device: string,
  now: number,
) {
  const sessions = await trx
    .selectFrom('view_session')
    .leftJoin('view_total', 'view_total.session_id', 'view_session.id')
    .select(['view_session.kind', 'view_total.media_id'])
    .where('view_session.message_id', '=', messageId)
    .where('view_session.last_seen', '>', now - oneVisitMs)
    .where('view_session.kind', 'not in', ['own', 'scanner'])
    .execute();
  const isExplained = sessions.some(({ kind, media_id }) => kind !== 'download' || media_id === mediaId);
  if (isExplained) return;
  const id = await addSession(trx, messageId, 'download', device, now);
  await trx.insertInto('view_total').values({ session_id: id, media_id: mediaId, visible_ms: 0 }).execute();
}

async function addSession(
  trx: WriteTransaction,
  messageId: string,
  kind: 'scanner' | 'download',
  device: string,
  now: number,
) {
  const id = newUuid();
  await trx
    .insertInto('view_session')
    .values({ id, message_id: messageId, kind, device, started: now, last_seen: now, visible_ms: 0 })
    .execute();
  return id;
}
