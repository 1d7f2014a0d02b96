import { type Kysely, sql } from 'kysely';

/**
 * Bytes may wait for an import, which is nobody's account, and not only for a person's record. What a list of a pack's
 * versions shows stands beside the whole, which may be megabytes. And people say what time it is where they are.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('account').addColumn('timezone', 'text').execute();

  await db.schema.alterTable('loose_file').renameTo('loose_file_before').execute();
  await db.schema
    .createTable('loose_file')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('file_id', 'text', (column) => column.unique().references('file.id').onDelete('set null'))
    .addColumn('owner_id', 'text', (column) => column.references('account.id').onDelete('cascade'))
    .addColumn('remove_after', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into loose_file (key, file_id, owner_id, remove_after)
    select key, file_id, owner_id, remove_after from loose_file_before`.execute(db);
  await db.schema.dropTable('loose_file_before').execute();
  await db.schema.createIndex('loose_file_owner').on('loose_file').column('owner_id').execute();
  await db.schema.createIndex('loose_file_remove_after').on('loose_file').column('remove_after').execute();

  await db.schema
    .alterTable('pack_version')
    .addColumn('summary', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  const { rows } = await sql<Place>`select pack_id, changed from pack_version`.execute(db);
  // One after the other: together they need not fit into memory.
  for (const place of rows) await summarise(db, place);
}

interface Place {
  pack_id: string;
  changed: number;
}

async function summarise(db: Kysely<unknown>, { pack_id, changed }: Place) {
  const here = sql`pack_id = ${pack_id} and changed = ${changed}`;
  const { rows } = await sql<{ document: string }>`select document from pack_version where ${here}`.execute(
    db,
  );
  const { pack_data, meta, ...summary } = JSON.parse(rows[0]?.document ?? '{}');
  await sql`update pack_version set summary = ${JSON.stringify(summary)} where ${here}`.execute(db);
}
