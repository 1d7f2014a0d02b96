import { useServices, type WaitingItem } from '#services.ts';
import { useLive } from '#ui/use-live.ts';

export interface Standing {
  /** Of the message by now: it may have got another one on its way. */
  id: string;
  state: WaitingItem['state'] | 'saved' | 'cancelled';
  reason: string | null;
}

/** It goes nowhere, or not soon, and what can be done about that stands where all that waits is listed. */
export const hasToBeSeen = (standing: Standing | undefined) =>
  standing?.state === 'asks' || (standing?.state === 'waiting' && standing.reason !== null);

/** How far messages have come, by the ids they were recorded under; undefined until it is known. */
export function useStandings(ids: readonly string[]): ReadonlyMap<string, Standing> | undefined {
  const { messages, waiting } = useServices();
  return useLive(async () => {
    const now = await Promise.all(ids.map((id) => messages.idNow(id)));
    const items = new Map((await waiting.items({ ids: now })).map((item) => [item.id, item]));
    const standings = await Promise.all(
      now.map(async (id): Promise<Standing> => {
        const record = await messages.get(id);
        // Somebody gave it up in another window.
        if (!record) return { id, state: 'cancelled', reason: null };
        if (!record._meta?.push) return { id, state: 'saved', reason: null };
        const { state = 'waiting', reason = null } = items.get(id) ?? {};
        return { id, state, reason };
      }),
    );
    return new Map(standings.map((standing, at) => [ids[at] ?? standing.id, standing]));
  }, [messages, waiting, ids.join()]);
}
