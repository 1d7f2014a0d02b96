import type { Database } from '#storage/database.ts';
import type { EditableMessage } from '#sync/save/editable-message.ts';

interface HoldsParts {
  database: Pick<Database, 'records' | 'queue' | 'lease' | 'write'>;
  now: () => number;
  find: (id: string) => Promise<EditableMessage | null>;
}

/** An hour: as far ahead as the push queue looks. A window may be closed in the middle of an edit. */
const longestMs = 59 * 60_000;

/** Messages that wait, and stay on the device for as long as somebody is at them. */
export function createMessageHolds({ database, now, find }: HoldsParts) {
  const { queue, lease, write } = database;
  /** How many pages of this window edit a message now. */
  const editing = new Map<string, number>();

  async function holdUntil(id: string, until: number) {
    const row = await queue.get(id);
    // Whole rows: Dexie's `update` takes what it read last in a transaction for any table with that key.
    if (row && row.refused === null) await queue.put({ ...row, notBefore: until });
  }

  const letGo = (id: string) =>
    write([queue], async () => {
      if (!editing.has(id)) await holdUntil(id, 0);
    });

  return {
    /** Looks and holds in one step, so that no push comes between the two. */
    begin(id: string) {
      editing.set(id, (editing.get(id) ?? 0) + 1);
      return write([database.records('salestool--message'), queue, lease], async () => {
        const found = await find(id);
        // The page may have been left before it was found.
        if (found && editing.has(id)) await holdUntil(id, now() + longestMs);
        return found;
      });
    },

    /** Lets it go once no page edits it any more. */
    end(id: string) {
      const left = (editing.get(id) ?? 0) - 1;
      if (left > 0) editing.set(id, left);
      else editing.delete(id);
      return letGo(id);
    },

    put: (id: string) => write([queue], () => holdUntil(id, now() + longestMs)),
    /** Unless a page edits it. */
    letGo,
  };
}
