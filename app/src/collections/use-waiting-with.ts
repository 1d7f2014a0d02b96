import { useLiveQuery } from 'dexie-react-hooks';
import { useServices } from '#services.ts';

/**
 * How many messages wait that the host takes only with this pack, since it has none of it yet; undefined until that is
 * known.
 * @param packId null where there is no pack
 */
export function useWaitingWith(packId: string | null): number | undefined {
  const { packs, messages, waiting } = useServices();
  return useLiveQuery(async () => {
    const pack = packId === null ? null : await packs.get(packId);
    if (!pack || pack.pulled || pack.pushed) return 0;
    const ids = (await messages.ofPack(pack.id)).map(({ id }) => id);
    return ids.length === 0 ? 0 : (await waiting.items({ ids })).length;
  }, [packs, messages, waiting, packId]);
}
