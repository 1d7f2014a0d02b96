import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { writeSnapshot } from '@satchel/core/pack/pack-snapshot.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { HostDatabase, ReadTransaction, WriteTransaction } from '#database/database.ts';
import { type Dialect, fold, folded, isOneOf } from '#database/dialect.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import { hashToken, type Keys } from '#keys.ts';
import { noticeIdOf } from '#mail/queue-mail.ts';
import { namedInNotices } from './opening-notice.ts';
import { prospectTexts } from './texts.ts';

/** What the host knows of a prospect, in numbers, and the packs of reps that name the address in their own words. */
export interface KnownOfProspect {
  messageIds: string[];
  /** What mails and events call the prospect: the address, and the names that reps wrote. */
  names: string[];
  mails: number;
  visits: number;
  events: number;
  packs: { title: string; owner: string | null }[];
}

/** @param address in any case of letters */
export async function knownOfProspect(
  trx: ReadTransaction,
  address: string,
  dialect: Dialect,
): Promise<KnownOfProspect> {
  const wanted = fold(address.trim());
  const messages = await trx
    .selectFrom('message')
    .select(['id', 'first_name', 'last_name', 'company', 'email'])
    .where(folded(sql`trim(email)`, dialect), '=', wanted)
    .orderBy('id')
    .execute();
  const messageIds = messages.map(({ id }) => id);
  const called = messages.flatMap((message) => [
    namedInNotices(message),
    [message.first_name, message.last_name].filter(Boolean).join(' '),
  ]);
  const names = [...new Set([address.trim(), ...called.filter(isTelling)])];
  const count = async (rows: RawBuilder<unknown>) => {
    const { rows: found } = await sql<{ found: number }>`select count(*) as found from ${rows}`.execute(trx);
    return Number(found[0]?.found ?? 0);
  };
  const noticeIds = messageIds.map(noticeIdOf);
  const words = sql<string>`title || ' ' || coalesce(notes, '') || ' ' || coalesce(pack_data, '')`;
  const { rows: packs } = await sql<{
    title: string;
    owner: string | null;
  }>`select pack.title, account.name as owner
    from pack left join account on account.id = pack.owner_id
    where ${contains(words, address.trim(), dialect)}
      or exists (select 1 from pack_version as earlier
        where earlier.pack_id = pack.id and ${contains(sql`earlier.document`, address.trim(), dialect)})
    order by pack.title`.execute(trx);
  const isOneOfThem = (column: string, ids: readonly string[]) => isOneOf(sql.ref(column), ids, dialect);
  const known = messageIds.length > 0;
  return {
    messageIds,
    names,
    mails: known
      ? await count(
          sql`outbox where ${isOneOfThem('message_id', messageIds)} or ${isOneOfThem('id', noticeIds)}`,
        )
      : 0,
    visits: known ? await count(sql`view_session where ${isOneOfThem('message_id', messageIds)}`) : 0,
    events: await count(
      known
        ? sql`event where ${isOneOfThem('message_id', messageIds)} or ${isNamedInEvent(names, dialect)}`
        : sql`event where ${isNamedInEvent(names, dialect)}`,
    ),
    packs,
  };
}

// A first name alone is anybody's.
const isTelling = (name: string) => /\S\s+\S|@/.test(name);

const contains = (text: RawBuilder<string>, name: string, dialect: Dialect) =>
  sql<SqlBool>`${folded(text, dialect)} like ${`%${fold(name).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

const isNamedInEvent = (names: readonly string[], dialect: Dialect) =>
  sql<SqlBool>`(${sql.join(
    names.map((name) => contains(sql`coalesce(description, '')`, name, dialect)),
    sql` or `,
  )})`;

/** Takes the words out of events that name a prospect, also those that are about no message. */
export const eraseEvents = ({ write, dialect }: HostDatabase, { names }: Pick<KnownOfProspect, 'names'>) =>
  write((trx) =>
    sql`update event set description = null where ${isNamedInEvent(names, dialect)}`.execute(trx),
  );

const messagesAtOnce = 20;

/** What a message says from then on. */
const erased = {
  subject: prospectTexts.erased,
  email: null,
  pack_snapshot: writeSnapshot({ title: prospectTexts.erased, pack_data: null }),
};

export const isErased = (message: Readonly<Record<string, unknown>>) =>
  Object.entries(erased).every(([column, value]) => message[column] === value);

/** The same of a message that is known by its id, without reading its pack. */
export async function isErasedMessage(trx: ReadTransaction, id: string) {
  const found = await trx
    .selectFrom('message')
    .select('id')
    .where('id', '=', id)
    .where('subject', '=', erased.subject)
    .where('email', 'is', erased.email)
    .where('pack_snapshot', '=', erased.pack_snapshot)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Takes everything that tells who a prospect is out of messages, mails, visits and events. That somebody was written to,
 * when, and how often they looked stays in the sender's figures; the link shows nothing any more. A mail that has not
 * left yet never does. Can be repeated after an interruption: what is left is found again.
 */
export async function eraseMessages(
  database: HostDatabase,
  keys: Keys,
  messageIds: readonly string[],
  now: number,
) {
  for (let start = 0; start < messageIds.length; start += messagesAtOnce) {
    const chunk = messageIds.slice(start, start + messagesAtOnce);
    await database.write(async (trx) => {
      for (const id of chunk) await eraseMessage(trx, keys, id, now);
    });
  }
}

async function eraseMessage(trx: WriteTransaction, keys: Keys, id: string, now: number) {
  // The rep is told of an opening by a mail that names the prospect.
  await trx
    .deleteFrom('outbox')
    .where('id', '=', noticeIdOf(id))
    .where('finished', 'is', null)
    .where('handed_over', 'is', null)
    .execute();
  await trx.updateTable('outbox').set({ content: '{}' }).where('id', '=', noticeIdOf(id)).execute();
  const unsent = await trx
    .deleteFrom('outbox')
    .where('message_id', '=', id)
    .where('finished', 'is', null)
    .where('handed_over', 'is', null)
    .executeTakeFirst();
  await trx
    .updateTable('outbox')
    .set({ recipient: '', content: '{}' })
    .where('message_id', '=', id)
    .execute();
  // The device that made it may have all of it, and would bring it again under another id.
  await trx
    .insertInto('cancelled_link')
    .columns(['token_hash'])
    .expression(trx.selectFrom('message').select('link_token_hash').where('id', '=', id))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Nobody has ever seen this one.
  const token = makeLinkToken();
  const message = await trx
    .updateTable('message')
    .set({
      ...erased,
      ...{ first_name: null, last_name: null, company: null, job_title: null, message: null, memo: null },
      ...{ contact_permission: 0, delivery_detail: null },
      ...{ link_token_hash: hashToken(token), link_token_sealed: keys.seal(token), link_password: null },
      ...{ link_revoked: now, changed: now },
      ...(unsent.numDeletedRows > 0n && { delivery: 'failed', delivery_detail: prospectTexts.erasedUnsent }),
    })
    .where('id', '=', id)
    .returning('owner_id')
    .executeTakeFirst();
  if (!message) return;
  await trx.deleteFrom('message_media').where('message_id', '=', id).execute();
  await trx
    .deleteFrom('view_part')
    .where('session_id', 'in', ({ selectFrom }) =>
      selectFrom('view_session').select('id').where('message_id', '=', id),
    )
    .execute();
  await trx.updateTable('view_session').set({ device: null }).where('message_id', '=', id).execute();
  await trx.updateTable('event').set({ description: null }).where('message_id', '=', id).execute();
  await bumpRevision(trx, ownerScope(message.owner_id));
}
