import type { Table } from 'dexie';
import type { FlatRecord } from '#remote/documents.ts';
import { errorText, type Failure, failureOf } from '#remote/failure.ts';
import type { WithLock } from '#remote/with-lock.ts';
import type { Database } from '#storage/database.ts';
import type { PushableType, QueueRow } from '#storage/device-rows.ts';
import type { Activity, PushReport } from '#sync/activity.ts';
import { EditConflict } from './edit-conflict.ts';
import { type KeptBoth, keepBoth } from './keep-both.ts';
import { type PushableRecord, pushableTables, pushOrder } from './pushable.ts';
import { createRunnerLock } from './runner-lock.ts';
import type { SendRecord } from './send-record.ts';
import { settleRecord } from './settle-record.ts';

interface PushQueueParts {
  database: Database;
  send: SendRecord;
  withLock: WithLock;
  activity: Activity;
  /** Nothing is pushed under another account than the one that made it. */
  userId: () => string | null;
  now?: () => number;
  /** Told of a pack that was changed on another device too. */
  onKeptBoth: (kept: KeptBoth) => void;
  /** Called with the wait until an item that met a busy host may go again. */
  tryAgainIn: (ms: number) => void;
}

/** CONST-08 */
const messagesPerRun = 10;
const firstWaitMs = 5_000;
const longestWaitMs = 15 * 60_000;
const longestPauseMs = 60 * 60_000;

type Claim = { record: PushableRecord; row: QueueRow };
/** Why a run ended before everything was tried; `displaced`: another window took over. */
type Stop = Failure | { kind: 'displaced' };
type Outcome = { went: 'sent' | 'refused' | 'later' | 'copied' } | { stop: Stop };

interface RunOptions {
  messages: number;
  /** Only these records, for a save that waits for its own push. */
  only?: ReadonlySet<string>;
}

/**
 * Pushes what waits: signatures, packs, messages (SYNC-33 to SYNC-38). One run at a time on this device: a lock keeps
 * other windows out, and the lease's epoch, checked in the transaction that claims each item, stops a window that
 * froze inside a run. Correct without either: creates carry the client's id.
 */
