import { isYoung } from '#sync/load/load-parts.ts';
import { isUnanswered } from '#sync/load/strategies.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';

/**
 * What somebody asked for anew and the host gave no answer to. What came before that is not fresh, however young it is, until
 * it comes. It is each person's own: the next one on this device has asked for nothing.
 */
export function createUnmetWishes(parts: CollectionParts) {
  /** When it was asked for, ms. */
  const wishedAt = new Map<string, number>();
  const keyOf = (id: string) => `${id} ${userIdOf(parts)}`;

  return {
    /** Another window may have brought it since. */
    isFresh: (id: string, pulled: number | null | undefined) =>
      isYoung(pulled, parts.now()) && pulled > (wishedAt.get(keyOf(id)) ?? -1),

    async pull(id: string, force: boolean, pull: () => Promise<unknown>) {
      const [key, at] = [keyOf(id), parts.now()];
      try {
        await pull();
        wishedAt.delete(key);
      } catch (error) {
        if (force && isUnanswered(error)) wishedAt.set(key, at);
        throw error;
      }
    },
  };
}
