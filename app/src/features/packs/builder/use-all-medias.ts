import { packMediaIds } from '@satchel/core/pack/pack-contents.ts';
import type { PackData } from '@satchel/core/pack/pack-data.ts';
import { useDeferredValue, useMemo } from 'react';
import { type MediaView, useServices } from '#services.ts';
import { useLive } from '#ui/use-live.ts';

type Medias = ReadonlyMap<string, MediaView>;

/**
 * The records of all files of a pack that is being built, those included that were put into it since it was saved.
 * @param saved those of the pack as it was saved
 */
export function useAllMedias(contents: PackData, saved: Medias): Medias {
  const { packs } = useServices();
  const settled = useDeferredValue(contents);
  const added = useMemo(() => packMediaIds(settled).filter((id) => !saved.has(id)), [settled, saved]);
  const found = useLive(() => packs.mediasById(added), [packs, added.join()]);
  return useMemo(() => (found?.size ? new Map([...found, ...saved]) : saved), [found, saved]);
}
