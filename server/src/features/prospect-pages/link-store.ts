import { linkTokenPattern } from '@satchel/core/contract/link-token.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { HostDatabase, ReadTransaction } from '#database/database.ts';
import type { FileRow } from '#files/file-store.ts';
import { hashToken } from '#keys.ts';
import { ownTitleOfSender } from '#mail/own-title.ts';
import { isShownMedia, type SentMessage } from './sent-pack-store.ts';

/** What a link's gate has to know of a message. */
const gateColumns = ['link_revoked', 'link_expires', 'link_max_views', 'link_password'] as const;

export type GatedMessage = Pick<SentMessage, 'id' | (typeof gateColumns)[number]>;

/** A message behind a link, without what is on its page. */
export type LinkedMessage = GatedMessage & Pick<SentMessage, 'link_download'>;

const linkedColumns = sql.join(
  ['id', ...gateColumns, 'link_download'].map((column) => sql.ref(`message.${column}`)),
);

/** The message behind a link; undefined for what is no token and for one that nobody knows (yet). */
export const linkedMessage = (database: HostDatabase, token: string) =>
  firstOf<LinkedMessage>(
    database,
    token,
    (hash) => sql`select ${linkedColumns} from message where link_token_hash = ${hash}`,
  );

/** Messages behind many links at once, by the hash of the token. */
export async function messagesByHash(trx: ReadTransaction, hashes: readonly string[]) {
  const rows = await trx
    .selectFrom('message')
    .select(['id', 'owner_id', 'link_token_hash', ...gateColumns])
    .where('link_token_hash', 'in', [...new Set(hashes)])
    .execute();
  return new Map(rows.map((row) => [row.link_token_hash, row]));
}

export type PageState = LinkedMessage;

/**
 * The message behind a link with everything its page is made from, as it is now: equal states mean equal pages. A pack that
 * was sent changes with its message alone, and what lies in channels has revisions. Joins would cost SQLite several times as much.
 */
export const pageState = (tokenHash: string) => sql<PageState>`
  select ${linkedColumns}, message.changed, message.link_token_hash, message.subject, message.first_name, message.last_name, message.company,
    (select account.name from account where account.id = message.owner_id) as owner_name,
    ${ownTitleOfSender} as own_title,
    message.signature_id,
    (select signature.changed from signature where signature.id = message.signature_id) as signature_changed,
    (select value from revision where scope = 'shared') as shared_revision,
    message.channel_id,
    (select value from revision where scope = 'channel:' || message.channel_id) as channel_revision,
    (select string_agg(own.channel_id || ' ' || coalesce(revision.value, 0), ' ' order by own.channel_id)
      from account_channel as own left join revision on revision.scope = 'channel:' || own.channel_id
      where own.account_id = message.owner_id) as own_channels,
    (select string_agg(revision.scope || ' ' || revision.value, ' ' order by revision.scope)
      from account_role as own inner join revision on revision.scope like 'channel:%'
      where own.account_id = message.owner_id and own.role = 'administrator') as all_channels
  from message where message.link_token_hash = ${tokenHash}`;

/**
 * The present state of the page behind a link, by one statement at most; undefined as in `linkedMessage`. The same object
 * as long as nothing has changed at all, where the engine tells that for less.
 */
export async function presentState(database: HostDatabase, token: string): Promise<PageState | undefined> {
  if (!linkTokenPattern.test(token)) return undefined;
  const tokenHash = hashToken(token);
  const moment = await database.moment();
  return moment.recall(`page ${tokenHash}`, async () => (await database.lookUp(pageState(tokenHash)))[0]);
}

/** A file behind a link. */
export interface LinkedFile {
  message: LinkedMessage;
  file: Pick<FileRow, 'key' | 'filename' | 'mime' | 'sha256'>;
}

/**
 * A file that a message was sent with, or its picture, by one statement: the version that was sent. Undefined when a
 * prospect may not see the media.
 */
export const sentFile = (
  database: HostDatabase,
  token: string,
  mediaId: string,
  column: 'file_id' | 'preview_id',
) =>
  linkedFile(
    database,
    token,
    sql`inner join message_media on message_media.message_id = message.id and message_media.media_id = ${mediaId}
      inner join media on media.id = message_media.media_id
      inner join file on file.id = ${sql.ref(`message_media.${column}`)}`,
    isShownMedia,
  );

/** A file by its id, beside the message behind a link. */
export const fileBeside = (database: HostDatabase, token: string, fileId: string) =>
  linkedFile(database, token, sql`inner join file on file.id = ${fileId}`);

async function linkedFile(
  database: HostDatabase,
  token: string,
  joins: RawBuilder<unknown>,
  condition: RawBuilder<SqlBool> = sql`true`,
): Promise<LinkedFile | undefined> {
  const row = await firstOf<LinkedMessage & LinkedFile['file']>(
    database,
    token,
    (
      hash,
    ) => sql`select ${linkedColumns}, file.key, file.filename, file.mime, file.sha256 from message ${joins}
      where message.link_token_hash = ${hash} and ${condition}`,
  );
  if (!row) return undefined;
  const { key, filename, mime, sha256, ...message } = row;
  return { message, file: { key, filename, mime, sha256 } };
}

async function firstOf<Row>(
  database: HostDatabase,
  token: string,
  statement: (tokenHash: string) => RawBuilder<Row>,
): Promise<Row | undefined> {
  if (!linkTokenPattern.test(token)) return undefined;
  const [row] = await database.lookUp(statement(hashToken(token)));
  return row;
}
