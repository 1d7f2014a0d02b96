import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import { useEffect } from 'react';
import { useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { bundleIdsOf } from './pack-contents.ts';
import { preparePage } from './page-tools.ts';

/** What stands around a pack's contents on its page: channel, signature, and the bundles it names. */
export function useSurroundings(pack: PackRecord) {
  const { channels, bundles, signatures, session } = useServices();
  const { activeChannelId, user } = useWatched(session);
  const channelId = pack.channel?.id ?? activeChannelId;
  useEffect(preparePage, []);
  return useLive(async () => {
    const channel = channelId ? await channels.view(channelId) : null;
    // The user's own signature, else the channel's, else none (PVIEW-02).
    const signature = (await signatures.mine()) ?? channel?.signature ?? null;
    return {
      channel,
      signature,
      signaturePicture: signature && (await signatures.pictureUrl(signature)),
      bundles: await bundles.several(bundleIdsOf(pack)),
      summaries: channelId ? await bundles.inChannel(channelId, bundleTypes) : [],
    };
  }, [pack, channelId, user?.uuid]);
}
