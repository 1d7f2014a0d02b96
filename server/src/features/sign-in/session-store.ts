import { randomBytes } from 'node:crypto';
import type { ReadTransaction, WriteTransaction } from '#database/database.ts';
import { newUuid } from '#database/ids.ts';
import { hashToken, type Keys } from '#keys.ts';
import { throttleKeys } from './try-store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const sessionLifetimeMs = 14 * dayMs;
/** How long a place counts as one the person has used. */
const placeLifetimeMs = 30 * dayMs;
/** A lost answer may be asked for again for this long after the token it held was used elsewhere. */
const graceMs = 30_000;

export interface OpenSession {
  sessionId: string;
  accountId: string;
  /** Space separated, as asked for at the sign-in, whatever the roles give: they come and go meanwhile. */
  scope: string;
  refreshToken: string;
}

/**
 * Starts a family of refresh tokens for one sign-in on one device.
 * @param place `home` of `throttleKeys`: where the person was
 */
export async function openSession(
  trx: WriteTransaction,
  { accountId, scope, place = null }: { accountId: string; scope: string; place?: string | null },
  now: number,
): Promise<OpenSession> {
  const sessionId = newUuid();
  const refreshToken = randomBytes(32).toString('base64url');
  const expires = now + sessionLifetimeMs;
  await trx
    .insertInto('session')
    .values({
      id: sessionId,
      account_id: accountId,
      scopes: scope,
      created: now,
      expires,
      revoked: null,
      place,
    })
    .execute();
  await trx
    .insertInto('refresh_token')
    .values({ hash: hashToken(refreshToken), session_id: sessionId, created: now, expires, rotated: null })
    .execute();
  return { sessionId, accountId, scope, refreshToken };
}

/**
 * Exchanges a refresh token for its successor. The same token answers the same successor until that one has been
 * used, and for 30 s after, so that a lost answer or two requests at once do no harm. Later it is a copy in strange
 * hands: the whole session ends. Null when the token is worth nothing (any more).
 */
export async function refreshSession(
  trx: WriteTransaction,
  keys: Keys,
  { refreshToken, address }: { refreshToken: string; address: string },
  now: number,
): Promise<OpenSession | null> {
  const tokenHash = hashToken(refreshToken);
  const found = await trx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id', 'session.account_id', 'session.scopes', 'refresh_token.rotated'])
    .where('refresh_token.hash', '=', tokenHash)
    .where('refresh_token.expires', '>', now)
    .where('session.revoked', 'is', null)
    .where('session.expires', '>', now)
    .where('account.active', '=', 1)
    .executeTakeFirst();
  if (!found) return null;

  const successor = keys.deriveSuccessor(refreshToken);
  const successorHash = hashToken(successor);
  if (found.rotated !== null) {
    const used = await trx
      .selectFrom('refresh_token')
      .select('rotated')
      .where('hash', '=', successorHash)
      .executeTakeFirst();
    if (typeof used?.rotated === 'number' && used.rotated + graceMs < now) {
      await revokeSession(trx, found.id, now);
      return null;
    }
  }

  const expires = now + sessionLifetimeMs;
  await trx
    .updateTable('refresh_token')
    // It stays good for asking again as long as the successor, which may never have arrived.
    .set({ expires, rotated: found.rotated ?? now })
    .where('hash', '=', tokenHash)
    .execute();
  await trx
    .insertInto('refresh_token')
    .values({ hash: successorHash, session_id: found.id, created: now, expires, rotated: null })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ expires }))
    .execute();
  const { home: place } = throttleKeys(found.account_id, address);
  await trx.updateTable('session').set({ expires, place }).where('id', '=', found.id).execute();
  return { sessionId: found.id, accountId: found.account_id, scope: found.scopes, refreshToken: successor };
}

/** Ends a session: neither its access tokens nor its refresh tokens are worth anything from here on. */
export async function revokeSession(trx: WriteTransaction, sessionId: string, now: number) {
  await trx
    .updateTable('session')
    .set({ revoked: now })
    .where('id', '=', sessionId)
    .where('revoked', 'is', null)
    .execute();
}

/** Ends all sessions of an account, except the one that asks for it. */
export async function endSessions(trx: WriteTransaction, accountId: string, now: number, except?: string) {
  await trx
    .updateTable('session')
    .set({ revoked: now })
    .where('account_id', '=', accountId)
    .where('revoked', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except as string))
    .execute();
}

/** Ends the session a refresh token belongs to, if there is one. */
export async function revokeByRefreshToken(trx: WriteTransaction, refreshToken: string, now: number) {
  const token = await trx
    .selectFrom('refresh_token')
    .select('session_id')
    .where('hash', '=', hashToken(refreshToken))
    .executeTakeFirst();
  if (token) await revokeSession(trx, token.session_id, now);
}

/** The account behind a session that was neither ended nor ran out. */
export const standingSession = (trx: ReadTransaction, sessionId: string, now: number) =>
  trx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.internal_id', 'session.created', 'session.expires'])
    .where('session.id', '=', sessionId)
    .where('session.revoked', 'is', null)
    .where('session.expires', '>', now)
    .where('account.active', '=', 1)
    .executeTakeFirst();

/** Removes what no token opens any more. */
export async function forgetEndedSessions(trx: WriteTransaction, now: number) {
  await trx.deleteFrom('refresh_token').where('expires', '<', now).execute();
  await trx
    .deleteFrom('session')
    .where('expires', '<', now - placeLifetimeMs)
    .execute();
}

/** Everyone signs in again. */
export const endAllSessions = (trx: WriteTransaction) => trx.deleteFrom('session').execute();
