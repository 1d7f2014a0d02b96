import { type RefusedMessage, useServices } from '#services.ts';
import { useLive } from '#ui/use-live.ts';

export type Overtaken = 'edited' | 'left' | 'cancelled';

/**
 * What another window, or a push, has made of a message while it is corrected here; null while it is as it was.
 * @param id undefined while nothing is corrected
 */
export function useOvertaken(id: string | undefined, correcting: RefusedMessage | null): Overtaken | null {
  const { messages } = useServices();
  const changed = correcting?.changed ?? null;
  const standing = useLive(
    async () => (id === undefined ? null : messages.standing(id, changed)),
    [messages, id, changed],
  );
  return standing === undefined || standing === 'as it was' ? null : standing;
}
