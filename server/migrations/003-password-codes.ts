import type { Kysely } from 'kysely';

/** Codes for forgotten passwords, and from where a session was used last. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('session').addColumn('place', 'text').execute();
  await db.schema.createIndex('session_place').on('session').column('place').execute();
  await db.schema
    .createTable('password_code')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('mail_hash', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.references('account.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('tries_left', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('password_code_mail')
    .on('password_code')
    .columns(['mail_hash', 'created'])
    .execute();
  await db.schema.createIndex('password_code_account').on('password_code').column('account_id').execute();
  await db.schema.createIndex('password_code_created').on('password_code').column('created').execute();
}
