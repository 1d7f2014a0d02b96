import { linkTokenPattern } from '@satchel/core/contract/link-token.ts';
import { packMediaIds, packReferences } from '@satchel/core/pack/pack-contents.ts';
import type { PackData } from '@satchel/core/pack/pack-data.ts';
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import type { Database, MessageTable } from '#database/schema.ts';
import { hashToken } from '#keys.ts';

export type SentMessage = Selectable<MessageTable>;

/** The message behind a link; undefined for what is no token and for one that nobody knows (yet). */
export const knownMessage = async (trx: ReadTransaction, token: string) =>
  linkTokenPattern.test(token)
    ? trx.selectFrom('message').selectAll().where('link_token_hash', '=', hashToken(token)).executeTakeFirst()
    : undefined;

/** What a link's gate has to know of a message. */
const gateColumns = ['link_revoked', 'link_expires', 'link_max_views', 'link_password'] as const;

export type GatedMessage = Pick<SentMessage, 'id' | (typeof gateColumns)[number]>;

/** Messages behind many links at once, by the hash of the token, without what is on their pages. */
export async function messagesByHash(trx: ReadTransaction, hashes: readonly string[]) {
  const rows = await trx
    .selectFrom('message')
    .select(['id', 'owner_id', 'link_token_hash', ...gateColumns])
    .where('link_token_hash', 'in', [...new Set(hashes)])
    .execute();
  return new Map(rows.map((row) => [row.link_token_hash, row]));
}

/** Where what is sent may come from: the channel it was sent in, and the others of its sender. */
export async function channelsOfSender(trx: ReadTransaction, { channel_id, owner_id }: SentMessage) {
  const others = await trx
    .selectFrom('channel')
    .select('channel.id')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('account_channel')
            .select('account_channel.channel_id')
            .whereRef('account_channel.channel_id', '=', 'channel.id')
            .where('account_channel.account_id', '=', owner_id),
        ),
        exists(
          selectFrom('account_role')
            .select('account_role.role')
            .where('account_role.account_id', '=', owner_id)
            .where('account_role.role', '=', 'administrator'),
        ),
      ]),
    )
    .execute();
  const ids = others.map(({ id }) => id);
  return channel_id === null ? ids : [...new Set([channel_id, ...ids])];
}

const isPublic = ({ or, eb }: ExpressionBuilder<Database, 'bundle'>) =>
  or([eb('bundle.availability', 'is', null), eb('bundle.availability', '!=', 'internal')]);

export type ShownMedia = Awaited<ReturnType<typeof shownMedias>>[number];

/**
 * Media a prospect may see: named by the pack as sent, not withdrawn since, and not internal. Each is the version that
 * was sent, whatever has been imported since.
 * @param only looks for this one alone
 */
export async function shownMedias(
  trx: ReadTransaction,
  message: SentMessage,
  pack: PackData,
  channelIds: readonly string[],
  only?: string,
) {
  const named = new Set(packMediaIds(pack).filter((id) => only === undefined || id === only));
  if (named.size === 0 || channelIds.length === 0) return [];
  const rows = await trx
    .selectFrom('message_media as sent')
    .innerJoin('media', 'media.id', 'sent.media_id')
    .leftJoin('file', 'file.id', 'sent.file_id')
    .select(['media.id', 'media.type', 'sent.name', 'sent.description', 'sent.video', 'sent.file_id'])
    .select(['sent.preview_id', 'file.mime', 'file.filename', 'file.size', 'file.width', 'file.height'])
    .where('sent.message_id', '=', message.id)
    .$if(only !== undefined, (query) => query.where('media.id', '=', only as string))
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('bundle_media')
            .innerJoin('bundle', 'bundle.id', 'bundle_media.bundle_id')
            .innerJoin('channel_bundle', 'channel_bundle.bundle_id', 'bundle.id')
            .select('bundle.id')
            .whereRef('bundle_media.media_id', '=', 'media.id')
            .where('channel_bundle.channel_id', 'in', channelIds)
            .where(isPublic),
        ),
        exists(
          selectFrom('channel_media')
            .select('channel_media.media_id')
            .whereRef('channel_media.media_id', '=', 'media.id')
            .where('channel_media.channel_id', 'in', channelIds),
        ),
      ]),
    )
    .execute();
  return rows.filter(({ id }) => named.has(id));
}

/** Content bundles and mini-apps of the pack that a prospect may see. */
export async function shownBundles(trx: ReadTransaction, pack: PackData, channelIds: readonly string[]) {
  const named = packReferences(pack).bundles.map(({ id }) => id);
  if (channelIds.length === 0) return [];
  return inPortions(named, (ids) =>
    trx
      .selectFrom('bundle')
      .select(['bundle.id', 'bundle.title', 'bundle.body', 'bundle.image_id'])
      .where('bundle.id', 'in', ids)
      .where(isPublic)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('channel_bundle')
            .select('channel_bundle.bundle_id')
            .whereRef('channel_bundle.bundle_id', '=', 'bundle.id')
            .where('channel_bundle.channel_id', 'in', channelIds),
        ),
      )
      .execute(),
  );
}

/** Whose signature stands below, and what the person who sent it is called. */
export async function senderOf(trx: ReadTransaction, { owner_id, signature_id }: SentMessage) {
  const account = await trx
    .selectFrom('account')
    .leftJoin('signature', 'signature.owner_id', 'account.id')
    .select(['account.name', 'signature.title'])
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

// Well under the parameters that either engine takes: a rep's words can name any number.
const namesAtOnce = 1000;

/** Rows by their names, each name once. */
async function inPortions<Row>(names: readonly string[], read: (some: string[]) => Promise<Row[]>) {
  const once = [...new Set(names)];
  const rows: Row[] = [];
  for (let start = 0; start < once.length; start += namesAtOnce)
    rows.push(...(await read(once.slice(start, start + namesAtOnce))));
  return rows;
}
