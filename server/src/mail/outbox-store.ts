import type { ExpressionBuilder } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import type { Dialect } from '#database/dialect.ts';
import { newUuid } from '#database/ids.ts';
import { bumpRevision, laterThan, ownerScope } from '#database/revision.ts';
import type { Database, MessageTable } from '#database/schema.ts';
import { rewritePutBack } from './queue-mail.ts';
import { deliveryTexts } from './texts.ts';

/** A mail that one worker alone may send until its lease runs out. */
export interface Claim {
  id: string;
  messageId: string | null;
  content: string;
  created: number;
  attempts: number;
  /** Until when the link in it leads anywhere, in ms; null for always, and without a link. */
  linkExpires: number | null;
  /** New for every claim, so that a worker that slept through its lease can change nothing any more. */
  lease: string;
}

/** Of a mail that has ended: whom it went to and what it said is known by its message, if it had one. */
const nothingLeft = { content: '{}', recipient: '' };

/** Its link leads nowhere as long as its sender keeps it taken back, so the mail waits with it. */
const hasLink = (where: ExpressionBuilder<Database, 'outbox'>) =>
  where.not(
    where.exists(
      where
        .selectFrom('message')
        .select('message.id')
        .whereRef('message.id', '=', 'outbox.message_id')
        .where('message.link_revoked', 'is not', null),
    ),
  );

const isDue = (now: number) => (where: ExpressionBuilder<Database, 'outbox'>) =>
  where.and([
    hasLink(where),
    where('finished', 'is', null),
    where('handed_over', 'is', null),
    where('not_before', '<=', now),
    where('lease_until', '<=', now),
  ]);

/** Takes the mail that has been due for longest, in one statement; null when nothing is due. */
export async function claimDueMail(
  trx: WriteTransaction,
  dialect: Dialect,
  now: number,
  leaseMs: number,
): Promise<Claim | null> {
  const lease = newUuid();
  const claimed = await trx
    .updateTable('outbox')
    .set(({ eb }) => ({ lease_owner: lease, lease_until: now + leaseMs, attempts: eb('attempts', '+', 1) }))
    // '=', not 'in': PostgreSQL may run a subquery of 'in' more than once, and then takes several.
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('outbox')
        .select('id')
        .where(isDue(now))
        .orderBy('not_before')
        .orderBy('id')
        .limit(1)
        // Several workers take several mails instead of waiting for one; none is taken twice without it either.
        .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .where(isDue(now))
    .returning(['id', 'message_id', 'content', 'created', 'attempts'])
    .returning(({ selectFrom }) =>
      selectFrom('message')
        .select('message.link_expires')
        .whereRef('message.id', '=', 'outbox.message_id')
        .as('link_expires'),
    )
    .executeTakeFirst();
  if (!claimed) return null;
  const { message_id: messageId, link_expires: linkExpires, ...mail } = claimed;
  return { ...mail, messageId, linkExpires, lease };
}

/** The lease ran out, or message or link were taken back. */
export class NotToSend extends Error {}

/** Says that the end of the mail is about to leave. Throws NotToSend when it may not. */
export async function markHandedOver(trx: WriteTransaction, { id, lease }: Claim, now: number) {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ handed_over: now })
    .where('id', '=', id)
    .where('lease_owner', '=', lease)
    .where('lease_until', '>', now)
    .where('finished', 'is', null)
    .where(hasLink)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new NotToSend('The mail is no longer this worker’s to send');
}

interface End {
  delivery: 'sent' | 'failed' | 'unknown';
  detail: string;
}

/** Writes down how it ended. The answer of a worker that was given up still counts: it knows more. */
export async function finishMail(
  trx: WriteTransaction,
  { id, messageId, lease }: Claim,
  end: End,
  now: number,
) {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ finished: now, ...nothingLeft })
    .where('id', '=', id)
    .where('lease_owner', '=', lease)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) await showDelivery(trx, messageId, end.delivery, end.detail, now);
}

/**
 * Lets go of a mail that was not to be sent after all. Nobody has looked at it, so it is due again at once: for the next
 * worker when a lease ran out, as after a sleep of the machine, or for the moment in which its link is given again.
 */
export async function releaseMail(trx: WriteTransaction, { id, messageId, lease }: Claim, now: number) {
  const released = await trx
    .updateTable('outbox')
    .set({ lease_owner: null, lease_until: 0 })
    .where('id', '=', id)
    .where('lease_owner', '=', lease)
    .where('handed_over', 'is', null)
    .where('finished', 'is', null)
    .returning((eb) => hasLink(eb).as('has_link'))
    .executeTakeFirst();
  if (!released) return;
  if (messageId !== null) await rewritePutBack(trx, id, messageId);
  if (released.has_link) return;
  await showDelivery(trx, messageId, 'queued', deliveryTexts.retrying(deliveryTexts.linkTakenBack), now);
}

