import { timingSafeEqual } from 'node:crypto';
import type { WriteTransaction } from '#database/database.ts';
import { newUuid } from '#database/ids.ts';
import type { Keys } from '#keys.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const codeLifetimeMs = 10 * minuteMs;
const triesPerCode = 5;
const codesPerHour = 3;

type Hash = Keys['hashSecret'];

/** The address itself is not kept: anybody's could be asked for. */
export const mailHashOf = (hash: Hash, mail: string) =>
  hash(JSON.stringify(['mail', mail.trim().toLowerCase()]));

const codeHashOf = (hash: Hash, id: string, mailHash: string, code: string) =>
  hash(JSON.stringify(['code', id, mailHash, code]));

interface AskedCode {
  code: string;
  mailHash: string;
  /** Null for an address nobody has: that is remembered all the same, so that both look alike. */
  accountId: string | null;
}

/**
 * Makes a code the only valid one of its address.
 * @returns when it expires, or how many seconds there are to wait because the address had its three codes an hour
 */
export async function saveCode(
  trx: WriteTransaction,
  hash: Hash,
  { code, mailHash, accountId }: AskedCode,
  now: number,
): Promise<{ expires: number } | { waitS: number }> {
  const recent = await trx
    .selectFrom('password_code')
    .select('created')
    .where('mail_hash', '=', mailHash)
    .where('created', '>', now - hourMs)
    .orderBy('created', 'desc')
    .limit(codesPerHour)
    .execute();
  const third = recent[codesPerHour - 1];
  if (third) return { waitS: Math.ceil((third.created + hourMs - now) / 1000) };
  await endCodes(trx, mailHash);
  const id = newUuid();
  const expires = now + codeLifetimeMs;
  await trx
    .insertInto('password_code')
    .values({
      id,
      mail_hash: mailHash,
      account_id: accountId,
      code_hash: codeHashOf(hash, id, mailHash, code),
      created: now,
      expires,
      tries_left: triesPerCode,
    })
    .execute();
  return { expires };
}

/**
 * Whether this is the valid code of the address. A wrong one costs one of its tries; the caller must not throw then,
 * or the try would be taken back.
 * @returns the account the code was sent to, null when the code is wrong
 */
export async function tryCode(
  trx: WriteTransaction,
  hash: Hash,
  { code, mailHash }: { code: string; mailHash: string },
  now: number,
): Promise<{ accountId: string } | null> {
  const newest = await trx
    .selectFrom('password_code')
    .select('id')
    .where('mail_hash', '=', mailHash)
    .where('expires', '>', now)
    .where('tries_left', '>', 0)
    .executeTakeFirst();
  const counted = await trx
    .updateTable('password_code')
    .set((update) => ({ tries_left: update('tries_left', '-', 1) }))
    .where('id', '=', newest?.id ?? '')
    // Again, because another try may have come first.
    .where('tries_left', '>', 0)
    .returning(['id', 'account_id', 'code_hash'])
    .executeTakeFirst();
  const given = codeHashOf(hash, counted?.id ?? '', mailHash, code);
  if (!counted || !isSame(given, counted.code_hash) || counted.account_id === null) return null;
  await trx
    .updateTable('password_code')
    .set((update) => ({ tries_left: update('tries_left', '+', 1) }))
    .where('id', '=', counted.id)
    .execute();
  return { accountId: counted.account_id };
}

const isSame = (given: string, right: string) => timingSafeEqual(Buffer.from(given), Buffer.from(right));

/** No code of this address is valid any more. They still count towards those of this hour. */
export const endCodes = (trx: WriteTransaction, mailHash: string) =>
  trx
    .updateTable('password_code')
    .set({ tries_left: 0 })
    .where('mail_hash', '=', mailHash)
    .where('tries_left', '>', 0)
    .execute();

/** How many addresses nobody has are remembered; asking for more makes the host forget the oldest of them. */
const mostUnknown = 10_000;

/** Removes what counts no more. */
export async function forgetOldCodes(trx: WriteTransaction, now: number, most = mostUnknown) {
  await trx
    .deleteFrom('password_code')
    .where('created', '<=', now - hourMs)
    .execute();
  await trx
    .deleteFrom('password_code')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('password_code')
        .select('id')
        .where('account_id', 'is', null)
        .orderBy('created', 'desc')
        .orderBy('id')
        .limit(Number.MAX_SAFE_INTEGER)
        .offset(most),
    )
    .execute();
}
