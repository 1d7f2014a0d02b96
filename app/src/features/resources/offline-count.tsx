import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { type BundleSummary, useServices } from '#services.ts';
import { useLive } from '#ui/use-live.ts';
import classes from './offline-count.module.css';
import { texts } from './texts.ts';

/** How many bundles there are, and how many of them are whole on this device: of thousands, few are followed. */
export function OfflineCount({ bundles }: { bundles: readonly BundleSummary[] }) {
  const { offlineFiles } = useServices();
  const kept = useLive(() => offlineFiles.keptBundles(), [offlineFiles]);
  const ids = useMemo(() => {
    const wanted = new Set(kept);
    return bundles.flatMap(({ id }) => (wanted.has(id) ? id : [])).join(' ');
  }, [bundles, kept]);
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
