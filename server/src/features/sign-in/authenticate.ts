import type { Role } from '@satchel/core/contract/roles.ts';
import type { Clock } from '#clock.ts';
import type { HostDatabase } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import type { Authenticate } from '#http/viewer.ts';
import type { Keys } from '#keys.ts';
import { channelIdsOf, rolesOf } from './account-store.ts';
import { standingSession } from './session-store.ts';

interface Dependencies {
  database: HostDatabase;
  keys: Keys;
  clock: Clock;
}

/**
 * Tells who asks by the access token. Whether the session still stands, and what roles and channels the account has,
 * is read every time: signing out and losing a role take effect at once.
 */
export function createAuthenticate({ database, keys, clock }: Dependencies): Authenticate {
  return async (request) => {
    const token = bearerOf(request.headers.authorization);
    if (token === null) return { kind: 'anonymous' };
    const now = clock();
    const claims = await keys.readAccessToken(token, now);
    if (!claims) throw refusedToken('The access token is not valid or has expired.');
    return database.read(async (trx) => {
      const account = await standingSession(trx, claims.sessionId, now);
      if (!account || account.id !== claims.accountId)
        throw refusedToken('The session has ended. Sign in again.');
      return {
        kind: 'user',
        accountId: account.id,
        internalId: account.internal_id,
        roles: withinScope(await rolesOf(trx, account.id), claims.scope),
        channelIds: await channelIdsOf(trx, account.id),
        sessionId: claims.sessionId,
      };
    });
  };
}

/** Null without a token; throws 401 for a header that holds something else than one. */
function bearerOf(header: string | undefined) {
  if (header === undefined) return null;
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
  if (token === undefined) throw refusedToken('The Authorization header holds no bearer token.');
  return token;
}

/** Sales roles count when they were asked for; being administrator is no scope an app asks for, so it always does. */
function withinScope(roles: Role[], scope: string) {
  const asked = new Set([...scope.split(' '), 'administrator']);
  return roles.filter((role) => asked.has(role));
}

const refusedToken = (detail: string) =>
  new HttpError(401, detail, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
