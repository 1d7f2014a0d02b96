import { Button } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type LoadOutcome, useServices, useWatched } from '#services.ts';
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

/** How long the sentence stands before the sign-in page opens. */
const readingTimeMs = 4000;

/** The view of the active channel (HOME-01), out of the local copy, which is brought up to date meanwhile. */
export function ChannelScreen({ channelId }: { channelId: string }) {
  const { channels, session, connection } = useServices();
  const { user } = useWatched(session);
  const { online } = useWatched(connection);
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
  const [outcome, setOutcome] = useState<LoadOutcome | null>(null);
  const [tries, setTries] = useState(1);
  const tried = useRef(tries);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is another load, and so is each return of the host
  useEffect(() => {
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function load(force: boolean) {
      const met = await channels.load(channelId, { force });
      if (!isHere) return;
      setOutcome(met);
      // Nobody may come for hours.
      if (met.againInMs !== undefined) timer = setTimeout(load, met.againInMs, false);
    }
    setOutcome(null);
    // Whoever says to try again is not told what the last try met.
    const force = tries !== tried.current;
    tried.current = tries;
    void load(force);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [channels, channelId, tries, online]);
  if (view)
    return (
      <>
        {outcome?.ok === false && user && (
          <ErrorBanner
            text={(view.counts.files === null ? texts.notWhole : texts.packsNotHere)(outcome.failure)}
            action={
              <Button variant="subtle" my={-12} onClick={() => setTries(tries + 1)}>
                {texts.tryAgain}
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

/** Nothing on the device and nobody answers: said for a while, then the sign-in page opens (HOME-04). */
function NoLocalData() {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), readingTimeMs);
    return () => clearTimeout(timer);
  }, []);
  return isRead ? <Navigate to="/user/login" /> : <ErrorBanner text={texts.noLocalData} />;
}
