import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChannelOnItsWay, useIsOnItsWay } from '#features/resources/channel-on-its-way.tsx';
import { useSwitchChannel } from '#features/resources/use-switch-channel.ts';
import { useServices, useWatched } from '#services.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useLive } from '#ui/use-live.ts';
import { texts } from '../texts.ts';

interface Props {
  /** That of the pack; null for the active one. */
  channelId: string | null;
  /** What is said of a channel that is here and has nothing. */
  children: ReactNode;
}

/** Why a channel has nothing to put into a pack. */
export function NothingOfChannel({ channelId, children }: Props) {
  const { activeChannelId } = useWatched(useServices().session);
  const isOnItsWay = useIsOnItsWay();
  if (channelId !== null && channelId !== activeChannelId)
    return <NothingOfOther channelId={channelId}>{children}</NothingOfOther>;
  return isOnItsWay ? <ChannelOnItsWay /> : children;
}

/** Only the active channel is brought up to date while this is shown. */
function NothingOfOther({ channelId, children }: Props & { channelId: string }) {
  const { channels, session } = useServices();
  const { user } = useWatched(session);
  const switchChannel = useSwitchChannel();
  const isHere = useLive(async () => {
    const channel = await channels.get(channelId);
    return channel !== null && !channel._meta?.stub;
  }, [channels, channelId]);
  if (isHere === undefined) return null;
  if (isHere) return children;
  return (
    <EmptyState
      text={texts.channelElsewhere.text}
      action={
        user?.channels.includes(channelId) && (
          <Button variant="light" onClick={() => switchChannel(channelId)}>
            {texts.channelElsewhere.open}
          </Button>
        )
      }
    />
  );
}
