import { useEffect } from 'react';
import type { BundleSummary, ChannelView, MessageForm } from '#services.ts';
import { useServices, useWatched } from '#services.ts';
import type { BundleRecord, PackRecord, SignatureRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { bundleIdsOf } from '../pack-contents.ts';
import { preparePage } from './page-tools.ts';

/** What stands around a pack's contents on its page: channel, signature, and the bundles it names. */
export interface Surroundings {
  channel: ChannelView | null;
  /** The one below the page. */
  signature: SignatureRecord | null;
  /** The user's own. */
  mine: SignatureRecord | null;
  signaturePicture: string | null;
  bundles: readonly BundleRecord[];
  /** Of its mini-apps, for their pictures: they may be of any channel. */
  miniApps: readonly BundleSummary[];
}

/**
 * What is made of a pack and its surroundings.
 * @param make called in the turn in which they come: to work out a large page and to draw it is too much for one frame
 * @param of what it depends on besides
 * @param chosen the signature of a message; without a message the one that it would begin with
 */
export function useSurrounded<T>(
  pack: PackRecord,
  make: (surroundings: Surroundings) => T,
  of: readonly unknown[],
  chosen?: MessageForm['signature'],
): T | undefined {
  const { channels, bundles, signatures, session } = useServices();
  const { activeChannelId, user } = useWatched(session);
  const channelId = pack.channel?.id ?? activeChannelId;
  useEffect(() => {
    const timer = setTimeout(preparePage);
    return () => clearTimeout(timer);
  }, []);
  return useLive(async () => {
    const channel = channelId ? await channels.view(channelId) : null;
    const mine = await signatures.mine();
    // The user's own signature, else the channel's, else none (PVIEW-02).
    const signature = { none: null, default: channel?.signature ?? null, mine }[
      chosen ?? (mine ? 'mine' : 'default')
    ];
    const named = await bundles.several(bundleIdsOf(pack));
    const apps = named.filter(({ type }) => type === 'salestool--miniapp_bundle');
    const miniApps = await Promise.all(apps.map(({ id }) => bundles.summary(id)));
    return make({
      channel,
      signature,
      mine,
      signaturePicture: signature && (await signatures.pictureUrl(signature)),
      bundles: named,
      miniApps: miniApps.filter((app) => app !== null),
    });
  }, [pack, channelId, user?.uuid, chosen, ...of]);
}
