import type { Table } from 'dexie';
import { type FlatRecord, isKnownToHost } from '#remote/documents.ts';
import { errorText, type Failure, failureOf } from '#remote/failure.ts';
import type { WithLock } from '#remote/with-lock.ts';
import type { Database } from '#storage/database.ts';
import type { PushableType, QueueRow } from '#storage/device-rows.ts';
import { ownQueueRows } from '#storage/own-queue-rows.ts';
import type { Activity, PushReport } from '#sync/activity.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import { EditConflict } from './edit-conflict.ts';
import { type KeptBoth, keepBoth } from './keep-both.ts';
import { createPushPlan, type PushPlan } from './push-plan.ts';
import { addReports, countPushes, isEmptyReport } from './push-report.ts';
import { isInDoubt, type PushableRecord, pushableTables, pushOrder } from './pushable.ts';
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
  generation: Pick<HostGeneration, 'meet' | 'known'>;
  now?: () => number;
  random?: () => number;
  /** Told of a pack that was changed on another device too. */
  onKeptBoth: (kept: KeptBoth) => void;
  /** Called after a push with the wait, in ms, until the first item that met a busy host may go again. */
  tryAgainIn: (ms: number) => void;
}

/** CONST-08 */
const messagesPerRun = 10;
const firstWaitMs = 5_000;
const longestWaitMs = 15 * 60_000;
const longestPauseMs = 60 * 60_000;
/** Share of a wait that is added at random, so that clients that were all told the same do not come back together. */
const jitter = 0.2;

/** Who pushes, and at which host. */
interface Turn {
  epoch: number;
  owner: string;
  /** The host's generation; null when it is not known. */
  generation: string | null;
  /** Whether the host said so just now. */
  isSure: boolean;
}

/** `doubt`: as it was before this claim. */
type Claim = { record: PushableRecord; row: QueueRow; doubt: string | null };
/** Why a run ended before everything was tried; `displaced`: another window took over. */
type Stop = Failure | { kind: 'displaced' };
type Outcome =
  | { went: 'sent'; settled: Promise<void> }
  | { went: 'refused' | 'later' | 'copied' }
  | { went?: undefined; stop: Stop };

