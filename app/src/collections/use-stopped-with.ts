import { useLiveQuery } from 'dexie-react-hooks';
import { useServices } from '#services.ts';

/** How many messages with this pack were refused, or wait for a word; undefined until that is known. */
export function useStoppedWith(packId: string): number | undefined {
  const { messages, waiting } = useServices();
  return useLiveQuery(async () => {
    const ids = (await messages.ofPack(packId)).map(({ id }) => id);
    const items = ids.length === 0 ? [] : await waiting.items({ ids });
    return items.filter(({ state }) => state === 'refused' || state === 'asks').length;
  }, [messages, waiting, packId]);
}
