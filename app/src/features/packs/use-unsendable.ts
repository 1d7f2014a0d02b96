import { useMemo } from 'react';
import { type UnsendableItem, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';

const none: readonly UnsendableItem[] = [];

/**
 * What a pack names that cannot be sent, as far as this device can tell by now.
 * @param contents where they are not those that it was saved with
 */
export function useUnsendable(pack: PackRecord, contents?: string): readonly UnsendableItem[] {
  const { packs } = useServices();
  const found = useLive(
    () => packs.unsendable(contents === undefined ? pack : { ...pack, pack_data: contents }),
    [packs, pack, contents],
  );
  return found ?? none;
}

export type Reasons = ReadonlyMap<string, UnsendableItem['because']>;

/** The same by the ids of bundles and files. */
export function useReasons(pack: PackRecord, contents?: string): Reasons {
  const items = useUnsendable(pack, contents);
  return useMemo(() => new Map(items.map(({ id, because }) => [id, because])), [items]);
}