interface RunOptions {
  messages: number;
  plan: PushPlan;
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
  generation,
  now = Date.now,
  random = Math.random,
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
    return needs.length > 0 && (await queue.bulkGet(needs)).some((row) => row !== undefined);
  }

  const mayGo = (row: QueueRow, { owner, generation, isSure }: Turn) =>
    row.ownerId === owner &&
    row.refused === null &&
    !isAhead(row.notBefore) &&
    // A host restored from a backup must not mail what the one before may have mailed.
    (!isInDoubt(row) || (isSure && row.inDoubtSince === generation));

  const isToBeMailed = (record: PushableRecord) =>
    record.type === 'salestool--message' &&
    record.sent === true &&
    !isKnownToHost(record) &&
    !record.delivery;

  /** Nobody waits longer than this: what is further ahead was set by another clock. */
  const isAhead = (notBefore: number) => notBefore > now() && notBefore <= now() + longestPauseMs;

  const isOurs = async ({ epoch, owner }: Turn) =>
    (await lease.get('push'))?.epoch === epoch && userId() === owner;

  /** The next item of a kind; null when there is none. */
  const claim = (turn: Turn, type: PushableType, plan: PushPlan) =>
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
        const claimed = {
          ...row,
          attempts: row.attempts + 1,
          claimedBy: turn.epoch,
          // Written down before it goes: whoever finds it after a power cut knows that it may have arrived.
          inDoubtSince: isToBeMailed(record) ? turn.generation : null,
        };
        await queue.put(claimed);
        return { row: claimed, record, doubt: row.inDoubtSince ?? null };
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
  function waitFor({ attempts }: QueueRow, retryAfter: number | null) {
    const wait = retryAfter ?? Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs);
    return Math.min(Math.round(wait * (1 + random() * jitter)), longestPauseMs);
  }

  async function refuse(row: QueueRow, reason: string): Promise<Outcome> {
    await release(row, { refused: reason, inDoubtSince: null });
    return { went: 'refused' };
  }

  /** It never left. */
  const giveBack = ({ row, doubt }: Claim) =>
    release(row, { attempts: row.attempts - 1, inDoubtSince: doubt });

  async function pushOne(item: Claim): Promise<Outcome> {
    const { record, row } = item;
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
          // No try at all: the host never judged it.
          await release(row, { attempts: row.attempts - 1 });
          return { stop: failure };
        case 'signed-out':
          await giveBack(item);
          return { stop: failure };
        case 'busy':
          await release(row, { notBefore: now() + waitFor(row, failure.retryAfterMs) });
          return { went: 'later' };
        case 'refused':
          return refuse(row, errorText(error));
      }
    }
    return { went: 'sent', settled: settleRecord(database, record, stored, now()) };
  }

  /**
   * Tries what is ready of one kind, at most so many. While one is on its way the next is claimed and the one before
   * is settled; whether this window may still send is looked at again before each goes.
   */
  async function runKind(
    type: PushableType,
    { turn, plan, most }: { turn: Turn; plan: PushPlan; most: number },
    onOutcome: (id: string, outcome: Outcome) => void,
  ): Promise<Stop | null> {
    let settled: Promise<void> = Promise.resolve();
    let tried = 0;
    let item = most > 0 ? await claim(turn, type, plan) : null;
    try {
      while (item !== null) {
        if (item === 'displaced') return { kind: 'displaced' };
        if (tried > 0) {
          const [isStillOurs, row] = await Promise.all([isOurs(turn), queue.get(item.row.id)]);
          if (!isStillOurs) return { kind: 'displaced' };
          if (row === undefined) {
            // Given up while the one before was on its way.
            item = await claim(turn, type, plan);
            continue;
          }
        }
        tried += 1;
        // A pack may be copied while it goes, and then the next one is another.
        const next =
          tried < most && type === 'salestool--message' ? claim(turn, type, plan) : Promise.resolve(null);
        const [outcome, ahead] = await Promise.all([pushOne(item), next]);
        if (outcome.went === 'sent') {
          await settled;
          settled = outcome.settled;
          // Waited for with the next one; until then nobody else looks after it.
          settled.catch(() => {});
        }
        // The copy goes with the same push.
        if (outcome.went === 'copied') await plan.follow();
        onOutcome(item.row.id, outcome);
        if (outcome.went === undefined) {
          if (ahead !== null && ahead !== 'displaced') await giveBack(ahead);
          return outcome.stop;
        }
        item = type === 'salestool--message' || tried >= most ? ahead : await claim(turn, type, plan);
      }
      return null;
    } finally {
      await settled;
    }
  }

  async function beginTurn(owner: string, plan: PushPlan): Promise<Turn> {
    const epoch = await takeLease();
    await plan.follow();
    const met = plan.hasDoubts() ? await generation.meet() : null;
    return { epoch, owner, generation: met ?? (await generation.known(owner)), isSure: met !== null };
  }

  /** One run under the lock. `stopped` tells why it ended early. */
  async function run({
    messages,
    plan,
  }: RunOptions): Promise<{ report: PushReport; stopped: Stop | null; copied: ReadonlySet<string> }> {
    const counts = countPushes();
    const copied = new Set<string>();
    const owner = userId();
    let stopped: Stop | null = owner === null ? { kind: 'signed-out' } : null;
    if (owner !== null) {
      const turn = await beginTurn(owner, plan);
      for (const type of pushOrder) {
        const most = type === 'salestool--message' ? messages : Number.POSITIVE_INFINITY;
        stopped ??= await runKind(type, { turn, plan, most }, (id, { went }) => {
          counts.count(type, went === 'sent');
          if (went === 'copied') copied.add(id);
        });
        if (type !== 'salestool--message' && counts.succeeded(type) > 0) plan.offerHeldBack();
      }
    }
    return { report: counts.report(now()), stopped, copied };
  }

  /** What met a busy host goes again by itself, after a new start of the app too. */
  async function tryAgainLater() {
    const owner = userId();
    if (owner === null) return;
    const rows = await ownQueueRows(database, owner).toArray();
    const waits = rows.filter((row) => row.refused === null && isAhead(row.notBefore));
    if (waits.length > 0) tryAgainIn(Math.min(...waits.map(({ notBefore }) => notBefore)) - now());
  }

  const runnerLock = createRunnerLock({ database, withLock, now });
  const underLock = <T>(task: () => Promise<T>) => runnerLock(() => activity.uploading(task));

  /** Runs of 10 messages until nothing is ready; with a limit one run of that many (SYNC-35, SET-10). */
  async function push({ messages }: { messages?: number } = {}): Promise<PushReport> {
    const report = await underLock(async () => {
      // Every item is tried once; what changed while it was on its way goes with the next push.
      const plan = createPushPlan(database);
      let total = countPushes().report(now());
      for (;;) {
        const { report, stopped } = await run({ messages: messages ?? messagesPerRun, plan });
        total = addReports(total, report);
        if (messages !== undefined || stopped !== null || isEmptyReport(report)) return total;
      }
    });
    activity.pushed(report);
    await tryAgainLater();
    return report;
  }

  return {
    push,
    /** Pushes just these records, in the push order. Resolves with what stopped it, and which became copies. */
    pushOnly: (ids: readonly string[]) =>
      underLock(() => run({ messages: ids.length, plan: createPushPlan(database, new Set(ids)) })),
    /** Runs a task while nothing is pushed. */
    whileQuiet: underLock,
  };
}

export type PushQueue = ReturnType<typeof createPushQueue>;
