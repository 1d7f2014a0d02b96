import type { Kysely } from 'kysely';

/** Every record kind of the first release. Published steps are never edited, only followed by another. */
export async function up(db: Kysely<unknown>) {
  const table = (name: string) => db.schema.createTable(name);
  const recordTable = (name: string) =>
    table(name)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('internal_id', 'bigint', (column) => column.notNull().unique())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('changed', 'bigint', (column) => column.notNull());

  await table('setting')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();

  await recordTable('account')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('mail', 'text', (column) => column.notNull())
    .addColumn('mail_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('langcode', 'text', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .execute();

  await table('account_role')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('account_role_key', ['account_id', 'role'])
    .execute();

  await table('session')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('revoked', 'bigint')
    .execute();
  await db.schema.createIndex('session_account').on('session').column('account_id').execute();

  await table('refresh_token')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('session.id').onDelete('cascade'),
    )
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('rotated', 'bigint')
    .execute();
  await db.schema.createIndex('refresh_token_session').on('refresh_token').column('session_id').execute();

  await table('sign_in_attempt')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('first_failure', 'bigint', (column) => column.notNull())
    .addColumn('blocked_until', 'bigint', (column) => column.notNull())
    .execute();

  await recordTable('file')
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('mime', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('alt', 'text', (column) => column.notNull())
    .addColumn('source', 'text')
    .execute();

  await recordTable('term')
    .addColumn('vocabulary', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addUniqueConstraint('term_name', ['vocabulary', 'name'])
    .execute();

  await recordTable('media')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('document_size', 'text')
    .addColumn('video', 'text')
    .addColumn('file_id', 'text', (column) => column.references('file.id'))
    .addColumn('thumbnail_id', 'text', (column) => column.references('file.id'))
    .addColumn('thumbnail_image_id', 'text', (column) => column.references('file.id'))
    .addColumn('preview_image_id', 'text', (column) => column.references('file.id'))
    .addColumn('source', 'text')
    .execute();
  for (const column of ['file_id', 'thumbnail_id', 'thumbnail_image_id', 'preview_image_id']) {
    await db.schema.createIndex(`media_${column}`).on('media').column(column).execute();
  }

  await table('media_term')
    .addColumn('media_id', 'text', (column) => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('term_id', 'text', (column) => column.notNull().references('term.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('media_term_key', ['media_id', 'term_id'])
    .execute();
  await db.schema.createIndex('media_term_term').on('media_term').column('term_id').execute();

  await recordTable('bundle')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('body', 'text')
    .addColumn('body_summary', 'text')
    .addColumn('availability', 'text')
    .addColumn('color', 'text')
    .addColumn('image_id', 'text', (column) => column.references('file.id'))
    .addColumn('miniapp_type', 'text')
    .addColumn('urls', 'text')
    .addColumn('init_data', 'text')
    .addColumn('source', 'text')
    .execute();
  await db.schema.createIndex('bundle_image').on('bundle').column('image_id').execute();

  await table('bundle_media')
    .addColumn('bundle_id', 'text', (column) => column.notNull().references('bundle.id').onDelete('cascade'))
    .addColumn('media_id', 'text', (column) => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('bundle_media_key', ['bundle_id', 'media_id'])
    .execute();
  await db.schema.createIndex('bundle_media_media').on('bundle_media').column('media_id').execute();

  await recordTable('signature')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('job_title', 'text')
    .addColumn('email', 'text')
    .addColumn('telephone', 'text')
    .addColumn('telephone2', 'text')
    .addColumn('shared', 'integer', (column) => column.notNull())
    .addColumn('image_id', 'text', (column) => column.references('file.id'))
    .addColumn('picture_id', 'text', (column) => column.references('file.id'))
    .addColumn('owner_id', 'text', (column) => column.references('account.id').onDelete('cascade'))
    .addColumn('source', 'text')
    .execute();
  for (const column of ['owner_id', 'image_id', 'picture_id']) {
    await db.schema.createIndex(`signature_${column}`).on('signature').column(column).execute();
  }

  await recordTable('channel')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('body', 'text')
    .addColumn('body_summary', 'text')
    .addColumn('news', 'text')
    .addColumn('sandbox', 'integer', (column) => column.notNull())
    .addColumn('pack_header', 'text')
    .addColumn('pack_footer', 'text')
    .addColumn('image_id', 'text', (column) => column.references('media.id'))
    .addColumn('signature_id', 'text', (column) => column.references('signature.id'))
    .addColumn('source', 'text')
    .execute();
  await db.schema.createIndex('channel_image').on('channel').column('image_id').execute();
  await db.schema.createIndex('channel_signature').on('channel').column('signature_id').execute();

  await table('account_channel')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('channel_id', 'text', (column) =>
      column.notNull().references('channel.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('account_channel_key', ['account_id', 'channel_id'])
    .execute();
  await db.schema.createIndex('account_channel_channel').on('account_channel').column('channel_id').execute();

  await table('channel_bundle')
    .addColumn('channel_id', 'text', (column) =>
      column.notNull().references('channel.id').onDelete('cascade'),
    )
    .addColumn('bundle_id', 'text', (column) => column.notNull().references('bundle.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('channel_bundle_key', ['channel_id', 'bundle_id'])
    .execute();
  await db.schema.createIndex('channel_bundle_bundle').on('channel_bundle').column('bundle_id').execute();

  await table('channel_media')
    .addColumn('channel_id', 'text', (column) =>
      column.notNull().references('channel.id').onDelete('cascade'),
    )
    .addColumn('media_id', 'text', (column) => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('channel_media_key', ['channel_id', 'media_id'])
    .execute();
  await db.schema.createIndex('channel_media_media').on('channel_media').column('media_id').execute();

  await recordTable('help_page')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('alias', 'text', (column) => column.notNull().unique())
    .addColumn('paths', 'text')
    .addColumn('roles', 'text')
    .addColumn('body', 'text')
    .addColumn('source', 'text')
    .execute();

  await recordTable('pack')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('notes', 'text')
    .addColumn('color', 'text')
    .addColumn('pack_type', 'text', (column) => column.notNull())
    .addColumn('pack_data', 'text')
    .addColumn('meta', 'text')
    .addColumn('archived', 'integer', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.references('channel.id'))
    .addColumn('owner_id', 'text', (column) => column.references('account.id'))
    .addColumn('source', 'text')
    .execute();
  await db.schema.createIndex('pack_owner').on('pack').columns(['owner_id', 'channel_id']).execute();
  await db.schema.createIndex('pack_channel').on('pack').columns(['channel_id', 'pack_type']).execute();

  await table('pack_bundle')
    .addColumn('pack_id', 'text', (column) => column.notNull().references('pack.id').onDelete('cascade'))
    .addColumn('bundle_id', 'text', (column) => column.notNull().references('bundle.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('pack_bundle_key', ['pack_id', 'bundle_id'])
    .execute();

  await table('pack_media')
    .addColumn('pack_id', 'text', (column) => column.notNull().references('pack.id').onDelete('cascade'))
    .addColumn('media_id', 'text', (column) => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('pack_media_key', ['pack_id', 'media_id'])
    .execute();

  await table('pack_version')
    .addColumn('pack_id', 'text', (column) => column.notNull().references('pack.id').onDelete('cascade'))
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('pack_version_key', ['pack_id', 'changed'])
    .execute();

  await recordTable('message')
    .addColumn('owner_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('pack_id', 'text', (column) => column.notNull().references('pack.id'))
    .addColumn('channel_id', 'text', (column) => column.references('channel.id'))
    .addColumn('signature_id', 'text', (column) => column.references('signature.id'))
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('company', 'text')
    .addColumn('job_title', 'text')
    .addColumn('message', 'text')
    .addColumn('memo', 'text')
    .addColumn('contact_permission', 'integer', (column) => column.notNull())
    .addColumn('sent', 'integer', (column) => column.notNull())
    .addColumn('date_sent', 'bigint')
    .addColumn('link_token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('link_token_sealed', 'text', (column) => column.notNull())
    .addColumn('pack_snapshot', 'text', (column) => column.notNull())
    .addColumn('delivery', 'text', (column) => column.notNull())
    .addColumn('delivery_detail', 'text')
    .execute();
  await db.schema.createIndex('message_owner').on('message').column('owner_id').execute();
  await db.schema.createIndex('message_pack').on('message').column('pack_id').execute();

  await table('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) => column.unique().references('message.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('not_before', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('handed_over', 'bigint')
    .addColumn('finished', 'bigint')
    .execute();
  await db.schema.createIndex('outbox_ready').on('outbox').columns(['finished', 'not_before']).execute();

  await table('view_session')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('message.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('device', 'text')
    .addColumn('started', 'bigint', (column) => column.notNull())
    .addColumn('last_seen', 'bigint', (column) => column.notNull())
    .addColumn('visible_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('view_session_message').on('view_session').column('message_id').execute();

  await table('view_total')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('view_session.id').onDelete('cascade'),
    )
    .addColumn('media_id', 'text', (column) => column.notNull())
    .addColumn('visible_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('view_total_key', ['session_id', 'media_id'])
    .execute();

  await table('event')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('event_type_id', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('description', 'text')
    .addColumn('date', 'bigint', (column) => column.notNull())
    .addColumn('received', 'bigint', (column) => column.notNull())
    .addColumn('channel_id', 'text')
    .addColumn('media_id', 'text')
    .addColumn('pack_id', 'text')
    .addColumn('message_id', 'text')
    .execute();
  await db.schema.createIndex('event_account').on('event').column('account_id').execute();

  await table('revision')
    .addColumn('scope', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .execute();
}
