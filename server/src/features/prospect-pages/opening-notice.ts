import { tokenValues } from '@satchel/core/pack/fill-tokens.ts';
import type { Config } from '#config.ts';
import type { WriteTransaction } from '#database/database.ts';
import { laterThan } from '#database/revision.ts';
import { queueMail } from '#mail/queue-mail.ts';
import { senderOf } from './sent-pack-store.ts';
import { prospectTexts } from './texts.ts';
import { countedVisits } from './view-store.ts';

/**
 * Marks a message as changed after new visits, so that clients that ask for changes learn of it, and queues one mail to
 * its owner after the very first, if they want that. What happens in a sandbox channel stays there.
 * @returns whether the outbox has something to do
 */
export async function noteOpening(
  trx: WriteTransaction,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  id: string,
  newVisits: number,
  now: number,
): Promise<boolean> {
  const changed = laterThan('message.changed', now);
  await trx.updateTable('message').set({ changed }).where('id', '=', id).execute();
  if ((await countedVisits(trx, id)) !== newVisits) return false;
  const found = await trx
    .selectFrom('message')
    .innerJoin('account', 'account.id', 'message.owner_id')
    .leftJoin('channel', 'channel.id', 'message.channel_id')
    .select(['message.subject', 'message.first_name', 'message.last_name', 'message.company'])
    .select(['message.email', 'message.owner_id', 'message.signature_id'])
    .select(['account.mail', 'account.active', 'account.notify_opens'])
    .select('channel.sandbox')
    .where('message.id', '=', id)
    .executeTakeFirst();
  if (!found?.notify_opens || !found.active || found.sandbox === 1) return false;
  const who = namedInNotices(found) || prospectTexts.somebody;
  const called = await filledSubject(trx, found);
  const subject = prospectTexts.openedSubject(who, called);
  const text = prospectTexts.openedMail(who, called, publicUrl);
  await queueMail(trx, { kind: 'notice', messageId: id, recipient: found.mail, subject, text }, now);
  return true;
}

interface Written extends Recipient {
  subject: string;
  owner_id: string;
  signature_id: string | null;
}

/** What a message is about, as its mail and its page say it. */
async function filledSubject(trx: WriteTransaction, message: Written) {
  const { name } = await senderOf(trx, message);
  return tokenValues({
    recipient_name: nameOf(message),
    recipient_company: message.company ?? '',
    sender_name: name,
    message_subject: message.subject,
  }).message_subject;
}

interface Recipient {
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  email: string | null;
}

const nameOf = ({ first_name, last_name }: Recipient) => [first_name, last_name].filter(Boolean).join(' ');

/** What a prospect is called in a notice; empty when nothing is known. */
export function namedInNotices(recipient: Recipient) {
  const { company, email } = recipient;
  return [nameOf(recipient), company].filter(Boolean).join(', ') || email || '';
}
