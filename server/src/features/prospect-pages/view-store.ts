import type { ReadTransaction, WriteTransaction } from '#database/database.ts';
import { newUuid } from '#database/ids.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import type { SentMessage } from './sent-pack-store.ts';
import type { Visit } from './visit.ts';

export interface Totals {
  visible_ms: number;
  /** By media id: what was opened from the page, and for how long if the page can tell. */
  medias: Record<string, number>;
}

/** A page that was only flashed up was not read. */
const shortestReadMs = 1000;

interface Reported {
  message: SentMessage;
  visit: Visit;
  totals: Totals;
  /** Media the page really shows; others are left out. */
  mediaIds: ReadonlySet<string>;
  device: string;
  now: number;
}

/**
 * Keeps what a page says of its visit. Totals are cumulative: the maximum counts, so that a report that comes twice, late
 * or out of order changes nothing, and never more than the time that really passed since the page was asked for.
 * @returns whether this made it a visit of a prospect that counts
 */
export async function keepReport(trx: WriteTransaction, reported: Reported) {
  const { message, visit, totals, mediaIds, device, now } = reported;
  const possible = now - visit.started;
  const visible = Math.min(totals.visible_ms, possible);
  if (visible < shortestReadMs) return false;
  const known = await trx
    .selectFrom('view_session')
    .select('visible_ms')
    .where('id', '=', visit.id)
    .executeTakeFirst();
  if (!known) {
    await trx
      .insertInto('view_session')
      .values({
        id: visit.id,
        message_id: message.id,
        kind: visit.visitor,
        device,
        started: visit.started,
        last_seen: now,
        visible_ms: visible,
      })
      .execute();
  } else if (visible > known.visible_ms) {
    await trx
      .updateTable('view_session')
      .set({ visible_ms: visible, last_seen: now })
      .where('id', '=', visit.id)
      .execute();
  }
  const opened = Object.entries(totals.medias).filter(([id]) => mediaIds.has(id));
  for (const [mediaId, ms] of opened) await keepMediaTotal(trx, visit.id, mediaId, Math.min(ms, possible));
  if (visit.visitor === 'prospect') await bumpRevision(trx, ownerScope(message.owner_id));
  return known === undefined && visit.visitor === 'prospect';
}

/** How many visits of prospects a message has had: those whose page said that it was read. */
export async function countedVisits(trx: ReadTransaction, messageId: string) {
  const { visits } = await trx
    .selectFrom('view_session')
    .select(({ fn }) => fn.countAll<number>().as('visits'))
    .where('message_id', '=', messageId)
    .where('kind', '=', 'prospect')
    .where('visible_ms', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(visits);
}

async function keepMediaTotal(trx: WriteTransaction, sessionId: string, mediaId: string, visible: number) {
  await trx
    .insertInto('view_total')
    .values({ session_id: sessionId, media_id: mediaId, visible_ms: visible })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'media_id'])
        .doUpdateSet({ visible_ms: visible })
        .where('view_total.visible_ms', '<', visible),
    )
    .execute();
}

/** How long the same machine, or a download of the same file, is one visit. */
const oneVisitMs = 30 * 60_000;

/** A machine that asked for the page: kept and labelled, never counted. */
export async function keepScanner(trx: WriteTransaction, messageId: string, device: string, now: number) {
  const known = await trx
    .updateTable('view_session')
    .set({ last_seen: now })
    .where('message_id', '=', messageId)
    .where('kind', '=', 'scanner')
    .where('device', '=', device)
    .where('last_seen', '>', now - oneVisitMs)
    .executeTakeFirst();
  if (known.numUpdatedRows === 0n) await addSession(trx, messageId, 'scanner', device, now);
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
    .where('view_session.kind', '!=', 'scanner')
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
