import { Button } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useChannelLoad } from '#features/resources/channel-load.tsx';
import { texts as resourceTexts } from '#features/resources/texts.ts';
import { type ChannelView, useServices, useWatched } from '#services.ts';
import { Banner } from '#ui/banner.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { TileSkeletons } from '#ui/skeletons.tsx';
import { useLive } from '#ui/use-live.ts';
import { ChannelBanner } from './channel-banner.tsx';
import { ChannelNews } from './channel-news.tsx';
import { drawnBefore, keepDrawn } from './drawn-before.ts';
import { HelpBanner } from './help-banner.tsx';
import { HomeTiles } from './home-tiles.tsx';
import { LastDownloadedLine } from './last-downloaded-line.tsx';
import { texts } from './texts.ts';

const { notLoaded } = resourceTexts;

/** How long the sentence stands before the sign-in page opens. */
const readingTimeMs = 4000;

/** The view of the active channel (HOME-01), out of the local copy, which its page brings up to date meanwhile. */
export function ChannelScreen({ channelId }: { channelId: string }) {
  const { channels, session } = useServices();
  const { user } = useWatched(session);
  const userId = user?.uuid ?? null;
  const seen = useLive(
    async () => ({ userId, view: await channels.view(channelId) }),
    [userId, channelId],
    drawnBefore(channels, { userId, channelId }),
  );
  useEffect(() => {
    if (seen) keepDrawn(channels, seen);
  }, [channels, seen]);
  const view = seen?.view;
  const { outcome, hasComeBefore, tryAgain } = useChannelLoad();
  if (view)
    return (
      <>
        {outcome?.ok === false && user && (
          <ErrorBanner
            text={notLoaded[whatIsMissing(view, hasComeBefore)](outcome.failure)}
            action={
              <Button variant="subtle" my={-12} onClick={tryAgain}>
                {notLoaded.tryAgain}
              </Button>
            }
          />
        )}
        <HelpBanner />
        {view.sandbox && <Banner tone="warn" text={texts.sandboxWarning} />}
        <ChannelBanner channel={view} />
        <LastDownloadedLine />
        <HomeTiles channel={view} />
        {view.newsHtml && <ChannelNews html={view.newsHtml} />}
      </>
    );
  if (view === null && outcome && !outcome.ok) return <NoLocalData />;
  return <TileSkeletons count={3} />;
}

function whatIsMissing({ counts }: ChannelView, hasComeBefore: boolean) {
  if (counts.files === null) return 'channel';
  return hasComeBefore ? 'update' : 'packs';
}

/** Nothing on the device and nobody answers: said for a while, then the sign-in page opens (HOME-04). */
function NoLocalData() {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), readingTimeMs);
    return () => clearTimeout(timer);
  }, []);
  return isRead ? <Navigate to="/user/login" /> : <ErrorBanner text={texts.noLocalData} />;
}
