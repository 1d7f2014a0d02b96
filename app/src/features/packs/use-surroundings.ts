import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import { useServices, useWatched } from '#services.ts';
import type { BundleRecord, PackRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { bundleIdsOf } from './pack-contents.ts';

/** What stands around a pack's contents on its page: channel, signature, and the bundles it names. */
export function useSurroundings(pack: PackRecord) {
  const { channels, bundles, signatures, session } = useServices();
  const { activeChannelId, user } = useWatched(session);
  const channelId = pack.channel?.id ?? activeChannelId;
  return useLive(async () => {
    const channel = channelId ? await channels.view(channelId) : null;
    // The user's own signature, else the channel's, else none (PVIEW-02).
    const signature = (await signatures.mine()) ?? channel?.signature ?? null;
    const records = await Promise.all(bundleIdsOf(pack).map((id) => bundles.get(id)));
    return {
      channel,
      signature,
      signaturePicture: signature && (await signatures.pictureUrl(signature)),
      bundles: records.filter((record): record is BundleRecord => record !== null),
      summaries: channelId ? await bundles.inChannel(channelId, bundleTypes) : [],
    };
  }, [pack, channelId, user?.uuid]);
}
