import { withLock } from '#remote/with-lock.ts';
import { closeWhenReset } from '#storage/close-when-reset.ts';
import type { Database } from '#storage/database.ts';

/** Held by the window that empties the device. */
export const resetLock = 'satchel-reset';

/**
 * Starts this window anew once another one has emptied the device. Until then it writes nothing: what it knows, and what is
 * still on its way to it, belongs to what was there before.
 */
export const restartWhenReset = (
  database: Pick<Database, 'dexie'>,
  restart = async () => location.reload(),
) => closeWhenReset(database, () => void withLock(resetLock, restart));