export function createPushQueue({
  database,
  send,
  withLock,
  activity,
  userId,
  now = Date.now,
  onKeptBoth,
  tryAgainIn,
}: PushQueueParts) {
  const { lease, queue } = database;
  const tables: Table[] = [lease, queue, ...pushableTables(database)];

  const takeLease = () =>
    database.write([lease], async () => {
      const epoch = ((await lease.get('push'))?.epoch ?? 0) + 1;
      await lease.put({ id: 'push', epoch, seen: now() });
      return epoch;
    });

  /** A message waits for its own pack and signature, and for nothing else. */
  async function isHeldBack(record: PushableRecord): Promise<boolean> {
    if (record.type !== 'salestool--message') return false;
    const needs = [record.pack, record.signature].flatMap((target) => (target ? [target.id] : []));
    return (await queue.bulkGet(needs)).some((row) => row !== undefined);
  }

  const mayGo = (row: QueueRow, owner: string) =>
    row.ownerId === owner && row.refused === null && !isAhead(row.notBefore);

  /** Nobody waits longer than this: what is further ahead was set by another clock. */
  const isAhead = (notBefore: number) => notBefore > now() && notBefore <= now() + longestPauseMs;

  /** The next item of a kind; null when there is none. */
  const claim = (
    epoch: number,
    type: PushableType,
    owner: string,
    tried: ReadonlySet<string>,
    { only }: RunOptions,
  ) =>
    database.write(tables, async (): Promise<Claim | 'displaced' | null> => {
      if ((await lease.get('push'))?.epoch !== epoch || userId() !== owner) return 'displaced';
      const rows = await queue.filter((row) => row.type === type && !tried.has(row.id)).toArray();
      const ready = rows.filter((row) => mayGo(row, owner) && (only?.has(row.id) ?? true));
      const records = await database.records(type).bulkGet(ready.map(({ id }) => id));
      const oldestFirst = ready
        .map((row, index) => ({ row, record: records[index] as PushableRecord | undefined }))
        .filter((item): item is Claim => item.record !== undefined)
        .sort((a, b) => (a.record.changed ?? 0) - (b.record.changed ?? 0));
      for (const { row, record } of oldestFirst) {
        if (await isHeldBack(record)) continue;
        const claimed = { ...row, attempts: row.attempts + 1, claimedBy: epoch };
        await queue.put(claimed);
        return { row: claimed, record };
      }
      return null;
    });

  /** Gives an item back, unless another window that took over has claimed it since. */
  const release = ({ id, claimedBy }: QueueRow, change: Partial<QueueRow>) =>
    database.write([queue], async () => {
      if ((await queue.get(id))?.claimedBy === claimedBy)
        await queue.update(id, { ...change, claimedBy: null });
    });

  /** Doubles with every try that met a busy host, unless the host says when to come back. */
  const waitFor = ({ attempts }: QueueRow, retryAfter: number | null) =>
    retryAfter ?? Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs);

  async function refuse(row: QueueRow, reason: string): Promise<Outcome> {
    await release(row, { refused: reason });
    return { went: 'refused' };
  }

  async function pushOne({ record, row }: Claim): Promise<Outcome> {
    let stored: FlatRecord;
    try {
      stored = await send(record);
    } catch (error) {
      if (error instanceof EditConflict) {
        const kept = await keepBoth(database, { packId: record.id, stored: error.stored, now: now() });
        if (kept) onKeptBoth(kept);
        return { went: 'copied' };
      }
      const failure = failureOf(error);
      if (failure === null) return refuse(row, errorText(error));
      switch (failure.kind) {
        case 'unreachable':
        case 'signed-out':
          // No try at all: the host never judged it.
          await release(row, { attempts: row.attempts - 1 });
          return { stop: failure };
        case 'busy': {
          const wait = waitFor(row, failure.retryAfterMs);
          await release(row, { notBefore: now() + wait });
          tryAgainIn(wait);
          return { went: 'later' };
        }
        case 'refused':
          return refuse(row, errorText(error));
      }
    }
    await settleRecord(database, record, stored, now());
    return { went: 'sent' };
  }

  /** One run under the lock. `stopped` tells why it ended early. */
  async function run(
    options: RunOptions,
    tried: Set<string>,
  ): Promise<{ report: PushReport; stopped: Stop | null; copied: ReadonlySet<string> }> {
    const counts = {
      'salestool--signature': [0, 0],
      'salestool--pack': [0, 0],
      'salestool--message': [0, 0],
    } as Record<PushableType, [number, number]>;
    const copied = new Set<string>();
    const owner = userId();
    let stopped: Stop | null = owner === null ? { kind: 'signed-out' } : null;
    if (owner !== null) {
      const epoch = await takeLease();
      for (const type of pushOrder) {
        const most = type === 'salestool--message' ? options.messages : Number.POSITIVE_INFINITY;
        while (stopped === null && counts[type][0] < most) {
          const item = await claim(epoch, type, owner, tried, options);
          if (item === null) break;
          if (item === 'displaced') {
            stopped = { kind: 'displaced' };
            break;
          }
          tried.add(item.row.id);
          counts[type][0] += 1;
          const outcome = await pushOne(item);
          if ('stop' in outcome) stopped = outcome.stop;
          else if (outcome.went === 'sent') counts[type][1] += 1;
          else if (outcome.went === 'copied') copied.add(item.row.id);
        }
      }
    }
    const report: PushReport = {
      at: now(),
      signatures: counts['salestool--signature'],
      packs: counts['salestool--pack'],
      messages: counts['salestool--message'],
    };
    return { report, stopped, copied };
  }

  const runnerLock = createRunnerLock({ database, withLock, now });
  const underLock = <T>(task: () => Promise<T>) => runnerLock(() => activity.uploading(task));

  const sum = (a: readonly [number, number], b: readonly [number, number]) =>
    [a[0] + b[0], a[1] + b[1]] as const;
  const add = (a: PushReport, b: PushReport): PushReport => ({
    at: b.at,
    signatures: sum(a.signatures, b.signatures),
    packs: sum(a.packs, b.packs),
    messages: sum(a.messages, b.messages),
  });

  /** Runs of 10 messages until nothing is ready; with a limit one run of that many (SYNC-35, SET-10). */
  async function push({ messages }: { messages?: number } = {}): Promise<PushReport> {
    const report = await underLock(async () => {
      // Every item is tried once; what changed while it was on its way goes with the next push.
      const tried = new Set<string>();
      let total: PushReport = { at: now(), signatures: [0, 0], packs: [0, 0], messages: [0, 0] };
      for (;;) {
        const { report, stopped } = await run({ messages: messages ?? messagesPerRun }, tried);
        total = add(total, report);
        const isDone = report.signatures[0] + report.packs[0] + report.messages[0] === 0;
        if (messages !== undefined || stopped !== null || isDone) return total;
      }
    });
    activity.pushed(report);
    return report;
  }

  return {
    push,
    /** Pushes just these records, in the push order. Resolves with what stopped it, and which became copies. */
    pushOnly: (ids: readonly string[]) =>
      underLock(() => run({ messages: ids.length, only: new Set(ids) }, new Set())),
    /** Runs a task while nothing is pushed. */
    whileQuiet: underLock,
  };
}

export type PushQueue = ReturnType<typeof createPushQueue>;
