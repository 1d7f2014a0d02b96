import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
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
  const hasNetwork = useNetwork();
  const host = configuration.host || location.origin;
  const source = openableAddress(address, host);
  // An app that lives elsewhere does not mind that the content host is down.
  const isElsewhere = source !== null && !isAtOrigin(source, host) && !isAtOrigin(source, location.origin);
  const isInReach = online || (isElsewhere && hasNetwork);
  // What runs goes on when the connection is lost; without one there would be nothing but the browser's own words.
  const [isOpened, setOpened] = useState(isInReach);
  if (isInReach && !isOpened) setOpened(true);
  const logLaunch = useLaunchEvent(bundle);
  const launched = useRef<string | null>(null);
  useEffect(() => {
    // Once for each app that is shown, whatever changes of its title, the channel or the person while it runs.
    if (!source || !isOpened || launched.current === source) return;
    launched.current = source;
    logLaunch();
  }, [source, isOpened, logLaunch]);
  if (!source) return <ErrorBanner text={texts.noAddress} />;
  return (
    <>
      {!isInReach && <Banner tone="neutral" text={texts.needsConnection} />}
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

const isAtOrigin = (address: string, other: string) => new URL(address).origin === new URL(other).origin;

/** Whether the device has a network, by the browser's word. */
const useNetwork = () => useSyncExternalStore(followNetwork, () => navigator.onLine);

function followNetwork(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
