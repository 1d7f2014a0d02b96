import { type Kysely, sql } from 'kysely';

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const pageSize = 100;
const idsAtOnce = 500;

/** Which version of each media a message showed when it was made, and what of a page was looked at in a visit. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('message_media')
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('message.id').onDelete('cascade'),
    )
    .addColumn('media_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('video', 'text')
    .addColumn('file_id', 'text', (column) => column.references('file.id'))
    .addColumn('preview_id', 'text', (column) => column.references('file.id'))
    .addPrimaryKeyConstraint('message_media_key', ['message_id', 'media_id'])
    .execute();
  for (const column of ['file_id', 'preview_id']) {
    await db.schema.createIndex(`message_media_${column}`).on('message_media').column(column).execute();
  }

  await db.schema
    .createTable('view_part')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('view_session.id').onDelete('cascade'),
    )
    .addColumn('part', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('visible_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('view_part_key', ['session_id', 'part', 'number'])
    .execute();

  await keepWhatMessagesShow(db as Kysely<Existing>);
}

interface Existing {
  message: { id: string; pack_snapshot: string };
}

/** Messages that are there already go on showing what they show today. Ids that name no media find none. */
async function keepWhatMessagesShow(db: Kysely<Existing>) {
  for (let after = ''; ; ) {
    const messages = await db
      .selectFrom('message')
      .select(['id', 'pack_snapshot'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const { id, pack_snapshot } of messages) {
      const named = [...new Set(pack_snapshot.match(uuid) ?? [])];
      for (let start = 0; start < named.length; start += idsAtOnce) {
        await sql`insert into message_media (message_id, media_id, name, description, video, file_id, preview_id)
          select ${id}, id, name, description, video, file_id,
            coalesce(preview_image_id, thumbnail_image_id, thumbnail_id, file_id)
          from media where id in (${sql.join(named.slice(start, start + idsAtOnce))})`.execute(db);
      }
    }
    const last = messages.at(-1);
    if (!last || messages.length < pageSize) return;
    after = last.id;
  }
}
