import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { FlatRecord } from '#remote/documents.ts';

const tellEveryMs = 250;

const isBundle = ({ type }: FlatRecord) => bundleTypes.some((bundle) => bundle === type);
const listIn = (value: unknown): { id: string }[] => (Array.isArray(value) ? value : []);

/**
 * How much of a channel has come. Hosts tell no length of what they compress while they read it, but a channel names its
 * bundles and those name their files: of what is named, so much is there. It holds whether each bundle comes with its files
 * or all bundles come first, and never goes back.
 * @param tell told a few times a second; 0 to 1
 */
export function shareOfChannel(tell: (share: number) => void, now = () => performance.now()) {
  const named = new Set<string>();
  let [bundles, medias] = [0, 0];
  let expected = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  let told = 0;

  return {
    /** @param channel as it was read before anything that belongs to it */
    begin(channel: FlatRecord | null) {
      expected = listIn(channel?.bundles).length;
    },
    add(record: FlatRecord) {
      if (isBundle(record)) {
        bundles += 1;
        for (const { id } of listIn(record.medias)) named.add(id);
      } else if (named.has(record.id)) medias += 1;
    },
    tell() {
      if (expected === 0 || now() - toldAt < tellEveryMs) return;
      const share = Math.min(1, bundles / expected) * (named.size > 0 ? Math.min(1, medias / named.size) : 1);
      if (share <= told) return;
      told = share;
      toldAt = now();
      tell(share);
    },
  };
}
