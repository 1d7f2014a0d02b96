import { failureOf, isRefusedWith } from '#remote/failure.ts';

/** SYNC-14. 'no-cache' hands the host's answer on without storing it (SYNC-15). */
export type LoadStrategy =
  | 'local-only'
  | 'remote-only'
  | 'remote-then-local'
  | 'local-then-remote'
  | 'remote-then-local-no-cache'
  | 'local-then-remote-no-cache';

export interface LoadSteps<T> {
  /** Null when there is no usable copy on the device: none at all, or a stub. */
  local(): Promise<T | null>;
  /** Whether the local copy is young enough to be left alone. */
  isFresh(value: T): boolean;
  /** Asks the host; null when it has none. */
  remote(): Promise<T | null>;
  store(value: T): Promise<void>;
}

async function remoteNoCache<T>({ remote }: LoadSteps<T>): Promise<T> {
  const value = await remote();
  if (value === null) throw new Error('Remote query returned no results');
  return value;
}

async function remoteAndStore<T>({ remote, store }: LoadSteps<T>): Promise<T> {
  const value = await remote();
  if (value === null) throw new Error('Not found');
  await store(value);
  return value;
}

async function local<T>(steps: LoadSteps<T>): Promise<T> {
  const value = await steps.local();
  if (value === null) throw new Error('Not found');
  return value;
}

/** What is on the device stands in when the host could not be asked; without a copy the reason is told. */
async function orLocal<T>(steps: LoadSteps<T>, asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const value = await steps.local();
    if (value === null) throw error;
    return value;
  }
}

async function freshLocalOr<T>(steps: LoadSteps<T>, ask: () => Promise<T>): Promise<T> {
  const value = await steps.local();
  return value !== null && steps.isFresh(value) ? value : orLocal(steps, ask());
}

/**
 * Loads by the name of a strategy. Local then remote asks the host only when the copy is missing, a stub or stale
 * (SYNC-03, SYNC-04, SYNC-15).
 * @throws Error 'Unrecognised load strategy', or why there is nothing to show
 */
export async function loadBy<T>(strategy: LoadStrategy, steps: LoadSteps<T>): Promise<T> {
  switch (strategy) {
    case 'local-only':
      return local(steps);
    case 'remote-only':
      return remoteAndStore(steps);
    case 'remote-then-local':
      return orLocal(steps, remoteAndStore(steps));
    case 'local-then-remote':
      return freshLocalOr(steps, () => remoteAndStore(steps));
    case 'remote-then-local-no-cache':
      return orLocal(steps, remoteNoCache(steps));
    case 'local-then-remote-no-cache':
      return freshLocalOr(steps, () => remoteNoCache(steps));
    default:
      throw new Error('Unrecognised load strategy');
  }
}

/** Whether the host has none, or none for this person. */
export const isNowhere = (error: unknown) => [403, 404].some((status) => isRefusedWith(error, status));

/** Whether nobody knows yet what the host has. */
export function isUnanswered(error: unknown): boolean {
  const kind = failureOf(error)?.kind;
  return kind === 'unreachable' || kind === 'busy';
}
