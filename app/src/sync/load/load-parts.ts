import { errorText } from '#remote/failure.ts';
import type { JsonApi } from '#remote/json-api.ts';
import type { ModelDefinitions } from '#remote/model-definitions.ts';
import type { Database } from '#storage/database.ts';
import type { StoredUser } from '#storage/session-store.ts';

/** What every load needs. */
export interface LoadParts {
  database: Database;
  jsonApi: JsonApi;
  definitions: () => Promise<ModelDefinitions | null>;
  user: () => StoredUser | null;
  now: () => number;
}

/** What a load met: the local copy can be shown in every case but the last. */
export type LoadOutcome = { ok: true } | { ok: false; failure: string };

export interface LoadOptions {
  /** A manual refresh (SYNC-07). */
  force?: boolean;
}

/** CONST-01 */
export const staleAfterMs = 15 * 60_000;

export const isYoung = (pulled: number | null | undefined, now: number) =>
  typeof pulled === 'number' && now - pulled < staleAfterMs;

export async function outcomeOf(load: Promise<unknown>): Promise<LoadOutcome> {
  try {
    await load;
    return { ok: true };
  } catch (error) {
    return { ok: false, failure: errorText(error) };
  }
}
