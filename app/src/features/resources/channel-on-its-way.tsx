import { Button } from '@mantine/core';
import { ButtonLink } from '#navigation/links.tsx';
import { useServices, useWatched } from '#services.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { TileSkeletons } from '#ui/skeletons.tsx';
import { useLive } from '#ui/use-live.ts';
import { useChannelLoad } from './channel-load.tsx';
import { texts } from './texts.ts';

/** Undefined until it is known. */
function useIsWhole(): boolean | undefined {
  const { channels, session } = useServices();
  const { activeChannelId } = useWatched(session);
  return useLive(async () => {
    const channel = await channels.get(activeChannelId ?? '');
    return channel !== null && !channel._meta?.stub;
  }, [channels, activeChannelId]);
}

/** Whether the active channel was never taken in whole: a list without anything then says nothing about the channel. */
export const useIsOnItsWay = () => useIsWhole() !== true;

/** Stands where a list will be, and says why it does not come (SYNC-06). */
export function ChannelOnItsWay() {
  const { connection, session } = useServices();
  const { online } = useWatched(connection);
  const { user } = useWatched(session);
  const isWhole = useIsWhole();
  const { outcome, tryAgain } = useChannelLoad();
  if (!user)
    return (
      <EmptyState
        text={texts.notLoaded.channel(texts.notLoaded.signedOut)}
        action={<ButtonLink to="/user/login">{texts.notLoaded.logIn}</ButtonLink>}
      />
    );
  if (!online) return <EmptyState text={texts.empty.notDownloaded} />;
  // What is said as an alert is heard as it was first.
  if (outcome?.ok === false && isWhole !== undefined)
    return (
      <EmptyState
        isAlert
        text={texts.notLoaded[isWhole ? 'packs' : 'channel'](outcome.failure)}
        action={
          <Button variant="light" onClick={tryAgain}>
            {texts.notLoaded.tryAgain}
          </Button>
        }
      />
    );
  return <TileSkeletons count={6} />;
}
