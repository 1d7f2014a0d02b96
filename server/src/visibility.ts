import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Dialect, isOneOf } from '#database/dialect.ts';
import { isAdministrator, type SignedInViewer } from '#http/viewer.ts';

/** From whose eyes a statement is made. */
export interface Sight {
  viewer: SignedInViewer;
  dialect: Dialect;
}

export type RecordTableName =
  | 'channel'
  | 'bundle'
  | 'media'
  | 'file'
  | 'term'
  | 'pack'
  | 'message'
  | 'signature'
  | 'account'
  | 'help_page';

type Rule = (sight: Sight, alias: string) => RawBuilder<SqlBool>;

const isOwn =
  (column: string): Rule =>
  ({ viewer }, alias) =>
    sql`${sql.ref(`${alias}.${column}`)} = ${viewer.accountId}`;

/** The channel named by a column is one of the viewer's; every channel is an administrator's. */
export const isMyChannel = ({ viewer, dialect }: Sight, column: string) =>
  isAdministrator(viewer) ? sql<SqlBool>`1 = 1` : isOneOf(sql.ref(column), viewer.channelIds, dialect);

const newline = sql.lit('\n');

/**
 * Who sees what, one rule per table, as a condition on the row that `alias` names. What a rule
 * leaves out does not exist for the viewer: not in answers, counts, includes, filters or sorts.
 */
export const visible: Record<RecordTableName, Rule> = {
  channel: (sight, alias) => isMyChannel(sight, `${alias}.id`),

  bundle(sight, alias) {
    const inChannel = `${alias}_c`;
    return sql`exists (select 1 from channel_bundle as ${sql.ref(inChannel)}
      where ${sql.ref(`${inChannel}.bundle_id`)} = ${sql.ref(`${alias}.id`)}
      and ${isMyChannel(sight, `${inChannel}.channel_id`)})`;
  },

  media(sight, alias) {
    const [inBundle, inChannel, cover] = [`${alias}_b`, `${alias}_c`, `${alias}_i`];
    const id = sql.ref(`${alias}.id`);
    return sql`(exists (select 1 from bundle_media as ${sql.ref(inBundle)}
        inner join channel_bundle as ${sql.ref(inChannel)}
        on ${sql.ref(`${inChannel}.bundle_id`)} = ${sql.ref(`${inBundle}.bundle_id`)}
        where ${sql.ref(`${inBundle}.media_id`)} = ${id} and ${isMyChannel(sight, `${inChannel}.channel_id`)})
      or exists (select 1 from channel_media as ${sql.ref(inChannel)}
        where ${sql.ref(`${inChannel}.media_id`)} = ${id} and ${isMyChannel(sight, `${inChannel}.channel_id`)})
      or exists (select 1 from channel as ${sql.ref(cover)}
        where ${sql.ref(`${cover}.image_id`)} = ${id} and ${isMyChannel(sight, `${cover}.id`)}))`;
  },

  term(sight, alias) {
    const [used, media] = [`${alias}_t`, `${alias}_m`];
    return sql`exists (select 1 from media_term as ${sql.ref(used)}
      inner join media as ${sql.ref(media)} on ${sql.ref(`${media}.id`)} = ${sql.ref(`${used}.media_id`)}
      where ${sql.ref(`${used}.term_id`)} = ${sql.ref(`${alias}.id`)} and ${visible.media(sight, media)})`;
  },

  file(sight, alias) {
    const id = sql.ref(`${alias}.id`);
    const loose = `${alias}_l`;
    const shownBy = (table: 'media' | 'bundle' | 'signature', ...columns: string[]) => {
      const owner = `${alias}_${table[0]}`;
      const isNamed = columns.map((column) => sql`${sql.ref(`${owner}.${column}`)} = ${id}`);
      return sql`exists (select 1 from ${sql.table(table)} as ${sql.ref(owner)}
        where (${sql.join(isNamed, sql` or `)}) and ${visible[table](sight, owner)})`;
    };
    return sql`(${shownBy('media', 'file_id', 'thumbnail_id', 'thumbnail_image_id', 'preview_image_id')}
      or ${shownBy('bundle', 'image_id')}
      or ${shownBy('signature', 'image_id', 'picture_id')}
      or exists (select 1 from loose_file as ${sql.ref(loose)}
        where ${sql.ref(`${loose}.file_id`)} = ${id} and ${isOwn('owner_id')(sight, loose)}))`;
  },

  pack(sight, alias) {
    const kind = sql.ref(`${alias}.pack_type`);
    return sql`(${kind} = 'global'
      or (${kind} = 'channel' and ${isMyChannel(sight, `${alias}.channel_id`)})
      or (${kind} = 'private' and ${isOwn('owner_id')(sight, alias)}))`;
  },

  message: isOwn('owner_id'),

  signature(sight, alias) {
    const channel = `${alias}_c`;
    return sql`(${isOwn('owner_id')(sight, alias)}
      or exists (select 1 from channel as ${sql.ref(channel)}
        where ${sql.ref(`${channel}.signature_id`)} = ${sql.ref(`${alias}.id`)}
        and ${isMyChannel(sight, `${channel}.id`)}))`;
  },

  account: isOwn('id'),

  help_page({ viewer }, alias) {
    const roles = sql.ref(`${alias}.roles`);
    // One role per line.
    const isFor = viewer.roles.map(
      (role) => sql`(${newline} || ${roles} || ${newline}) like ${`%\n${role}\n%`}`,
    );
    return sql`(${sql.join([sql`${roles} is null`, ...isFor], sql` or `)})`;
  },
};
