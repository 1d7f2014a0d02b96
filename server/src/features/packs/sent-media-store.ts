import { packMediaIds } from '@satchel/core/pack/pack-contents.ts';
import { readSnapshot } from '@satchel/core/pack/pack-snapshot.ts';
import { sql } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { type Dialect, isOneOf } from '#database/dialect.ts';

/**
 * Writes down which version of each media a message shows, in the transaction that makes the message: a file that is
 * imported again later is another version, and the prospect goes on seeing the bytes that were sent.
 */
export async function keepSentMedias(
  trx: WriteTransaction,
  messageId: string,
  snapshot: string,
  dialect: Dialect,
) {
  const read = readSnapshot(snapshot);
  const named = read.ok ? packMediaIds(read.pack) : [];
  if (named.length === 0) return;
  // A picture that was made for it shows it best, else one made from the file itself.
  await sql`insert into message_media (message_id, media_id, name, description, video, file_id, preview_id)
    select cast(${messageId} as text), id, name, description, video, file_id,
      coalesce(preview_image_id, thumbnail_image_id, thumbnail_id, file_id)
    from media where ${isOneOf(sql.ref('id'), named, dialect)}`.execute(trx);
}
