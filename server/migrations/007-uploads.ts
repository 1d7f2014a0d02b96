import { type Kysely, sql } from 'kysely';

/**
 * Bytes that no record holds: being uploaded, waiting to be named, or replaced and about to go. And packs may name a
 * document twice. SQLite cannot change a primary key, so those two tables are made anew.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('loose_file')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('file_id', 'text', (column) => column.unique().references('file.id').onDelete('set null'))
    .addColumn('owner_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('remove_after', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('loose_file_owner').on('loose_file').column('owner_id').execute();
  await db.schema.createIndex('loose_file_remove_after').on('loose_file').column('remove_after').execute();

  for (const target of ['bundle', 'media']) {
    const [table, before, column] = [`pack_${target}`, `pack_${target}_before`, `${target}_id`];
    await db.schema.alterTable(table).renameTo(before).execute();
    await db.schema
      .createTable(table)
      .addColumn('pack_id', 'text', (id) => id.notNull().references('pack.id').onDelete('cascade'))
      .addColumn(column, 'text', (id) => id.notNull().references(`${target}.id`).onDelete('cascade'))
      .addColumn('position', 'integer', (position) => position.notNull())
      .addPrimaryKeyConstraint(`${table}_place`, ['pack_id', 'position'])
      .execute();
    // Positions had not to be different before.
    await sql`insert into ${sql.table(table)} (pack_id, ${sql.ref(column)}, position)
      select pack_id, ${sql.ref(column)},
        row_number() over (partition by pack_id order by position, ${sql.ref(column)}) - 1
      from ${sql.table(before)}`.execute(db);
    await db.schema.dropTable(before).execute();
    await db.schema.createIndex(`${table}_${target}`).on(table).column(column).execute();
  }
}
