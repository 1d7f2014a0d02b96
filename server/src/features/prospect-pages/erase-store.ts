import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { writeSnapshot } from '@satchel/core/pack/pack-snapshot.ts';
import { sql } from 'kysely';
import type { HostDatabase, ReadTransaction, WriteTransaction } from '#database/database.ts';
import { type Dialect, fold, folded, isOneOf } from '#database/dialect.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import { hashToken, type Keys } from '#keys.ts';
import { prospectTexts } from './texts.ts';

/** What the host knows of a prospect, in numbers, and the packs of reps that name the address in their own words. */
export interface KnownOfProspect {
  messageIds: string[];
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
    .select('id')
    .where(folded(sql.ref('email'), dialect), '=', wanted)
    .orderBy('id')
    .execute();
  const messageIds = messages.map(({ id }) => id);
  const count = async (table: 'outbox' | 'view_session' | 'event') => {
    const { rows } = await sql<{ found: number }>`select count(*) as found from ${sql.table(table)}
      where ${isOneOf(sql.ref('message_id'), messageIds, dialect)}`.execute(trx);
    return Number(rows[0]?.found ?? 0);
  };
  const words = sql<string>`title || ' ' || coalesce(notes, '') || ' ' || coalesce(pack_data, '')`;
  const { rows: packs } = await sql<{
    title: string;
    owner: string | null;
  }>`select pack.title, account.name as owner
    from pack left join account on account.id = pack.owner_id
    where ${folded(words, dialect)} like ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'
    order by pack.title`.execute(trx);
  const known = messageIds.length > 0;
  return {
    messageIds,
    mails: known ? await count('outbox') : 0,
    visits: known ? await count('view_session') : 0,
    events: known ? await count('event') : 0,
    packs,
  };
}

const messagesAtOnce = 20;

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
  // Nobody has ever seen this one.
  const token = makeLinkToken();
  const message = await trx
    .updateTable('message')
    .set({
      ...{ subject: prospectTexts.erased, email: null, first_name: null, last_name: null, company: null },
      ...{ job_title: null, message: null, memo: null, contact_permission: 0, delivery_detail: null },
      ...{ link_token_hash: hashToken(token), link_token_sealed: keys.seal(token), link_password: null },
      ...{ link_revoked: now, changed: now },
      pack_snapshot: writeSnapshot({ title: prospectTexts.erased, pack_data: null }),
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
