import type { Failure } from '#remote/failure.ts';
import type { Database } from '#storage/database.ts';
import type { PushableType } from '#storage/device-rows.ts';
import { type Claim, type Claims, recipientOf, type Turn } from './claims.ts';
import { type Clocks, createHeldClaims } from './held-claims.ts';
import { createPace } from './pace.ts';
import type { Outcome, PushItem } from './push-item.ts';
import type { PushPlan } from './push-plan.ts';
import { settleRecords, type Taken } from './settle-record.ts';

export interface PushTime extends Clocks {
  pause(ms: number): Promise<void>;
}

interface PushKindParts {
  database: Database;
  claims: Pick<Claims, 'claim' | 'giveBack'>;
  pushItem: PushItem;
  time: PushTime;
}

/** Why a run ended before everything was tried; `displaced`: another window took over. */
export type Stop = Failure | { kind: 'displaced' };

interface Kind {
  turn: Turn;
  plan: PushPlan;
  /** At most so many of them. */
  most: number;
  /** As many again may follow, as long as nothing comes into the queue that goes before them. */
  isOpenEnded: boolean;
  /** Whether nothing more is to be tried for now. */
  isCalledOff: () => boolean;
  /** @returns why nothing more is to be tried; null while there is no reason */
  onOutcome(id: string, outcome: Outcome): Stop | null;
}

/** Browsers open six connections to a host without HTTP/2, for all windows; messages without an answer keep at most half. */
const messagesAtOnce = 3;

/** A host that answers fast gives them back at once. */
export const mostMessagesAtOnce = 4;

/**
 * Answers that come so close upon each other are settled together: each transaction has to reach the disk. On a network that
 * takes longer than this for a message it is hardly felt.
 */
const gatherMs = 10;

/** So much of what may be held is left when more is claimed: about what leaves while that reaches the disk. */
const claimedAnewAt = 1 / 3;

/** Nobody who wants to edit or cancel what was claimed ahead waits for much longer than this. */
const longestHeldMs = 250;

/** How many may be on their way at the same time. A pack may be copied while it goes, and then the next is another one. */
const atOnce: Record<PushableType, number> = {
  'salestool--signature': 1,
  'salestool--pack': 1,
  'salestool--message': messagesAtOnce,
};

/**
 * Tries what is ready of one kind. As long as the host answers fast, some more are claimed than may be on their way, so that there is
 * always one to leave while the next transaction reaches the disk; that one settles the answers that have come, claims
 * what follows, and looks again at what has not left yet. Otherwise only what leaves at once is claimed.
 */
