import { isKnownToHost } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { MayHaveCome, PushableType, QueueRow } from '#storage/device-rows.ts';
import { lastWrites } from '#storage/last-writes.ts';
import { lastWritesToldBriefly } from '#storage/told-briefly.ts';
import { knownGeneration } from '#sync/known-generation.ts';
import type { PushPlan } from './push-plan.ts';
import { isInDoubt, type PushableRecord, pushOrder } from './pushable.ts';
import { isSameRecord, settlingWrites, type Taken } from './settle-record.ts';

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

/** What is to be claimed. */
export interface Wanted {
  plan: PushPlan;
  most: number;
  /** Of them, even when something that goes before them has come into the queue, or the host is another one. */
  anyway: number;
  /** To whom something is on its way. */
  recipients: ReadonlySet<string>;
  /** What is to be settled by the way. */
  taken: readonly Taken[];
  /** What was claimed before and has not left yet. */
  held: readonly Claim[];
  /** Of that, what has not been looked at for a moment. */
  due: ReadonlySet<Claim>;
}

export interface Claimed {
  claims: Claim[];
  /** Whether something else comes first. */
  isOvertaken: boolean;
  /** Of what was held, what may still leave. */
  standing: ReadonlySet<Claim>;
}

interface ClaimsParts {
  database: Database;
  userId: () => string | null;
  now: () => number;
  /** Whether a page of this window keeps it here, whatever the clock says. */
  isHeldHere: (row: QueueRow) => boolean;
}

/** Nobody waits longer than this: what is further ahead was set by another clock. */
export const longestPauseMs = 60 * 60_000;

export const isAhead = (notBefore: number, now: number) =>
  notBefore > now && notBefore <= now + longestPauseMs;

/** Of a host that tells none. */
const noGeneration = '';

/** Whether it goes only to the host that may have mailed it, and to no other one. */
export const asksWhichHost = (row: QueueRow) => isInDoubt(row) && row.inDoubtSince !== noGeneration;

const isToBeMailed = (record: PushableRecord) =>
  record.type === 'salestool--message' && record.sent === true && !isKnownToHost(record) && !record.delivery;

/** A message waits for its own pack and signature, and for nothing else. */
export const needsOf = (record: PushableRecord): string[] =>
  record.type === 'salestool--message'
    ? [record.pack, record.signature].flatMap((target) => (target ? [target.id] : []))
    : [];

/** Whoever gets several messages gets them in the order in which they were written. */
export const recipientOf = (record: PushableRecord): string | null =>
  (record.type === 'salestool--message' && record.email?.trim().toLowerCase()) || null;

/** What is told of a message that waited longer than a day. */
const waitedLong = 'It has waited on this device for more than a day.';
const dayMs = 24 * 60 * 60_000;

