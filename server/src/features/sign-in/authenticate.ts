import { LRUCache } from 'lru-cache';
import type { Clock } from '#clock.ts';
import type { HostDatabase } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import type { Authenticate } from '#http/viewer.ts';
import { type CheckedClaims, hashToken, type Keys } from '#keys.ts';
import { standingViewer } from './standing-viewer.ts';

interface Dependencies {
  database: HostDatabase;
  keys: Keys;
  clock: Clock;
}

// One for every device that is in use at the same time.
const tokensKept = 10_000;

/**
 * Tells who asks by the access token. Whether the session still stands, and what roles and channels the account has, is
 * read again as soon as anything in the database has changed: signing out and losing a role take effect at once.
 */
export function createAuthenticate({ database, keys, clock }: Dependencies): Authenticate {
  const checked = new LRUCache<string, CheckedClaims>({ max: tokensKept });

  /** A token's signature is checked once, its end every time. */
  async function claimsOf(token: string, hash: string, now: number) {
    const known = checked.get(hash);
    if (known) return known.expires > now ? known : null;
    const claims = await keys.readAccessToken(token, now);
    if (claims) checked.set(hash, claims);
    return claims;
  }

  return async (request, moment) => {
    const token = bearerOf(request.headers.authorization);
    if (token === null) return { kind: 'anonymous' };
    const [hash, now] = [hashToken(token), clock()];
    const claims = await claimsOf(token, hash, now);
    if (!claims) throw refusedToken('The access token is not valid or has expired.');
    const present = moment ?? (await database.moment());
    const standing = await present.recall(`standing ${hash}`, () => standingViewer(database, claims));
    if (!standing || standing.expires <= now) throw refusedToken('The session has ended. Sign in again.');
    return standing.viewer;
  };
}

/** Null without a token; throws 401 for a header that holds something else than one. */
function bearerOf(header: string | undefined) {
  if (header === undefined) return null;
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
  if (token === undefined) throw refusedToken('The Authorization header holds no bearer token.');
  return token;
}

const refusedToken = (detail: string) =>
  new HttpError(401, detail, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
