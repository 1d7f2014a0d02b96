import { sql } from 'kysely';
import type { TestHost } from './test-host.ts';

/** Tables of what callers see; files that nobody names any longer are cleared away in a time of their own. */
const tables = [
  ...['account', 'account_role', 'account_channel', 'term', 'media', 'bundle', 'channel'],
  ...[
    'help_page',
    'signature',
    'pack',
    'pack_bundle',
    'pack_media',
    'pack_version',
    'message',
    'message_media',
    'cancelled_link',
  ],
  ...['outbox', 'event', 'revision'],
];
const withTime = new Set(['account', 'signature', 'pack', 'message']);

const counts = sql.join(
  tables.flatMap((table) => [
    sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`,
    ...(withTime.has(table)
      ? [sql`(select coalesce(sum(changed), 0) from ${sql.table(table)}) as ${sql.ref(`${table}_changed`)}`]
      : []),
  ]),
);

/** How many rows there are, when records were changed, and how often what people see: equal when nothing was written. */
export async function storedState({ database }: TestHost): Promise<Record<string, string>> {
  const { rows } = await sql<Record<string, unknown>>`select ${counts},
    (select coalesce(sum(value), 0) from revision) as revisions`.execute(database.db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, String(value)]));
}