/** What may go is claimed in one transaction with the lease that says whose turn it is, and given back after it went. */
export function createClaims({ database, userId, now, isHeldHere }: ClaimsParts) {
  const { lease, queue, marks } = database;

  /** Whether no other window has taken over and nobody else has signed in. */
  const isOurs = async ({ epoch, owner }: Turn) =>
    (await lease.get('push'))?.epoch === epoch && userId() === owner;

  const mayGo = (row: QueueRow, { owner, generation, isSure }: Turn) =>
    row.ownerId === owner &&
    row.refused === null &&
    !isAhead(row.notBefore, now()) &&
    !isHeldHere(row) &&
    // A host restored from a backup must not mail what the one before may have mailed. One that tells no generation knows
    // the message by its id, or nobody knows.
    (!asksWhichHost(row) || (isSure && row.inDoubtSince === generation));

  /** Of what records need, what waits itself. */
  async function waitingNeeds(records: readonly (PushableRecord | undefined)[]) {
    const needs = new Set(records.flatMap((record) => (record ? needsOf(record) : [])));
    const rows = needs.size > 0 ? await queue.bulkGet([...needs]) : [];
    return new Set(rows.flatMap((row) => row?.id ?? []));
  }

  let asked = 0;

  /** A mail that has waited for long may say what no longer holds: somebody looks at it first. */
  const wantsWord = (row: QueueRow, record: PushableRecord) =>
    isToBeMailed(record) &&
    !isInDoubt(row) &&
    now() - Math.max(record.changed ?? now(), row.confirmed ?? 0) > dayMs;

  /** Written down before it goes: whoever finds it after a power cut knows that it may have arrived. */
  const claimOf = (
    { epoch, generation }: Turn,
    { row, record }: { row: QueueRow; record: PushableRecord },
  ): Claim => {
    const claimed = {
      ...row,
      attempts: row.attempts + 1,
      claimedBy: epoch,
      tried: true,
      inDoubtSince: isToBeMailed(record) ? (generation ?? noGeneration) : null,
    };
    return { row: claimed, record, before: row, generation };
  };

  /** A host that was found to be restored since the turn began: a doubt about the one before would never be settled. */
  async function asItIs(turn: Turn): Promise<Turn> {
    const known = await knownGeneration(database, turn.owner);
    return known === undefined || turn.generation === null || known === turn.generation
      ? turn
      : { ...turn, generation: known, isSure: false };
  }

  /** Reads only. What somebody gave up, or claimed for a host that has been restored since, does not stand any more. */
  async function stillStanding(
    { epoch, generation }: Turn,
    { held, due }: Pick<Wanted, 'held' | 'due'>,
  ): Promise<Set<Claim>> {
    const rows = due.size > 0 ? await queue.bulkGet([...due].map(({ row }) => row.id)) : [];
    const found = new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
    const stands = ({ row: { id } }: Claim) =>
      found.get(id)?.claimedBy === epoch && found.get(id)?.refused === null;
    return new Set(
      held.filter((claim) => claim.generation === generation && (!due.has(claim) || stands(claim))),
    );
  }

  /** Reads only. */
  async function isOvertaken({ owner }: Turn, type: PushableType, plan: PushPlan) {
    const before = pushOrder.slice(0, pushOrder.indexOf(type)).map((each) => [owner, each]);
    const ids = await queue.where('[ownerId+type]').anyOf(before).primaryKeys();
    return !ids.every(plan.knows);
  }

  /** Reads only. Whom another one is still on its way to is written to later. */
  async function choose(
    turn: Turn,
    type: PushableType,
    { plan, most, recipients: reached }: Pick<Wanted, 'plan' | 'most' | 'recipients'>,
  ) {
    const claims: Claim[] = [];
    const asking: QueueRow[] = [];
    const recipients = new Set(reached);
    const later: string[] = [];
    while (claims.length < most && later.length === 0 && plan.has(type)) {
      const ids = plan.take(type, most - claims.length);
      const [rows, records] = await Promise.all([queue.bulkGet(ids), database.records(type).bulkGet(ids)]);
      const waiting = await waitingNeeds(records);
      for (const [at, id] of ids.entries()) {
        const [row, record] = [rows[at], records[at]];
        if (!row || !record || !mayGo(row, turn)) continue;
        const recipient = recipientOf(record);
        if (needsOf(record).some((need) => waiting.has(need))) plan.holdBack(type, id);
        else if (wantsWord(row, record)) asking.push({ ...row, refused: waitedLong, asks: true });
        else if (recipient !== null && recipients.has(recipient)) later.push(id);
        else {
          claims.push(claimOf(turn, { row, record }));
          if (recipient !== null) recipients.add(recipient);
        }
      }
    }
    plan.putBack(type, later);
    return { claims, asking };
  }

  /** Reads only. */
  async function look(begun: Turn, type: PushableType, wanted: Wanted) {
    const { plan, most, anyway } = wanted;
    const [turn, isLate] = await Promise.all([
      asItIs(begun),
      anyway < Number.POSITIVE_INFINITY && isOvertaken(begun, type, plan),
    ]);
    const isOtherHost = turn !== begun;
    const [chosen, standing] = await Promise.all([
      choose(turn, type, { ...wanted, most: isLate || isOtherHost ? Math.min(most, anyway) : most }),
      stillStanding(turn, wanted),
    ]);
    return { ...chosen, standing, isOvertaken: isLate || isOtherHost };
  }

  /** Inside the caller's transaction. */
  async function giveUp({ id, claimedBy }: QueueRow, change: Partial<QueueRow>) {
    const row = await queue.get(id);
    // Whole rows: Dexie's `update` takes what it read last in a transaction for any table with that key.
    if (row && row.claimedBy === claimedBy) await queue.put({ ...row, ...change, claimedBy: null });
  }

  /** Keeps with an item what is about to be said of it: nobody may be there any more to hear whether it has come. */
  const note = ({ id, claimedBy }: QueueRow, mayHaveCome: MayHaveCome | null) =>
    database.write([queue], async () => {
      const row = await queue.get(id);
      if (row && row.claimedBy === claimedBy) await queue.put({ ...row, mayHaveCome });
    });

  /** Gives an item back, unless another window that took over has claimed it since. */
  const release = (row: QueueRow, change: Partial<QueueRow>) =>
    database.write([queue], () => giveUp(row, change));

  return {
    release,

    note,

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
        await lastWrites(() => lease.put({ id: 'push', epoch, seen: now() }));
        return epoch;
      }),

    /**
     * Settles what the host has taken, and claims the next items of a kind, in one transaction. An empty list says that there
     * are no more for now. What was taken is settled also when the turn is over.
     */
    async claim(begun: Turn, type: PushableType, wanted: Wanted): Promise<Claimed | 'displaced'> {
      let rows: QueueRow[] = [];
      const claimed = await database.write([lease, queue, marks, database.records(type)], async () => {
        // What a full device did not take the first time is taken once more.
        wanted.plan.putBack(
          type,
          rows.map(({ id }) => id),
        );
        const [mayClaim, settling, { asking, ...looked }] = await Promise.all([
          isOurs(begun),
          settlingWrites(database, type, wanted.taken),
          look(begun, type, wanted),
        ]);
        if (!mayClaim) {
          await lastWritesToldBriefly(...settling);
          return 'displaced';
        }
        rows = [...asking, ...looked.claims.map(({ row }) => row)];
        await lastWritesToldBriefly(...settling, ...(rows.length > 0 ? [() => queue.bulkPut(rows)] : []));
        return { ...looked, asking };
      });
      if (claimed === 'displaced') return claimed;
      const { asking, ...others } = claimed;
      asked += asking.length;
      return others;
    },

    /** They never left. What another window has claimed, given up or settled since stays as it is. */
    giveBack: (claims: readonly Claim[]) =>
      database.write([queue], async () => {
        const rows = await queue.bulkGet(claims.map(({ row }) => row.id));
        const back = claims.flatMap(({ row: { claimedBy, inDoubtSince: doubt }, before }, at) => {
          const row = rows[at];
          if (!row || row.claimedBy !== claimedBy) return [];
          const { attempts, inDoubtSince = null, tried = false } = before;
          const hasTheDoubt = row.inDoubtSince === doubt;
          return { ...row, claimedBy: null, attempts, tried, ...(hasTheDoubt && { inDoubtSince }) };
        });
        await lastWrites(() => queue.bulkPut(back));
      }),

    /**
     * It is set aside until somebody looks after it, and holds up nothing else. What was tried before may be there all the
     * same, and was refused now as it has become since. One that was edited meanwhile has not been judged yet.
     */
    setAside: ({ row, record, before: { tried = false, mayHaveCome = null } }: Claim, reason: string) => {
      const table = database.records(row.type);
      return database.write([queue, table], async () => {
        const current = (await table.get(row.id)) as PushableRecord | undefined;
        const refused = current && !isSameRecord(current, record) ? null : reason;
        await giveUp(row, { refused, inDoubtSince: null, tried, mayHaveCome });
      });
    },
  };
}

export type Claims = ReturnType<typeof createClaims>;
