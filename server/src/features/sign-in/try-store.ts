import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { WriteTransaction } from '#database/database.ts';

const longestBlockMs = 15 * 60_000;
const firstBlockMs = 30_000;
/** Failures older than this are forgotten. */
const windowMs = 15 * 60_000;

// A person's own typing mistakes never reach the second and third; they stop a guesser with many names or addresses.
const limits = { pair: 10, account: 100, address: 200 };

type Kind = keyof typeof limits;
export type ThrottleKeys = Record<Kind, string>;

/** @param account the account's id, or what was typed when there is none: both are throttled alike */
export function throttleKeys(account: string, address: string): ThrottleKeys {
  const network = networkOf(address);
  const name = createHash('sha256').update(account).digest('base64url');
  return { pair: `pair ${name} ${network}`, account: `account ${name}`, address: `address ${network}` };
}

/** One person holds a whole /64 of IPv6, so that is what is counted. */
export function networkOf(address: string) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [left = '', right] = address.split('::');
  const groups = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  const filled =
    right === undefined ? groups : [...groups, ...Array(8 - groups.length - tail.length).fill('0'), ...tail];
  return filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Counts a try before the password is looked at, so that many at once do not slip through; `forgive` takes it back.
 * @returns seconds to wait, 0 when the try may go ahead
 */
export async function countTry(trx: WriteTransaction, keys: ThrottleKeys, now: number) {
  const rows = await trx
    .selectFrom('sign_in_attempt')
    .selectAll()
    .where('key', 'in', Object.values(keys))
    .execute();
  const blockedUntil = Math.max(0, ...rows.map((row) => row.blocked_until));
  if (blockedUntil > now) return Math.ceil((blockedUntil - now) / 1000);
  for (const kind of Object.keys(limits) as Kind[]) {
    const known = rows.find((row) => row.key === keys[kind]);
    const isRecent = known && Math.max(known.first_failure, known.blocked_until) + windowMs > now;
    const failures = isRecent ? known.failures + 1 : 1;
    const first = isRecent ? known.first_failure : now;
    const counted = { failures, first_failure: first, blocked_until: blockedFrom(kind, failures, now) };
    await trx
      .insertInto('sign_in_attempt')
      .values({ key: keys[kind], ...counted })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(counted))
      .execute();
  }
  return 0;
}

function blockedFrom(kind: Kind, failures: number, now: number) {
  const over = failures - limits[kind];
  return over < 0 ? 0 : now + Math.min(firstBlockMs * 2 ** over, longestBlockMs);
}

/** The password was right: the account starts afresh, and the address is not charged for this try. */
export async function forgive(trx: WriteTransaction, keys: ThrottleKeys) {
  await trx.deleteFrom('sign_in_attempt').where('key', 'in', [keys.pair, keys.account]).execute();
  await trx
    .updateTable('sign_in_attempt')
    .set((update) => ({ failures: update('failures', '-', 1), blocked_until: 0 }))
    .where('key', '=', keys.address)
    .execute();
}

/** Removes what is forgotten anyway. */
export async function forgetOldTries(trx: WriteTransaction, now: number) {
  await trx
    .deleteFrom('sign_in_attempt')
    .where('first_failure', '<', now - windowMs)
    .where('blocked_until', '<', now - windowMs)
    .execute();
}
