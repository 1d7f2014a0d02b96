import type { Kysely } from 'kysely';

/** What was looked for among everybody's: the messages that carry a signature, and the packs that somebody sees. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createIndex('message_signature').on('message').column('signature_id').execute();
  await db.schema.createIndex('pack_kind').on('pack').columns(['pack_type', 'owner_id']).execute();
}
