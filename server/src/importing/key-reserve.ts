import type { HostDatabase } from '#database/database.ts';
import { expectKeys, forgetKeys } from '#features/content/loose-file-store.ts';
import { newFileKey } from '#files/file-store.ts';

const keysAtOnce = 16;
// Long before anybody could take a key for one whose import has died.
const freshForMs = 3_600_000;

/**
 * Keys for files that an import is about to bring, known to the database before the first byte is written under them: if
 * the import dies, the host finds and removes what no record came to name.
 */
export function createKeyReserve(database: HostDatabase) {
  let keys: string[] = [];
  let madeAt = 0;
  let refill: Promise<void> | undefined;

  async function fill() {
    const now = Date.now();
    const made = Array.from({ length: keysAtOnce }, newFileKey);
    await expectKeys(database, made, now);
    [keys, madeAt] = [made, now];
  }

  return {
    async next(): Promise<string> {
      for (;;) {
        const key = Date.now() - madeAt < freshForMs ? keys.pop() : undefined;
        if (key !== undefined) return key;
        refill ??= fill().finally(() => (refill = undefined));
        await refill;
      }
    },

    /** The rest was never written to. */
    async close() {
      const rest = keys.splice(0);
      if (rest.length > 0) await forgetKeys(database, rest);
    },
  };
}
