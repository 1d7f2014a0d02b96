import type { WithLock } from '#remote/with-lock.ts';
import type { Database } from '#storage/database.ts';
import { ownQueueRows } from '#storage/own-queue-rows.ts';
import type { Activity, PushReport } from '#sync/activity.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import { asksWhichHost, createClaims } from './claims.ts';
import type { KeptBoth } from './keep-both.ts';
import { createPushItem, jitter } from './push-item.ts';
import { createPushPlan } from './push-plan.ts';
import { addReports, countPushes, isEmptyReport } from './push-report.ts';
import { createPushRun } from './push-run.ts';
import { createRunnerLock, type Every } from './runner-lock.ts';
import type { SendRecord } from './send-record.ts';

interface PushQueueParts {
  database: Database;
  send: SendRecord;
  withLock: WithLock;
  activity: Activity;
  /** Nothing is pushed under another account than the one that made it. */
  userId: () => string | null;
  generation: Pick<HostGeneration, 'meet' | 'known'>;
  /** Asks the host for something else than what waits. */
  isHostThere: () => Promise<boolean>;
  now?: () => number;
  /** ms, by a clock that nobody sets. */
  elapsed?: (() => number) | undefined;
  pause?: ((ms: number) => Promise<void>) | undefined;
  random?: () => number;
  every?: Every | undefined;
  /** Told of a pack that was changed on another device too. */
  onKeptBoth: (kept: KeptBoth) => void;
  /** Told how many mails waited so long that they are to be looked at first. */
  onAsked: (count: number) => void;
  /** Called after a push with the wait, in ms, until the first item that met a busy host may go again. */
  tryAgainIn: (ms: number) => void;
}

const pauseInRealTime = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Until the host is asked once more which one it is, for what it may have mailed. */
const askAgainMs = 30_000;

/** CONST-08 */
const messagesPerRun = 10;

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
  isHostThere,
  now = Date.now,
  elapsed = () => performance.now(),
  pause = pauseInRealTime,
  random = Math.random,
  every,
  onKeptBoth,
  onAsked,
  tryAgainIn,
}: PushQueueParts) {
  const claims = createClaims({ database, userId, now });
  const pushItem = createPushItem({ database, send, claims, isHostThere, now, random, onKeptBoth });
  const run = createPushRun({
    database,
    claims,
    pushItem,
    userId,
    generation,
    time: { now, elapsed, pause },
  });

  /**
   * What met a busy host goes again by itself, after a new start of the app too, and so does what is in doubt once the host
   * says which one it is.
   * @param left.began ms; when the push began, of which each item has one try
   */
  async function tryAgainLater({ began, hasLeftDoubts }: { began: number; hasLeftDoubts: boolean }) {
    const owner = userId();
    if (owner === null) return;
    const rows = await ownQueueRows(database, owner)
      .filter(({ refused }) => refused === null)
      .toArray();
    const hasBecomeDue = (notBefore: number) => notBefore > began && notBefore <= now();
    const times = rows.flatMap(({ notBefore }) =>
      claims.isAhead(notBefore) || hasBecomeDue(notBefore) ? notBefore : [],
    );
    // Which host is there is asked past the connection, which never notices that it could not be told.
    if (hasLeftDoubts && rows.some(asksWhichHost))
      times.push(now() + Math.round(askAgainMs * (1 + random() * jitter)));
    if (times.length > 0) tryAgainIn(Math.max(0, Math.min(...times) - now()));
  }

  const runnerLock = createRunnerLock({ name: 'satchel-push', id: 'push', database, withLock, now, every });
  const underLock = <T>(task: () => Promise<T>) => runnerLock(() => activity.uploading(task));

  /** Runs of 10 messages until nothing is ready; with a limit one run of that many (SYNC-35, SET-10). */
  async function push({ messages }: { messages?: number } = {}): Promise<PushReport> {
    const { report, ...left } = await underLock(async () => {
      const began = now();
      // Every item is tried once; what changed while it was on its way goes with the next push.
      const plan = createPushPlan(database);
      const most = messages ?? messagesPerRun;
      const isOpenEnded = messages === undefined;
      let total = countPushes().report(now());
      for (;;) {
        const { report, stopped, hasLeftDoubts } = await run({ messages: most, isOpenEnded, plan });
        total = addReports(total, report);
        if (!isOpenEnded || stopped !== null || isEmptyReport(report))
          return { report: total, began, hasLeftDoubts };
      }
    });
    activity.pushed(report);
    const asked = claims.takeAsked();
    if (asked > 0) onAsked(asked);
    await tryAgainLater(left);
    return report;
  }

  return {
    push,
    /** Pushes just these records, in the push order. Resolves with what stopped it, and which became copies. */
    pushOnly: (ids: readonly string[]) =>
      underLock(() => {
        const plan = createPushPlan(database, new Set(ids));
        return run({ messages: ids.length, isOpenEnded: false, plan });
      }),
    /** Runs a task while nothing is pushed. */
    whileQuiet: underLock,
  };
}

export type PushQueue = ReturnType<typeof createPushQueue>;
