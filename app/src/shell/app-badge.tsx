import { useEffect } from 'react';
import { useServices, useWatched } from '#services.ts';

/** The number of waiting items on the icon of the installed app, where the system shows one. */
export function AppBadge() {
  const { waiting } = useWatched(useServices().connection);
  useEffect(() => {
    // Refused where the app is not installed, which is no fault.
    navigator.setAppBadge?.(waiting).catch(() => {});
  }, [waiting]);
  return null;
}
