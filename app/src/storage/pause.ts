import { Dexie } from 'dexie';

/** Everything else has a turn. A promise of Dexie's, so that a live query goes on being one. */
export const pause = (): PromiseLike<void> => new Dexie.Promise<void>((resolve) => setTimeout(resolve));
