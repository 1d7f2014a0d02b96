import type { Kysely } from 'kysely';

/** Links of messages that were taken back: a device that did not hear that its message had come does not bring it again. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('cancelled_link')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .execute();
}
