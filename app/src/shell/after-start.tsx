import { useEffect } from 'react';
import { AppBadge } from './app-badge.tsx';
import { Tours } from './tours.tsx';

/** What nobody waits for when the app starts. */
export default function AfterStart() {
  useEffect(() => {
    // The first notice is often that of a save, and its list would be made together with the page that follows.
    const fetchList = () => {
      // Asked for again once there is something to say.
      import('./notice-list.tsx').catch(() => {});
    };
    if ('requestIdleCallback' in window) requestIdleCallback(fetchList);
    else setTimeout(fetchList, 2000);
  }, []);
  return (
    <>
      <Tours />
      <AppBadge />
    </>
  );
}
