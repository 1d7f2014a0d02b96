import { type Selectable, type SqlBool, sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import { inPortions } from '#database/in-portions.ts';
import type { MessageTable } from '#database/schema.ts';
import { ownTitle } from '#mail/own-title.ts';

export type SentMessage = Selectable<MessageTable>;

/** The pack as it was sent, which does not change once it may have been read. */
export const sentSnapshot = async (trx: ReadTransaction, id: string): Promise<string | undefined> =>
  (await trx.selectFrom('message').select('pack_snapshot').where('id', '=', id).executeTakeFirst())
    ?.pack_snapshot;

/** A message whole, with the pack as it was sent. */
export const sentMessage = (trx: ReadTransaction, id: string): Promise<SentMessage | undefined> =>
  trx.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Whether a channel is one that a message could be made from: the one it was sent in, or another of its sender's. Within a
 * statement that reads the message.
 */
const isOfSender = (channelId: string) => sql<SqlBool>`(${sql.ref(channelId)} = message.channel_id
  or exists (select 1 from account_channel as own
    where own.account_id = message.owner_id and own.channel_id = ${sql.ref(channelId)})
  or exists (select 1 from account_role as own where own.account_id = message.owner_id and own.role = 'administrator'))`;

const isPublic = sql<SqlBool>`(bundle.availability is null or bundle.availability <> 'internal')`;

/** Whether a media was neither withdrawn since it was sent, nor is internal. Within a statement that reads both. */
export const isShownMedia = sql<SqlBool>`(
  exists (select 1 from bundle_media inner join bundle on bundle.id = bundle_media.bundle_id
      inner join channel_bundle on channel_bundle.bundle_id = bundle.id
    where bundle_media.media_id = media.id and ${isPublic} and ${isOfSender('channel_bundle.channel_id')})
  or exists (select 1 from channel_media
    where channel_media.media_id = media.id and ${isOfSender('channel_media.channel_id')}))`;

export type ShownMedia = Awaited<ReturnType<typeof shownMedias>>[number];

/** Media of a message that a prospect may see, each in the version that was sent, whatever has been imported since. */
export const shownMedias = (trx: ReadTransaction, messageId: string) =>
  trx
    .selectFrom('message_media as sent')
    .innerJoin('message', 'message.id', 'sent.message_id')
    .innerJoin('media', 'media.id', 'sent.media_id')
    .leftJoin('file', 'file.id', 'sent.file_id')
    .select(['media.id', 'media.type', 'sent.name', 'sent.description', 'sent.video', 'sent.file_id'])
    .select(['sent.preview_id', 'file.mime', 'file.filename', 'file.size', 'file.width', 'file.height'])
    .where('sent.message_id', '=', messageId)
    .where(isShownMedia)
    .execute();

/** Of content bundles and mini-apps those that a prospect of a message may see. */
export const shownBundles = (trx: ReadTransaction, messageId: string, named: readonly string[]) =>
  inPortions(named, (ids) =>
    trx
      .selectFrom('bundle')
      .innerJoin('message', (join) => join.on('message.id', '=', messageId))
      .select(['bundle.id', 'bundle.title', 'bundle.body', 'bundle.image_id'])
      .where('bundle.id', 'in', ids)
      .where(isPublic)
      .where(
        sql<SqlBool>`exists (select 1 from channel_bundle
            where channel_bundle.bundle_id = bundle.id and ${isOfSender('channel_bundle.channel_id')})`,
      )
      .execute(),
  );

/** Whose signature stands below, and what the person who sent it is called. */
export async function senderOf(
  trx: ReadTransaction,
  { owner_id, signature_id }: Pick<SentMessage, 'owner_id' | 'signature_id'>,
) {
  const account = await trx
    .selectFrom('account')
    .select(['account.name', ownTitle(owner_id, signature_id).as('title')])
    .where('account.id', '=', owner_id)
    .executeTakeFirstOrThrow();
  const signature = signature_id
    ? await trx.selectFrom('signature').selectAll().where('id', '=', signature_id).executeTakeFirst()
    : undefined;
  return { name: account.title ?? account.name, signature };
}

export const filesById = (trx: ReadTransaction, ids: readonly string[]) =>
  inPortions(ids, (some) => trx.selectFrom('file').selectAll().where('id', 'in', some).execute());

export const filesByKey = (trx: ReadTransaction, keys: readonly string[]) =>
  inPortions(keys, (some) => trx.selectFrom('file').selectAll().where('key', 'in', some).execute());
