import { isKnownToHost } from '#remote/documents.ts';
import type { WithLock } from '#remote/with-lock.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import { ownQueueRows } from '#storage/own-queue-rows.ts';
import type { MessageRecord } from '#storage/records.ts';
import type { Activity, PushReport } from '#sync/activity.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import { createRunnerLock, type Every, everyInRealTime } from '#sync/runner-lock.ts';
import { asksWhichHost, createClaims, isAhead, needsOf, recipientOf } from './claims.ts';
import { createHostRest, withJitter } from './host-rest.ts';
import type { KeptBoth } from './keep-both.ts';
import { createPushItem } from './push-item.ts';
import type { Stop } from './push-kind.ts';
import { createPushPlan } from './push-plan.ts';
import { addReports, countPushes, hasSuccess, isEmptyReport } from './push-report.ts';
import { createPushRun, type RunReport } from './push-run.ts';
import type { SendRecord } from './send-record.ts';
import { createWaiters, type Windows } from './waiters.ts';

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
  /** What the last call said of it. */
  isOnline: () => boolean;
  now?: () => number;
  /** ms, by a clock that nobody sets. */
  elapsed?: (() => number) | undefined;
  pause?: ((ms: number) => Promise<void>) | undefined;
  random?: () => number;
  every?: Every | undefined;
  windows?: Windows | undefined;
  /** Told of a pack that was changed on another device too. */
  onKeptBoth: (kept: KeptBoth) => void;
  /** Told how many mails waited so long that they are to be looked at first. */
  onAsked: (count: number) => void;
  /** Told what was refused while no form waited for it. */
  onRefused: (refused: readonly QueueRow[]) => void;
  /** Called after a push with the wait, in ms, until something of what is left may go. */
  tryAgainIn: (ms: number) => void;
}

/** How a push left the queue. */
interface Left {
  /** ms */
  began: number;
  hasLeftDoubts: boolean;
  /** Why it ended before everything was tried. */
  stopped: Stop | null;
}

const pauseInRealTime = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Until the host is asked once more which one it is, for what it may have mailed, and until this window looks whether the one that
 * displaced it has left something.
 */
const askAgainMs = 30_000;

/** Until a host is tried again that answered something else meanwhile. */
const unheardMs = 5_000;

/** What fails here is mostly full or broken, and each try says so on the screen. */
const longestAfterErrorMs = 15 * 60_000;

/** So long somebody who sends a message waits while those that were written before it go. */
const longestInOrderMs = 3_000;

