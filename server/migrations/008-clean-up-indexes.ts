import type { Kysely } from 'kysely';

/** What is looked for again and again in tables that only grow: old tokens, old visits, and a channel's messages. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createIndex('refresh_token_expires').on('refresh_token').column('expires').execute();
  await db.schema.createIndex('view_session_last_seen').on('view_session').column('last_seen').execute();
  await db.schema.createIndex('message_channel').on('message').column('channel_id').execute();
}
