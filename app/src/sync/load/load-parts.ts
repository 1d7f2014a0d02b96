import type { JsonApi, ListAnswer } from '#remote/json-api.ts';
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

/** ERR-06, ERR-07: something was to be loaded or saved, and nobody said what. */
export const noContent = 'No content defined';

/** CONST-01 */
export const staleAfterMs = 15 * 60_000;

// What was pulled in the future was pulled before the clock was set back: nobody knows how old it is.
export const isYoung = (pulled: number | null | undefined, now: number): pulled is number =>
  typeof pulled === 'number' && pulled <= now && now - pulled < staleAfterMs;

/** What was asked for without an ETag. */
export function whole(answer: ListAnswer) {
  if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
  return answer;
}
