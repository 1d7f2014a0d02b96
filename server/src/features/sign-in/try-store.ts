import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Selectable } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { fold } from '#database/dialect.ts';
import type { SignInAttemptTable } from '#database/schema.ts';

type Row = Selectable<SignInAttemptTable>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const longestBlockMs = 15 * minuteMs;
const firstBlockMs = 30_000;

interface Limit {
  tries: number;
  withinMs: number;
}

// A person's own typing mistakes never reach the second and third; they stop a guesser with many names or addresses.
const limits = {
  place: { tries: 10, withinMs: dayMs },
  account: { tries: 100, withinMs: dayMs },
  // Well above the typing mistakes of a large office behind one address; and who is known there is not held up by it.
  network: { tries: 200, withinMs: dayMs },
} as const satisfies Record<string, Limit>;

/**
 * As many failures of one account end the day's tries for everybody whom it does not know: a guesser with many networks
 * would else have a try in each, again and again.
 */
export const mostOfAccount = 500;
/** A link has no owner who has to get in, and a password may be four digits. */
export const mostOfLink = limits.account.tries;

type Kind = keyof typeof limits;
const kinds = Object.keys(limits) as Kind[];

/** Whether a try may go ahead. */
export interface Standing {
  /** Seconds to wait, 0 when it may. */
  waitS: number;
  blockedBy: readonly Kind[];
}

/** `place` is what was typed at one network, and `home` the account there. */
export type ThrottleKeys = Record<Kind | 'home', string>;

/**
 * Tries are counted by what was typed: one that is held up under a name says nothing about who has an address.
 * @param account the account's id, or what was typed when there is none: both are throttled alike
 */
export function throttleKeys(account: string, address: string, typed = account): ThrottleKeys {
  const network = networkOf(address);
  const hashOf = (...parts: string[]) =>
    createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return {
    place: hashOf('typed', fold(typed.trim()), network),
    home: hashOf('place', account, network),
    account: hashOf('account', account),
    network: hashOf('network', network),
  };
}

/** One customer of a provider holds up to a whole /48 of IPv6, so that is what is counted. */
export function networkOf(address: string) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [left = '', right] = address.split('::');
  const groups = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  const filled =
    right === undefined ? groups : [...groups, ...Array(8 - groups.length - tail.length).fill('0'), ...tail];
  return filled
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Counts a try before the password is looked at, so that many at once do not slip through; `forgive` takes it back.
 * Whoever guesses at an account holds up nobody where its owner has signed in before, and anybody else gets a try
 * after waiting once, so that the owner is in after 15 minutes unless the day's tries are used up.
 * @param most failures of the account, after which those whom it does not know get no further try for a day
 */
export async function countTry(
  trx: WriteTransaction,
  keys: ThrottleKeys,
  now: number,
  most = mostOfAccount,
): Promise<Standing> {
  const counted = kinds.map((kind) => keys[kind]);
  const found = await trx.selectFrom('sign_in_attempt').selectAll().where('key', 'in', counted).execute();
  const isKnown = await isUsedPlace(trx, keys.home);
  const present = rowsByKind(keys, found);
  const blocks = blocksAmong(present, isKnown, most, now);
  if (blocks.length > 0) {
    const queue =
      blocks.every(({ kind }) => kind !== 'place') && blocks.find(({ kind }) => kind === 'account');
    if (queue && !isSpent(present, most)) await takeTurn(trx, keys.place, queue.until, now);
    return standingOf(blocks, now);
  }
  // Locked in one order; another try may have been counted since they were read.
  const rows: Row[] = [];
  for (const key of counted.sort()) rows.push(await lock(trx, key, now));
  const byKind = rowsByKind(keys, rows);
  const newBlocks = blocksAmong(byKind, isKnown, most, now);
  if (newBlocks.length > 0) return standingOf(newBlocks, now);
  for (const kind of kinds) {
    const row = byKind[kind];
    if (row) await count(trx, limits[kind], row, now, kind === 'account' ? most : undefined);
  }
  return standingOf([], now);
}

/**
 * Counts something that is limited by itself, such as calls from one network.
 * @param limit to be well within a day, after which everything is forgotten
 * @returns seconds to wait, 0 when it may go ahead
 */
export async function countCall(trx: WriteTransaction, key: string, limit: Limit, now: number) {
  const row = await lock(trx, key, now);
  if (row.blocked_until > now) return Math.ceil((row.blocked_until - now) / 1000);
  await count(trx, limit, row, now);
  return 0;
}

const rowsByKind = (keys: ThrottleKeys, rows: readonly Row[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, rows.find(({ key }) => key === keys[kind])])) as Record<
    Kind,
    Row | undefined
  >;

interface Block {
  kind: Kind;
  until: number;
}

const standingOf = (blocks: readonly Block[], now: number): Standing => ({
  waitS: Math.ceil((Math.max(now, ...blocks.map(({ until }) => until)) - now) / 1000),
  blockedBy: blocks.map(({ kind }) => kind),
});

