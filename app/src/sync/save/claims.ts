import type { Table } from 'dexie';
import { isKnownToHost } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { PushableType, QueueRow } from '#storage/device-rows.ts';
import type { PushPlan } from './push-plan.ts';
import { isInDoubt, type PushableRecord, pushableTables } from './pushable.ts';

/** Who pushes, and at which host. */
export interface Turn {
  epoch: number;
  owner: string;
  /** The host's generation; null when it is not known. */
  generation: string | null;
  /** Whether the host said so just now. */
  isSure: boolean;
}

export interface Claim {
  record: PushableRecord;
  row: QueueRow;
  /** As it was before this claim. */
  before: QueueRow;
  /** Of the host that it goes to; null when it is not known. */
  generation: string | null;
}

interface ClaimsParts {
  database: Database;
  userId: () => string | null;
  now: () => number;
}

/** Nobody waits longer than this: what is further ahead was set by another clock. */
export const longestPauseMs = 60 * 60_000;

/** Of a host that tells none. */
const noGeneration = '';

const isToBeMailed = (record: PushableRecord) =>
  record.type === 'salestool--message' && record.sent === true && !isKnownToHost(record) && !record.delivery;

/** What is told of a message that waited longer than a day. */
const waitedLong = 'It has waited on this device for more than a day.';
const dayMs = 24 * 60 * 60_000;

/** What may go is claimed in one transaction with the lease that says whose turn it is, and given back after it went. */
export function createClaims({ database, userId, now }: ClaimsParts) {
  const { lease, queue } = database;
  const tables: Table[] = [lease, queue, ...pushableTables(database)];

  const isAhead = (notBefore: number) => notBefore > now() && notBefore <= now() + longestPauseMs;

  /** Whether no other window has taken over and nobody else has signed in. */
  const isOurs = async ({ epoch, owner }: Turn) =>
    (await lease.get('push'))?.epoch === epoch && userId() === owner;

  const mayGo = (row: QueueRow, { owner, generation, isSure }: Turn) =>
    row.ownerId === owner &&
    row.refused === null &&
    !isAhead(row.notBefore) &&
    // A host restored from a backup must not mail what the one before may have mailed. One that tells no generation knows
    // the message by its id, or nobody knows.
    (!isInDoubt(row) || row.inDoubtSince === noGeneration || (isSure && row.inDoubtSince === generation));

  /** A message waits for its own pack and signature, and for nothing else. */
  async function isHeldBack(record: PushableRecord): Promise<boolean> {
    if (record.type !== 'salestool--message') return false;
    const needs = [record.pack, record.signature].flatMap((target) => (target ? [target.id] : []));
    return needs.length > 0 && (await queue.bulkGet(needs)).some((row) => row !== undefined);
  }

  let asked = 0;

  /** A mail that has waited for long may say what no longer holds: somebody looks at it first. */
  const wantsWord = (row: QueueRow, record: PushableRecord) =>
    isToBeMailed(record) &&
    !isInDoubt(row) &&
    now() - Math.max(record.changed ?? now(), row.confirmed ?? 0) > dayMs;

  /** Gives an item back, unless another window that took over has claimed it since. */
  const release = ({ id, claimedBy }: QueueRow, change: Partial<QueueRow>) =>
    database.write([queue], async () => {
      if ((await queue.get(id))?.claimedBy === claimedBy)
        await queue.update(id, { ...change, claimedBy: null });
    });

  return {
    isAhead,
    isOurs,
    release,

    /** How many were set aside with a question since this was last asked. */
    takeAsked() {
      const count = asked;
      asked = 0;
      return count;
    },

    /** From now on every other window's turn is over. */
    takeLease: () =>
      database.write([lease], async () => {
        const epoch = ((await lease.get('push'))?.epoch ?? 0) + 1;
        await lease.put({ id: 'push', epoch, seen: now() });
        return epoch;
      }),

    /** The next item of a kind; null when there is none. */
    claim: (turn: Turn, type: PushableType, plan: PushPlan) =>
      database.write(tables, async (): Promise<Claim | 'displaced' | null> => {
        for (let id = plan.take(type); id !== undefined; id = plan.take(type)) {
          const [mayClaim, row, record] = await Promise.all([
            isOurs(turn),
            queue.get(id),
            database.records(type).get(id),
          ]);
          if (!mayClaim) return 'displaced';
          if (!row || !record || !mayGo(row, turn)) continue;
          if (await isHeldBack(record)) {
            plan.holdBack(type, id);
            continue;
          }
          if (wantsWord(row, record)) {
            await queue.put({ ...row, refused: waitedLong, asks: true });
            asked += 1;
            continue;
          }
          const claimed = {
            ...row,
            attempts: row.attempts + 1,
            claimedBy: turn.epoch,
            tried: true,
            // Written down before it goes: whoever finds it after a power cut knows that it may have arrived.
            inDoubtSince: isToBeMailed(record) ? (turn.generation ?? noGeneration) : null,
          };
          await queue.put(claimed);
          return { row: claimed, record, before: row, generation: turn.generation };
        }
        return null;
      }),

    /** It never left. */
    giveBack: ({ row, before: { inDoubtSince = null, tried = false } }: Claim) =>
      release(row, { attempts: row.attempts - 1, inDoubtSince, tried }),

    /** It is set aside until somebody looks after it, and holds up nothing else. */
    setAside: (row: QueueRow, reason: string) =>
      release(row, { refused: reason, inDoubtSince: null, tried: false }),
  };
}

export type Claims = ReturnType<typeof createClaims>;
