import { useEffect, useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { Banner } from '#ui/banner.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { openableAddress } from './mini-app.ts';
import classes from './mini-app-screen.module.css';
import { texts } from './texts.ts';
import { useLaunchEvent } from './use-launch-event.ts';

/** Shows the app's first address (APP-04), without this app's origin. */
export function IframeApp({ bundle, address }: { bundle: BundleRecord; address: string | undefined }) {
  const { configuration, connection } = useServices();
  const { online } = useWatched(connection);
  // What runs goes on when the connection is lost; without one there would be nothing but the browser's own words.
  const [isOpened, setOpened] = useState(online);
  if (online && !isOpened) setOpened(true);
  const logLaunch = useLaunchEvent(bundle);
  const source = openableAddress(address, configuration.host || location.origin);
  useEffect(() => {
    if (source && isOpened) logLaunch();
  }, [source, isOpened, logLaunch]);
  if (!source) return <ErrorBanner text={texts.noAddress} />;
  return (
    <>
      {!online && <Banner tone="neutral" text={texts.needsConnection} />}
      {isOpened && (
        <iframe
          className={classes.frame}
          title={bundle.title ?? ''}
          src={source}
          sandbox="allow-scripts allow-forms allow-popups"
          referrerPolicy="no-referrer"
        />
      )}
    </>
  );
}
