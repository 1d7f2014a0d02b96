import type { Kysely } from 'kysely';

/** What a sender may say about a link, and who wants a mail when it is opened. SQLite adds one column at a time. */
export async function up(db: Kysely<unknown>) {
  const message = () => db.schema.alterTable('message');
  await message().addColumn('link_expires', 'bigint').execute();
  await message().addColumn('link_password', 'text').execute();
  await message().addColumn('link_max_views', 'integer').execute();
  await message()
    .addColumn('link_download', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await message().addColumn('link_revoked', 'bigint').execute();
  await db.schema
    .alterTable('account')
    .addColumn('notify_opens', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
