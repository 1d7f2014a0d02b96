import type { Database } from '#storage/database.ts';
import type { PushReport } from '#sync/activity.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import type { Claims, Turn } from './claims.ts';
import type { Busy, Outcome, PushItem } from './push-item.ts';
import { createPushKind, type PushTime, type Stop } from './push-kind.ts';
import type { PushPlan } from './push-plan.ts';
import { countPushes } from './push-report.ts';
import { pushOrder } from './pushable.ts';

interface PushRunParts {
  database: Database;
  claims: Pick<Claims, 'claim' | 'giveBack' | 'takeLease'>;
  pushItem: PushItem;
  userId: () => string | null;
  generation: Pick<HostGeneration, 'meet' | 'known'>;
  time: PushTime;
}

interface RunOptions {
  /** At most so many of them. */
  messages: number;
  /** Further runs may follow: one that would bring messages only is part of this one. */
  isOpenEnded: boolean;
  plan: PushPlan;
  /** Whether somebody waits until this run is over. It tries something all the same, so that each gets on. */
  isAwaited: () => boolean;
}

export interface RunReport {
  report: PushReport;
  /** Why it ended early. */
  stopped: Stop | null;
  /** Somebody waits, and not all of the plan was tried. */
  isCalledOff: boolean;
  /** Packs that were changed on another device too. */
  copied: ReadonlySet<string>;
  /** What was set aside, or taken off this device. */
  refused: ReadonlySet<string>;
  /** What is in doubt had to stay, since nobody could tell which host is there. */
  hasLeftDoubts: boolean;
}

/** Of a call that took too long, a record that is locked, a call that came too early: these speak of the one record. */
const busyWithOne = new Set([408, 423, 425]);

/**
 * Tells an overloaded host from one that has its trouble with a single record: two records in a row, with nothing in between
 * that it judged.
 */
function createOverload() {
  let inRow = 0;
  return ({ went, busy }: { went?: Outcome['went']; busy?: Busy }): Busy | null => {
    if (busy && !busyWithOne.has(busy.status)) inRow += 1;
    else if (went !== 'later') inRow = 0;
    return busy && inRow > 1 ? busy : null;
  };
}

/** One run through what waits: signatures, packs, messages (SYNC-35). The caller holds the lock. */
export function createPushRun({ database, claims, pushItem, userId, generation, time }: PushRunParts) {
  const pushKind = createPushKind({ database, claims, pushItem, time });

  async function beginTurn(owner: string, plan: PushPlan): Promise<Turn> {
    const [epoch, known] = await Promise.all([claims.takeLease(), generation.known(owner), plan.follow()]);
    // What a restored host lost is only noticed by who knows which host has taken it.
    const met = known === null || plan.hasDoubts() ? await generation.meet() : null;
    return { epoch, owner, generation: met ?? known, isSure: met !== null };
  }

  return async ({ messages, isOpenEnded, plan, isAwaited }: RunOptions): Promise<RunReport> => {
    const counts = countPushes();
    const overloadAfter = createOverload();
    const copied = new Set<string>();
    const refused = new Set<string>();
    let hasLeftDoubts = false;
    let wasCalledOff = false;
    const isCalledOff = () => (wasCalledOff ||= counts.hasAny() && isAwaited());
    const owner = userId();
    let stopped: Stop | null = owner === null ? { kind: 'signed-out' } : null;
    if (owner !== null) {
      const turn = await beginTurn(owner, plan);
      hasLeftDoubts = plan.hasDoubts() && !turn.isSure;
      for (const type of pushOrder) {
        const most = type === 'salestool--message' ? messages : Number.POSITIVE_INFINITY;
        const onOutcome = (id: string, outcome: Outcome): Stop | null => {
          counts.count(type, outcome.went === 'sent');
          if (outcome.went === 'copied') copied.add(id);
          if (outcome.went === 'refused') refused.add(id);
          return outcome.went === undefined ? outcome.stop : overloadAfter(outcome);
        };
        stopped ??= await pushKind(type, { turn, plan, most, isOpenEnded, isCalledOff, onOutcome });
        if (type !== 'salestool--message' && counts.succeeded(type) > 0) plan.offerHeldBack();
      }
    }
    return {
      report: counts.report(time.now()),
      stopped,
      isCalledOff: stopped === null && wasCalledOff && !plan.isOver(),
      copied,
      refused,
      hasLeftDoubts,
    };
  };
}
