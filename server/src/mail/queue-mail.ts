import { createHash } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { newUuid } from '#database/ids.ts';
import type { Database } from '#database/schema.ts';
import { headerText, isMailAddress } from './mail-address.ts';
import type { MailContent } from './mail-content.ts';
import { ownTitleOfSender } from './own-title.ts';

type NewMail =
  /** The pack of a message that stands in the database with its snapshot. */
  | { kind: 'pack'; messageId: string }
  /** A word from the host itself; about a message there is one at most. */
  | { kind: 'notice'; messageId?: string; recipient: string; subject: string; text: string }
  /** A code that proves whose address it is. */
  | { kind: 'code'; recipient: string; sealedCode: string; expires: number };

/**
 * Puts a mail into the outbox, in the transaction that makes it due; a message is queued once however often this is
 * called. Wake the outbox after the commit. Throws when the recipient is not one plain address.
 */
export async function queueMail(trx: WriteTransaction, mail: NewMail, now: number) {
  const content = mail.kind === 'pack' ? await packMailOf(trx, mail.messageId) : ownMailOf(mail);
  if (!isMailAddress(content.to.address)) throw new Error('A mail needs one plain address to go to');
  const id = idOf(mail);
  await trx
    .insertInto('outbox')
    .values({
      id,
      message_id: mail.kind === 'pack' ? mail.messageId : null,
      kind: mail.kind,
      recipient: content.to.address,
      content: JSON.stringify(content),
      created: now,
      not_before: now,
      attempts: 0,
      lease_owner: null,
      lease_until: 0,
      handed_over: null,
      finished: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Mails that nobody has begun to send. */
const isUntouched = (now: number) => (where: ExpressionBuilder<Database, 'outbox'>) =>
  where.and([
    where('finished', 'is', null),
    where('handed_over', 'is', null),
    where('lease_until', '<=', now),
  ]);

/** Whether there is a mail of a message that nobody has begun to send. */
export async function isMailWaiting(trx: WriteTransaction, messageId: string, now: number) {
  const waiting = await trx
    .selectFrom('outbox')
    .select('id')
    .where('message_id', '=', messageId)
    .where(isUntouched(now))
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Makes the mail of a message say what the message says by now, unless mailing has started. */
export async function rewriteMail(trx: WriteTransaction, messageId: string, now: number) {
  if (!(await isMailWaiting(trx, messageId, now))) return;
  const content = JSON.stringify(await packMailOf(trx, messageId));
  await trx
    .updateTable('outbox')
    .set({ content })
    .where('message_id', '=', messageId)
    .where(isUntouched(now))
    .execute();
}

/** The same for a mail that was under way and is put back: its message may have been written anew meanwhile. */
export async function rewritePutBack(trx: WriteTransaction, mailId: string, messageId: string) {
  // Waits for a change that is being made; one that was begun before this is noticed and made again.
  const message = await trx
    .updateTable('message')
    .set(({ ref }) => ({ subject: ref('subject') }))
    .where('id', '=', messageId)
    // Of an erased one nothing is mailed any more.
    .where('email', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!message) return;
  const content = JSON.stringify(await packMailOf(trx, messageId));
  await trx.updateTable('outbox').set({ content }).where('id', '=', mailId).execute();
}

/**
 * Takes the mail of a message back. False when mailing has started: then it may be on its way already.
 * True also when there never was one.
 */
export async function cancelMail(trx: WriteTransaction, messageId: string, now: number) {
  await trx.deleteFrom('outbox').where('message_id', '=', messageId).where(isUntouched(now)).execute();
  const left = await trx
    .selectFrom('outbox')
    .select('id')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return left === undefined;
}

/** A mail that waited for its link begins anew: nobody has tried it meanwhile, and what it waited for is there. */
export async function beginMailAnew(trx: WriteTransaction, messageId: string, now: number) {
  const begun = await trx
    .updateTable('outbox')
    .set({ created: now, attempts: 0, not_before: now })
    .where('message_id', '=', messageId)
    .where('finished', 'is', null)
    .where('handed_over', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (begun)
    await trx.updateTable('message').set({ delivery_detail: null }).where('id', '=', messageId).execute();
}

function idOf(mail: NewMail) {
  if (mail.kind === 'pack') return mail.messageId;
  return mail.kind === 'notice' && mail.messageId ? noticeIdOf(mail.messageId) : newUuid();
}

/** The id of the notice about a message, in the form of a UUID, so that it can be found for erasing. */
export const noticeIdOf = (messageId: string) =>
  createHash('sha256')
    .update(`notice ${messageId}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');

function ownMailOf(mail: Exclude<NewMail, { kind: 'pack' }>): MailContent {
  const to = { name: '', address: mail.recipient };
  if (mail.kind === 'notice')
    return { kind: mail.kind, to, subject: headerText(mail.subject), text: mail.text };
  return { kind: mail.kind, to, sealedCode: mail.sealedCode, expires: mail.expires };
}

async function packMailOf(trx: WriteTransaction, messageId: string): Promise<MailContent> {
  const row = await trx
    .selectFrom('message')
    .innerJoin('account', 'account.id', 'message.owner_id')
    .leftJoin('channel', 'channel.id', 'message.channel_id')
    .leftJoin('signature', 'signature.id', 'message.signature_id')
    .select([
      'message.subject',
      'message.email',
      'message.first_name',
      'message.last_name',
      'message.company',
      'message.message',
      'message.pack_snapshot',
      'message.link_token_sealed',
      'account.name as account_name',
      'account.mail as account_mail',
      'channel.sandbox',
      'signature.id as signature_id',
      ownTitleOfSender.as('own_title'),
      'signature.title as signature_title',
      'signature.job_title as signature_job_title',
      'signature.email as signature_email',
      'signature.telephone',
      'signature.telephone2',
    ])
    .where('message.id', '=', messageId)
    .executeTakeFirstOrThrow();
  const recipientName = headerText([row.first_name, row.last_name].filter(Boolean).join(' '));
  const sender = { name: headerText(row.own_title ?? row.account_name), address: row.account_mail };
  const recipient = { name: recipientName, address: row.email ?? '' };
  const isSandbox = row.sandbox === 1;
  return {
    kind: 'pack',
    to: isSandbox ? sender : recipient,
    replyTo: sender,
    subject: headerText(row.subject),
    message: row.message ?? '',
    packTitle: titleOf(row.pack_snapshot),
    company: row.company ?? '',
    senderName: sender.name,
    recipientName,
    sealedToken: row.link_token_sealed,
    signature: row.signature_id
      ? {
          title: row.signature_title ?? '',
          jobTitle: row.signature_job_title ?? '',
          email: row.signature_email ?? '',
          telephone: row.telephone ?? '',
          telephone2: row.telephone2 ?? '',
        }
      : null,
    meantFor: isSandbox ? headerText(`${recipientName} ${recipient.address}`) : null,
  };
}

function titleOf(snapshot: string) {
  const { title } = JSON.parse(snapshot) as { title?: unknown };
  return typeof title === 'string' ? headerText(title) : '';
}
