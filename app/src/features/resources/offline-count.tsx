import { useCallback, useRef, useSyncExternalStore } from 'react';
import { type BundleSummary, useServices } from '#services.ts';
import classes from './offline-count.module.css';
import { texts } from './texts.ts';

/** How many bundles there are, and how many of them are whole on this device. */
export function OfflineCount({ bundles }: { bundles: readonly BundleSummary[] }) {
  const { offlineFiles } = useServices();
  const ids = bundles.map(({ id }) => id).join(' ');
  const watched = useRef<ReturnType<typeof offlineFiles.watch>[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      watched.current = ids
        .split(' ')
        .filter(Boolean)
        .map((id) => offlineFiles.watch({ kind: 'bundle', id }));
      const ends = watched.current.map((one) => one.subscribe(listener));
      listener();
      return () => {
        for (const end of ends) end();
      };
    },
    [ids, offlineFiles],
  );
  const offline = useSyncExternalStore(
    subscribe,
    () => watched.current.filter((one) => one.current().state === 'on').length,
  );
  return <span className={classes.count}>{texts.counts(bundles.length, offline)}</span>;
}
