import { newId } from '@satchel/core/pack/new-id.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import { type Every, everyInRealTime } from '#sync/runner-lock.ts';
import { isAhead } from '#sync/save/claims.ts';
import type { EditableMessage } from '#sync/save/editable-message.ts';
import type { PushQueue } from '#sync/save/push-queue.ts';

interface HoldsParts {
  database: Pick<Database, 'records' | 'queue' | 'lease' | 'write'>;
  now: () => number;
  find: (id: string) => Promise<EditableMessage | null>;
  engine: () => Promise<{ queue: Pick<PushQueue, 'heed'> }>;
  every?: Every | undefined;
}

/** As often as browsers let a hidden page do anything. */
const renewedMs = 60_000;

/**
 * A window that was closed or froze in the middle of an edit keeps nothing back for longer. A hidden page may be a whole
 * minute late, and one renewal may fail.
 */
const holdMs = 5 * 60_000;

/**
 * Messages that wait, and stay on the device for as long as somebody is at them. Each window that has one open has a hold of
 * its own on it, which whatever is written in the message's place takes off.
 */
export function createMessageHolds({ database, now, find, engine, every = everyInRealTime }: HoldsParts) {
  const { queue, lease, write } = database;
  /** How many pages of this window are at a message now. */
  const open = new Map<string, number>();
  const name = newId();
  let stopRenewing = () => {};

  /** Inside the caller's transaction. */
  async function putHolds(row: QueueRow, holds: Record<string, number>) {
    const ahead = Object.values(holds).filter((until) => isAhead(until, now()));
    // Whole rows: Dexie's `update` takes what it read last in a transaction for any table with that key.
    await queue.put({ ...row, holds, notBefore: Math.max(0, ...ahead) });
  }

  const hold = (row: QueueRow) => putHolds(row, { ...row.holds, [name]: now() + holdMs });

  const isHeldHere = ({ id, holds = {} }: QueueRow) => open.has(id) && name in holds;

  async function holdNew(id: string) {
    const row = await queue.get(id);
    if (row && row.refused === null) await hold(row);
  }

  /** What somebody wrote in a message's place is not held any more, although its page is open here. */
  async function renew() {
    await write([queue], async () => {
      const rows = await queue.bulkGet([...open.keys()]);
      for (const row of rows) if (row && isHeldHere(row)) await hold(row);
    });
  }

  function count(id: string) {
    // A hold that could not be renewed is so the next time, or has run out.
    if (open.size === 0) stopRenewing = every(renewedMs, () => void renew().catch(() => {}));
    open.set(id, (open.get(id) ?? 0) + 1);
    // Without the engine nothing is pushed here.
    engine().then(
      ({ queue: pushes }) => pushes.heed(isHeldHere),
      () => {},
    );
  }

  function countOff(id: string) {
    const left = (open.get(id) ?? 0) - 1;
    if (left > 0) open.set(id, left);
    else open.delete(id);
    if (open.size === 0) stopRenewing();
  }

  return {
    /** Looks and holds in one step, so that no push comes between the two. */
    begin(id: string) {
      count(id);
      return write([database.records('salestool--message'), queue, lease], async () => {
        const found = await find(id);
        // The page may have been left before it was found.
        if (found && open.has(id)) await holdNew(id);
        return found;
      });
    },

    put(id: string) {
      count(id);
      return write([queue], () => holdNew(id));
    },

    /** Lets it go once no page of this window is at it any more; the holds of other windows stay. */
    end(id: string) {
      countOff(id);
      return write([queue], async () => {
        const row = await queue.get(id);
        if (!row || open.has(id)) return;
        const { [name]: own, ...others } = row.holds ?? {};
        if (own !== undefined) await putHolds(row, others);
      });
    },
  };
}
