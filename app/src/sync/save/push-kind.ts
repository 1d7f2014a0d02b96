import type { Failure } from '#remote/failure.ts';
import type { Database } from '#storage/database.ts';
import type { PushableType } from '#storage/device-rows.ts';
import { type Claim, type Claims, recipientOf, type Turn } from './claims.ts';
import type { Outcome, PushItem } from './push-item.ts';
import type { PushPlan } from './push-plan.ts';
import { settleRecords, type Taken } from './settle-record.ts';

interface PushKindParts {
  database: Database;
  claims: Pick<Claims, 'claim'>;
  pushItem: PushItem;
  now: () => number;
}

/** Why a run ended before everything was tried; `displaced`: another window took over. */
export type Stop = Failure | { kind: 'displaced' };

interface Kind {
  turn: Turn;
  plan: PushPlan;
  /** At most so many of them. */
  most: number;
  /** Whether as many again may follow while the last of these are on their way. */
  goesOn(): Promise<boolean>;
  onOutcome(id: string, outcome: Outcome): void;
}

/** Browsers open six connections to a host without HTTP/2, for all windows; messages without an answer keep at most half. */
export const messagesAtOnce = 3;

/**
 * Answers that come so close upon each other are settled together: each transaction has to reach the disk. On a network that
 * takes longer than this for a message it is hardly felt.
 */
const gatherMs = 10;

/** Until all have ended, or the time is over. */
async function upTo(ms: number, all: Iterable<Promise<void>>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeIsOver = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all(all), timeIsOver]);
  clearTimeout(timer);
}

/** How many may be on their way at the same time. A pack may be copied while it goes, and then the next is another one. */
const atOnce: Record<PushableType, number> = {
  'salestool--signature': 1,
  'salestool--pack': 1,
  'salestool--message': messagesAtOnce,
};

/**
 * Tries what is ready of one kind. What is claimed leaves in the same moment: whoever froze before that has claimed nothing,
 * and whoever freezes after it has sent it. An answer is settled by the transaction that claims what goes in its place, together
 * with those that come right after it; those that come meanwhile, by the next one.
 */
export function createPushKind({ database, claims, pushItem, now }: PushKindParts) {
  return async (type: PushableType, { turn, plan, most, goesOn, onOutcome }: Kind): Promise<Stop | null> => {
    const underway = new Map<Claim, Promise<void>>();
    let taken: Taken[] = [];
    let left = most;
    let stop: Stop | null = null;
    const failures: unknown[] = [];

    async function push(item: Claim) {
      const outcome = await pushItem(item);
      if (outcome.went === 'sent') taken.push({ claim: item, stored: outcome.stored, at: now() });
      // The copy goes with the same push.
      if (outcome.went === 'copied') await plan.follow();
      if (outcome.went === 'moved') {
        // It has not had its try.
        left += 1;
        await plan.follow(outcome.to);
      }
      onOutcome(item.row.id, outcome);
      if (outcome.went === undefined) stop ??= outcome.stop;
    }

    const start = (item: Claim) =>
      push(item)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underway.delete(item));

    const isWanted = () => stop === null && failures.length === 0 && plan.has(type);
    const mayClaim = () => isWanted() && left > 0;

    /** Settles what came, and fills the places that became free. */
    async function goOn() {
      if (left === 0 && isWanted() && (await goesOn())) left = most;
      const settling = taken;
      taken = [];
      const free = Math.min(left, atOnce[type] - underway.size);
      if (!mayClaim() || free === 0) {
        if (settling.length > 0) await settleRecords(database, settling);
        return;
      }
      const recipients = new Set([...underway.keys()].flatMap(({ record }) => recipientOf(record) ?? []));
      const claimed = await claims
        .claim(turn, type, { plan, most: free, recipients, taken: settling })
        .catch(async (error: unknown) => {
          // It may be one of the answers that the device cannot keep.
          if (settling.length > 0) await settleRecords(database, settling);
          throw error;
        });
      if (claimed === 'displaced') {
        stop ??= { kind: 'displaced' };
        return;
      }
      left -= claimed.length;
      for (const item of claimed) underway.set(item, start(item));
    }

    try {
      while (underway.size > 0 || taken.length > 0 || mayClaim()) {
        await goOn();
        if (taken.length === 0 && underway.size > 0) await Promise.race(underway.values());
        if (underway.size > 0) await upTo(gatherMs, underway.values());
      }
    } finally {
      // None of them is left alone, whatever became of another.
      await Promise.all(underway.values());
      if (taken.length > 0) await settleRecords(database, taken);
    }
    if (failures.length > 0) throw failures[0];
    return stop;
  };
}
