import type { Failure } from '#remote/failure.ts';
import type { Database } from '#storage/database.ts';
import type { PushableType } from '#storage/device-rows.ts';
import type { PushReport } from '#sync/activity.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import type { Claims, Turn } from './claims.ts';
import type { Outcome, PushItem } from './push-item.ts';
import type { PushPlan } from './push-plan.ts';
import { countPushes } from './push-report.ts';
import { pushOrder } from './pushable.ts';

interface PushRunParts {
  database: Pick<Database, 'queue'>;
  claims: Pick<Claims, 'claim' | 'giveBack' | 'isOurs' | 'takeLease'>;
  pushItem: PushItem;
  userId: () => string | null;
  generation: Pick<HostGeneration, 'meet' | 'known'>;
  now: () => number;
}

/** Why a run ended before everything was tried; `displaced`: another window took over. */
type Stop = Failure | { kind: 'displaced' };

interface RunOptions {
  /** At most so many of them. */
  messages: number;
  plan: PushPlan;
}

interface RunReport {
  report: PushReport;
  /** Why it ended early. */
  stopped: Stop | null;
  /** Packs that were changed on another device too. */
  copied: ReadonlySet<string>;
}

/** One run through what waits: signatures, packs, messages (SYNC-35). The caller holds the lock. */
export function createPushRun({
  database: { queue },
  claims,
  pushItem,
  userId,
  generation,
  now,
}: PushRunParts) {
  const { claim, giveBack, isOurs, takeLease } = claims;

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
        const [outcome, ahead] = await Promise.all([pushItem(item), next]);
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

  return async ({ messages, plan }: RunOptions): Promise<RunReport> => {
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
  };
}
