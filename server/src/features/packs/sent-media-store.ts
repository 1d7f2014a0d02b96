import { sql } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { type Dialect, isOneOf } from '#database/dialect.ts';
import { inPortions } from '#database/in-portions.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import { mediaStates } from './sendable-items.ts';

/** Before a message shows another pack. */
export const forgetSentMedias = (trx: WriteTransaction, messageId: string) =>
  trx.deleteFrom('message_media').where('message_id', '=', messageId).execute();

/**
 * Writes down which version of each media a message shows, in the transaction that makes the message or gives it another pack: a file that is
 * imported again later is another version, and the prospect goes on seeing the bytes that were sent. What its sender does
 * not see is left out: a message that comes back after a restore may name anything.
 */
export async function keepSentMedias(
  trx: WriteTransaction,
  messageId: string,
  named: readonly string[],
  { sender, dialect }: { sender: SignedInViewer; dialect: Dialect },
) {
  const seen = [...(await mediaStates(trx, named, sender, dialect)).keys()];
  // A picture that was made for it shows it best, else one made from the file itself.
  await inPortions(seen, async (some) => {
    await sql`insert into message_media (message_id, media_id, name, description, video, file_id, preview_id)
      select cast(${messageId} as text), id, name, description, video, file_id,
        coalesce(preview_image_id, thumbnail_image_id, thumbnail_id, file_id)
      from media where ${isOneOf(sql.ref('id'), some, dialect)}`.execute(trx);
    return [];
  });
}
