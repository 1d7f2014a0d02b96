import type { Database } from './database.ts';

/**
 * Closes the database for good once somebody deletes it, in this window or another one. Dexie would make it anew with the
 * next write, and what is still on its way here belongs to what was there before.
 * @param whenClosed called when that has happened
 */
export function closeWhenReset({ dexie }: Pick<Database, 'dexie'>, whenClosed?: () => void) {
  dexie.on('versionchange', ({ newVersion }) => {
    // A newer app needs it to itself for a moment only.
    if (newVersion !== null) return true;
    dexie.close();
    whenClosed?.();
    // Dexie's own answer would let it be opened again.
    return false;
  });
}