export function createPushKind({ database, claims, pushItem, time }: PushKindParts) {
  return async (
    type: PushableType,
    { turn, plan, most, isOpenEnded, isCalledOff, onOutcome }: Kind,
  ): Promise<Stop | null> => {
    const underway = new Map<Claim, Promise<void>>();
    const held = createHeldClaims(time);
    const pace = createPace(time.elapsed, atOnce[type]);
    let taken: Taken[] = [];
    /** How many may be claimed without a look at what else has come. */
    let left = most;
    let mayFollow = isOpenEnded;
    let stop: Stop | null = null;
    const failures: unknown[] = [];
    /** Whether what is held has to be given back. */
    let isOverdue = false;
    /** Whether anything has happened since the last look for what may be claimed. */
    let hasNews = true;
    let isWriting = false;
    let wake = () => {};

    const goesWell = () => stop === null && failures.length === 0;
    const isWanted = () => goesWell() && !isCalledOff() && plan.has(type);
    /** Packs and signatures go one by one. */
    const ahead = () => (atOnce[type] > 1 ? pace.ahead() : 0);
    const room = () => (ahead() > 0 ? mostMessagesAtOnce : atOnce[type]);
    const places = () =>
      Math.min(room() + ahead() - underway.size - held.count(), mayFollow ? Number.POSITIVE_INFINITY : left);

    async function push(item: Claim) {
      pace.leaves(item);
      let isSent = false;
      try {
        const outcome = await pushItem(item);
        isSent = outcome.went === 'sent';
        if (outcome.went === 'sent') taken.push({ claim: item, stored: outcome.stored, at: time.now() });
        // The copy goes with the same push.
        if (outcome.went === 'copied') await plan.follow();
        if (outcome.went === 'moved') {
          // It has not had its try.
          left += 1;
          await plan.follow(outcome.to);
        }
        const reason = onOutcome(item.row.id, outcome);
        stop ??= reason;
      } catch (error) {
        failures.push(error);
      }
      pace.ends(item, isSent);
      underway.delete(item);
      hasNews = true;
      letGo();
      wake();
    }

    const start = (item: Claim) => void underway.set(item, push(item));

    /** What is held leaves as soon as there is a place for it. */
    function letGo() {
      while (goesWell() && !isOverdue && underway.size < room()) {
        const item = held.take();
        if (!item) return;
        start(item);
      }
    }

    async function giveBackIfHeld(items: readonly Claim[]) {
      await time.pause(longestHeldMs);
      const still = new Set(held.items());
      if (!items.some((item) => still.has(item))) return;
      isOverdue = true;
      wake();
    }

    /** It waits again, and anybody may edit it. */
    async function giveBack() {
      const items = held.takeAll();
      isOverdue = false;
      pace.forget();
      await claims.giveBack(items);
      // Not before it is given back: it would be claimed anew, and given back on its way.
      plan.putBack(
        type,
        items.map(({ row }) => row.id),
      );
      left = Math.min(most, left + items.length);
      hasNews = true;
    }

    /** Settles what came, and claims what goes next. */
    async function goOn() {
      hasNews = false;
      if (held.count() === 0 && underway.size > 0)
        await Promise.race([Promise.all(underway.values()), time.pause(gatherMs)]);
      const settling = taken;
      taken = [];
      // What is held is looked at again also when nothing follows.
      const wanted = isWanted() ? Math.max(0, places()) : 0;
      pace.beginAnew();
      if (!goesWell() || (wanted === 0 && held.count() === 0)) {
        if (settling.length > 0) await settleRecords(database, type, settling);
        return;
      }
      const since = held.moment();
      const holding = held.items();
      const due = held.due();
      const reached = [...underway.keys(), ...holding].flatMap(({ record }) => recipientOf(record) ?? []);
      const claimed = await claims
        .claim(turn, type, {
          ...{ plan, most: wanted, anyway: mayFollow ? left : Number.POSITIVE_INFINITY },
          ...{ recipients: new Set(reached), taken: settling, held: holding, due },
        })
        .catch(async (error: unknown) => {
          // It may be one of the answers that the device cannot keep.
          if (settling.length > 0) await settleRecords(database, type, settling);
          throw error;
        });
      if (claimed === 'displaced') {
        stop ??= { kind: 'displaced' };
        return;
      }
      mayFollow &&= !claimed.isOvertaken;
      left = Math.max(0, (mayFollow ? most : left) - claimed.claims.length);
      held.confirm(new Set([...due].filter((item) => claimed.standing.has(item))), since);
      isOverdue ||= held.items().some((item) => holding.includes(item) && !claimed.standing.has(item));
      letGo();
      const kept: Claim[] = [];
      for (const item of claimed.claims) {
        if (goesWell() && underway.size < room()) start(item);
        else kept.push(item);
      }
      for (const item of kept) held.add(item, since);
      if (kept.length > 0) void giveBackIfHeld(kept);
    }

    const mustGiveBack = () => held.count() > 0 && (!goesWell() || isOverdue || held.hasRunOut());
    const mayGoOn = () =>
      held.count() <= ahead() * claimedAnewAt &&
      (taken.length > 0 || (hasNews && isWanted() && places() > 0));

    async function write(task: () => Promise<void>) {
      isWriting = true;
      try {
        await task();
      } catch (error) {
        failures.push(error);
      }
      isWriting = false;
      wake();
    }

    for (;;) {
      letGo();
      const happening = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (!isWriting && mustGiveBack()) void write(giveBack);
      else if (!isWriting && mayGoOn()) void write(goOn);
      if (!isWriting && underway.size === 0) break;
      await happening;
    }
    if (failures.length > 0) throw failures[0];
    return stop;
  };
}
