import { type Kysely, sql } from 'kysely';

/** Mails whose outcome is unknown were kept whole. */
export async function up(db: Kysely<unknown>) {
  await sql`update outbox set content = '{}' where finished is not null`.execute(db);
}
