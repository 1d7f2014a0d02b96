import { useServices, useWatched } from '#services.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { TileSkeletons } from '#ui/skeletons.tsx';
import { useLive } from '#ui/use-live.ts';
import { texts } from './texts.ts';

/** Whether the active channel was never taken in whole: a list without anything then says nothing about the channel. */
export function useIsOnItsWay(): boolean {
  const { channels, session } = useServices();
  const { activeChannelId } = useWatched(session);
  const channel = useLive(() => channels.get(activeChannelId ?? ''), [channels, activeChannelId]);
  return channel === undefined || Boolean(channel?._meta?.stub);
}

/** Stands where a list will be. */
export function ChannelOnItsWay() {
  const { online } = useWatched(useServices().connection);
  return online ? <TileSkeletons count={6} /> : <EmptyState text={texts.empty.notDownloaded} />;
}