/** Puts a mail back that the server has not taken, to be tried again later. */
export async function putBack(
  trx: WriteTransaction,
  { id, messageId, lease }: Claim,
  { notBefore, detail }: { notBefore: number; detail: string },
  now: number,
) {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ handed_over: null, lease_owner: null, lease_until: 0, not_before: notBefore })
    .where('id', '=', id)
    .where('lease_owner', '=', lease)
    .where('finished', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  await showDelivery(trx, messageId, 'queued', detail, now);
  if (messageId !== null) await rewritePutBack(trx, id, messageId);
}

/**
 * Times that lie further ahead than any wait or lease is long were set before the clock was put back: such a mail is due at once, and
 * such a lease begins anew, in case its worker is still at it. Answers how many mails became due.
 */
export async function bringTimesNear(
  trx: WriteTransaction,
  { furthestMs, leaseMs }: { furthestMs: number; leaseMs: number },
  now: number,
) {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ not_before: now })
    .where('finished', 'is', null)
    .where('not_before', '>', now + furthestMs)
    .executeTakeFirst();
  await trx
    .updateTable('outbox')
    .set({ lease_until: now + leaseMs })
    .where('finished', 'is', null)
    .where('lease_until', '>', now + furthestMs)
    .execute();
  return Number(numUpdatedRows);
}

/**
 * Mails whose worker ended between handing over and writing down the answer: nobody can know, so it is shown and not
 * sent again. What was in it goes, as with every mail that has ended: its sender sends the message itself again. The lease
 * stays, in case the worker wakes with an answer after all.
 */
export async function settleAbandonedMails(trx: WriteTransaction, now: number) {
  const abandoned = await trx
    .updateTable('outbox')
    .set({ finished: now, ...nothingLeft })
    .where('finished', 'is', null)
    .where('handed_over', 'is not', null)
    .where('lease_until', '<=', now)
    .returning('message_id')
    .execute();
  for (const { message_id } of abandoned) {
    await showDelivery(trx, message_id, 'unknown', deliveryTexts.unknown, now);
  }
  return abandoned.length;
}

/**
 * Writes down that a mail came back after it had left. False for one that never left, is gone, or is known to have failed.
 * A worker that still waits for the server's answer has nothing to add.
 */
export async function showBounce(trx: WriteTransaction, messageId: string, detail: string, now: number) {
  const message = await trx
    .selectFrom('message')
    .leftJoin('outbox', 'outbox.message_id', 'message.id')
    .select(['message.delivery', 'outbox.handed_over'])
    .where('message.id', '=', messageId)
    .executeTakeFirst();
  const hasLeft = message?.delivery === 'sent' || message?.delivery === 'unknown' || !!message?.handed_over;
  if (!hasLeft || message?.delivery === 'failed') return false;
  await trx
    .updateTable('outbox')
    .set({ finished: now, lease_owner: null, ...nothingLeft })
    .where('message_id', '=', messageId)
    .execute();
  await showDelivery(trx, messageId, 'failed', detail, now);
  return true;
}

/**
 * Ends every mail that waited when the data was copied: the host may have sent it afterwards. What concerns a message is
 * shown as unknown, and its sender decides. Answers how many there were.
 */
export async function settleRestoredMails(trx: WriteTransaction, now: number) {
  const waiting = await trx
    .updateTable('outbox')
    .set({ finished: now, ...nothingLeft, lease_owner: null, lease_until: 0 })
    .where('finished', 'is', null)
    .returning('message_id')
    .execute();
  for (const { message_id } of waiting) {
    await showDelivery(trx, message_id, 'unknown', deliveryTexts.restored, now);
  }
  return waiting.length;
}

/** The words about an erased message may name its prospect, whom nothing here names any more: they are not kept. */
async function showDelivery(
  trx: WriteTransaction,
  messageId: string | null,
  delivery: MessageTable['delivery'],
  detail: string,
  now: number,
) {
  if (messageId === null) return;
  const message = await trx
    .updateTable('message')
    .set(({ eb }) => ({
      delivery,
      delivery_detail: eb.case().when('email', 'is', null).then(null).else(detail).end(),
      changed: laterThan('message.changed', now),
    }))
    .where('id', '=', messageId)
    .returning('owner_id')
    .executeTakeFirst();
  if (message) await bumpRevision(trx, ownerScope(message.owner_id));
}