const isSpent = ({ account }: Record<Kind, Row | undefined>, most: number) =>
  account !== undefined && account.failures >= most;

function blocksAmong(
  rows: Record<Kind, Row | undefined>,
  isKnown: boolean,
  most: number,
  now: number,
): Block[] {
  const own = rows.place?.blocked_until ?? 0;
  const hasWaited = own > 0 && own <= now && !isSpent(rows, most);
  const heeded: Kind[] = isKnown ? ['place'] : hasWaited ? ['place', 'network'] : kinds;
  // A day's block that was forgiven meanwhile is one like others.
  const longest = isSpent(rows, most) ? dayMs : longestBlockMs;
  return heeded
    .map((kind) => ({ kind, until: Math.min(rows[kind]?.blocked_until ?? 0, now + longest) }))
    .filter(({ until }) => until > now);
}

async function isUsedPlace(trx: WriteTransaction, home: string) {
  const session = await trx.selectFrom('session').select('id').where('place', '=', home).executeTakeFirst();
  return session !== undefined;
}

const lock = (trx: WriteTransaction, key: string, now: number): Promise<Row> =>
  trx
    .insertInto('sign_in_attempt')
    .values({ key, failures: 0, first_failure: now, blocked_until: 0 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({ failures: ref('sign_in_attempt.failures') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

async function count(
  trx: WriteTransaction,
  { tries, withinMs }: Limit,
  row: Row,
  now: number,
  most = Number.POSITIVE_INFINITY,
) {
  const isRecent = Math.max(row.first_failure, row.blocked_until) + withinMs > now;
  // Once the day is over that a used up number costs, it begins anew.
  const goesOn = isRecent && (row.failures < most || row.blocked_until > now);
  const failures = goesOn ? row.failures + 1 : 1;
  const over = failures - tries;
  const blockMs = over < 0 ? 0 : Math.min(firstBlockMs * 2 ** over, longestBlockMs);
  // Those who are known go on trying meanwhile, which makes it no longer.
  const until = failures > most ? row.blocked_until : failures === most ? now + dayMs : now + blockMs;
  await trx
    .updateTable('sign_in_attempt')
    .set({
      failures,
      first_failure: goesOn ? row.first_failure : now,
      blocked_until: blockMs === 0 ? 0 : until,
    })
    .where('key', '=', row.key)
    .execute();
}

/** Says from when on this place may try once, even when the account is held up again by then. */
async function takeTurn(trx: WriteTransaction, place: string, from: number, now: number) {
  await trx
    .insertInto('sign_in_attempt')
    .values({ key: place, failures: 0, first_failure: now, blocked_until: from })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ blocked_until: from }))
    .execute();
}

/** Somebody has proved to be the owner in another way: the next try from here goes ahead, and the account starts afresh. */
export async function welcome(trx: WriteTransaction, { place, account }: ThrottleKeys, now: number) {
  await trx.deleteFrom('sign_in_attempt').where('key', '=', account).execute();
  const fresh = { failures: 0, first_failure: now, blocked_until: now };
  await trx
    .insertInto('sign_in_attempt')
    .values({ key: place, ...fresh })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(fresh))
    .execute();
}

/** Whoever may set a password vouches for its owner: what others tried at the one before holds them up no more. */
export const forgetTriesAt = (trx: WriteTransaction, accountId: string) =>
  trx.deleteFrom('sign_in_attempt').where('key', '=', throttleKeys(accountId, '').account).execute();

/** It was right: this place starts afresh, and account and network are not charged for this try. */
export async function forgive(trx: WriteTransaction, keys: ThrottleKeys) {
  await trx.deleteFrom('sign_in_attempt').where('key', '=', keys.place).execute();
  for (const kind of ['account', 'network'] as const) {
    await trx
      .updateTable('sign_in_attempt')
      .set((update) => ({ failures: update('failures', '-', 1) }))
      .where('key', '=', keys[kind])
      .where('failures', '>', 0)
      .execute();
    await trx
      .updateTable('sign_in_attempt')
      .set({ blocked_until: 0 })
      .where('key', '=', keys[kind])
      .where('failures', '<', limits[kind].tries)
      .execute();
  }
}

/** What a guesser with any number of names and networks can make the host remember, about 20 MB. */
const mostKept = 100_000;

/** Removes what counts no more, and the least of the rest when there is too much of it. */
export async function forgetOldTries(trx: WriteTransaction, now: number, most = mostKept) {
  await trx
    .deleteFrom('sign_in_attempt')
    .where('first_failure', '<', now - dayMs)
    .where('blocked_until', '<', now - dayMs)
    .execute();
  await trx
    .deleteFrom('sign_in_attempt')
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('sign_in_attempt')
        .select('key')
        .orderBy('failures', 'desc')
        .orderBy('first_failure', 'desc')
        .orderBy('key')
        .limit(Number.MAX_SAFE_INTEGER)
        .offset(most),
    )
    .execute();
}