/** Each carries its pack, and thousands may wait. */
const messagesAtATime = 100;

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
  isOnline,
  now = Date.now,
  elapsed = () => performance.now(),
  pause = pauseInRealTime,
  random = Math.random,
  every = everyInRealTime,
  windows,
  onKeptBoth,
  onAsked,
  onRefused,
  tryAgainIn,
}: PushQueueParts) {
  let isHeldHere = (_row: QueueRow) => false;
  const claims = createClaims({ database, userId, now, isHeldHere: (row) => isHeldHere(row) });
  const pushItem = createPushItem({ database, send, claims, isHostThere, now, random, onKeptBoth });
  const run = createPushRun({
    database,
    claims,
    pushItem,
    userId,
    generation,
    time: { now, elapsed, pause },
  });

  const rest = createHostRest({ now, random });

  /** What forms in this window wait for: they, as those in other windows, say themselves what became of it. */
  const awaited = new Set<readonly string[]>();
  /** What was refused, and is to be told of. */
  const refused = new Set<string>();

  /** What a run met says whether the host is to be left alone. */
  function hear(result: RunReport) {
    if (hasSuccess(result.report)) rest.end();
    if (result.stopped?.kind === 'busy') rest.begin({ asked: result.stopped.retryAfterMs });
    const isAwaited = (id: string) =>
      [...awaited].some((ids) => ids.includes(id)) || waiters.isAwaitedElsewhere(id);
    for (const id of result.refused) if (!isAwaited(id)) refused.add(id);
  }

  async function tellRefused() {
    if (refused.size === 0) return;
    const rows = await database.queue.bulkGet([...refused]);
    refused.clear();
    const setAside = rows.flatMap((row) =>
      row && row.refused !== null && !row.asks && row.ownerId === userId() ? row : [],
    );
    if (setAside.length > 0) onRefused(setAside);
  }

  /**
   * What met a busy host goes again by itself, after a new start of the app too, and so does what is in doubt once the host
   * says which one it is, and what was not tried any more. Where the host was not heard the connection begins anew, unless
   * another call was answered since.
   * @param left.began ms; when the push began, of which each item has one try
   */
  async function tryAgainLater({ began, hasLeftDoubts, stopped }: Left) {
    const owner = userId();
    if (owner === null) return;
    const rows = await ownQueueRows(database, owner)
      .filter(({ refused }) => refused === null)
      .toArray();
    const hasBecomeDue = (notBefore: number) => notBefore > began && notBefore <= now();
    const times = rows.flatMap(({ notBefore }) =>
      isAhead(notBefore, now()) || hasBecomeDue(notBefore) ? notBefore : [],
    );
    // Which host is there is asked past the connection, which never notices that it could not be told.
    const isDisplaced = stopped?.kind === 'displaced' && rows.length > 0;
    if ((hasLeftDoubts && rows.some(asksWhichHost)) || isDisplaced)
      times.push(now() + withJitter(askAgainMs, random));
    if (stopped?.kind === 'busy') times.push(now());
    if (stopped?.kind === 'unreachable' && rows.length > 0 && isOnline() && (await isHostThere()))
      times.push(now() + withJitter(unheardMs, random));
    if (times.length > 0) tryAgainIn(Math.max(rest.left(), Math.min(...times) - now()));
  }

  /** What fails on this device is begun anew by itself: nobody may come for hours who would do so. */
  async function failingForNow<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      rest.begin({ longestMs: longestAfterErrorMs });
      tryAgainIn(rest.left());
      throw error;
    }
  }

  const runnerLock = createRunnerLock({ name: 'satchel-push', id: 'push', database, withLock, now, every });
  const underLock = <T>(task: () => Promise<T>) => runnerLock(() => activity.uploading(task));

  /** Who waits to do something of their own. */
  const waiters = createWaiters({ windows, now, every });

  /** Does something while nothing is pushed. A push that has the lock lets go of it after what is on its way. */
  function betweenRuns<T>(task: () => Promise<T>, ids?: readonly string[]): Promise<T> {
    const come = waiters.wait(ids);
    return underLock(() => {
      come();
      return task();
    }).finally(come);
  }

  /** Runs of 10 messages until nothing is ready; with a limit one run of that many (SYNC-35, SET-10). */
  async function push({ messages }: { messages?: number } = {}): Promise<PushReport> {
    const ownerId = userId();
    // Every item is tried once; what changed while it was on its way goes with the next push.
    const plan = createPushPlan(database);
    const most = messages ?? messagesPerRun;
    const isOpenEnded = messages === undefined;
    let total = countPushes().report(now());
    let began: number | null = null;
    const left: Omit<Left, 'began'> = { hasLeftDoubts: false, stopped: null };

    /** Resolves with whether that was all. */
    async function pushOn(): Promise<boolean> {
      began ??= now();
      for (;;) {
        // One with a limit is short.
        const isWanted = () => isOpenEnded && waiters.isAny();
        const result = await run({ messages: most, isOpenEnded, plan, isAwaited: isWanted });
        hear(result);
        total = addReports(total, result.report);
        left.hasLeftDoubts = result.hasLeftDoubts;
        left.stopped = result.stopped;
        if (!isOpenEnded || result.stopped !== null || isEmptyReport(result.report)) return true;
        if (result.isCalledOff) return false;
      }
    }

    await failingForNow(async () => {
      while (!(await underLock(pushOn)));
    });
    activity.pushed({ ...total, ownerId });
    const asked = claims.takeAsked();
    if (asked > 0) onAsked(asked);
    // A short one is asked for where all that waits is in sight.
    if (isOpenEnded) await tellRefused();
    else refused.clear();
    await tryAgainLater({ ...left, began: began ?? now() });
    return total;
  }

  /**
   * What goes before a message that is sent now: those to the same person that wait already, with what they need, since whoever
   * gets several gets them in the order in which they were written; they are looked for as long as they are waited for. A change of one that the host has mails nothing, and waits
   * for none.
   */
  async function messagesBefore(ids: ReadonlySet<string>): Promise<string[]> {
    const owner = userId();
    if (owner === null) return [];
    const records = database.records('salestool--message');
    const sent = (await records.bulkGet([...ids])).filter((message) => message && !isKnownToHost(message));
    const recipients = new Set(sent.flatMap((message) => (message && recipientOf(message)) ?? []));
    if (recipients.size === 0) return [];
    const isToThem = (message: MessageRecord) => recipients.has(recipientOf(message) ?? '');
    const rows = await database.queue.where('[ownerId+type]').equals([owner, 'salestool--message']).toArray();
    const mayGo = ({ refused, notBefore }: QueueRow) => refused === null && !isAhead(notBefore, now());
    const waiting = rows.filter((row) => !ids.has(row.id) && mayGo(row)).map(({ id }) => id);
    const began = elapsed();
    const before: string[] = [];
    const needed = new Set<string>();
    for (let at = 0; at < waiting.length; at += messagesAtATime) {
      if (elapsed() - began > longestInOrderMs) break;
      for (const message of await records.bulkGet(waiting.slice(at, at + messagesAtATime))) {
        if (!message || !isToThem(message)) continue;
        before.push(message.id);
        for (const id of needsOf(message)) needed.add(id);
      }
    }
    return [...needed, ...before];
  }

  async function pushThese(ids: readonly string[]) {
    const before = await messagesBefore(new Set(ids));
    const asked = new Set([...before, ...ids]);
    const most = asked.size;
    const plan = createPushPlan(database, asked);
    const copied = new Set<string>();
    let began: number | null = null;
    const isLate = () => before.length > 0 && elapsed() - (began ?? elapsed()) > longestInOrderMs;
    for (;;) {
      const result = await failingForNow(() =>
        betweenRuns(() => {
          began ??= elapsed();
          return run({
            messages: most,
            isOpenEnded: false,
            plan,
            isAwaited: () => waiters.isAny() || isLate(),
          });
        }, ids),
      );
      hear(result);
      for (const id of result.copied) copied.add(id);
      if (!result.isCalledOff || isLate()) return { stopped: result.stopped, copied };
    }
  }

  /**
   * Pushes just these records, in the push order, and for a while what must not come after them. Resolves with what stopped it,
   * and which became copies.
   */
  async function pushOnly(ids: readonly string[]) {
    awaited.add(ids);
    try {
      return await pushThese(ids);
    } finally {
      awaited.delete(ids);
      await tellRefused();
    }
  }

  return {
    push,
    pushOnly,
    /** Whoever was pushing and only seemed to be frozen finds its turn over. */
    whileQuiet: <T>(task: () => Promise<T>) =>
      betweenRuns(async () => {
        await claims.takeLease();
        return task();
      }),
    /** From now on no push of this window takes what is held here. */
    heed(isHeld: (row: QueueRow) => boolean) {
      isHeldHere = isHeld;
    },
    /** ms in which nothing is to be pushed that nobody asks for. */
    restLeft: rest.left,
  };
}

export type PushQueue = ReturnType<typeof createPushQueue>;
