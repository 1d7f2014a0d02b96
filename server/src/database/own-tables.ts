import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './dialect.ts';

/**
 * Every table with content that any step has left, also those that a later one renames or drops: they are in the backups of
 * before. On PostgreSQL others may stand in the same schema, which are nobody's business here.
 */
export const ownTables: readonly string[] = [
  'account',
  'account_channel',
  'account_role',
  'bundle',
  'bundle_media',
  'cancelled_link',
  'channel',
  'channel_bundle',
  'channel_media',
  'event',
  'file',
  'help_page',
  'loose_file',
  'media',
  'media_term',
  'message',
  'message_media',
  'outbox',
  'pack',
  'pack_bundle',
  'pack_media',
  'pack_version',
  'password_code',
  'refresh_token',
  'revision',
  'session',
  'setting',
  'sign_in_attempt',
  'signature',
  'term',
  'view_part',
  'view_session',
  'view_total',
];

export const isOwnTable = (name: string) => ownTables.includes(name);

/** The comment of every table that a step has made on PostgreSQL. */
export const ownMark = 'Satchel';

/**
 * A step that marks the tables it makes, so that an older version, which does not know the step, can tell whose they are
 * when a backup takes their place.
 */
export const marking = (step: Migration, dialect: Dialect): Migration =>
  dialect === 'sqlite'
    ? step
    : {
        async up(db: Kysely<unknown>) {
          const before = (await presentTables(db)).map(({ id }) => id);
          await step.up(db);
          const made = (await presentTables(db)).filter(({ id }) => !before.includes(id));
          for (const { name } of made)
            await sql`comment on table ${sql.table(name)} is ${sql.lit(ownMark)}`.execute(db);
        },
      };

// Not by name: a step may put a new table in the place of an old one.
async function presentTables(db: Kysely<unknown>) {
  const { rows } = await sql<{ id: number; name: string }>`select tables.oid as id, relname as name
    from pg_catalog.pg_class as tables
    join pg_catalog.pg_namespace as schemas on schemas.oid = relnamespace
    where relkind in ('r', 'p') and nspname = current_schema()`.execute(db);
  return rows;
}
