import { useEffect } from 'react';
import { usePageStore } from '#navigation/page-state.tsx';
import { AppBadge } from './app-badge.tsx';
import { keepLostFocus } from './lost-focus.ts';
import { RefreshAgain } from './refresh-again.tsx';
import { ResetByAddress } from './reset-by-address.tsx';
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
  const page = usePageStore();
  useEffect(() => keepLostFocus(() => page.getState().focusTitle), [page]);
  return (
    <>
      <ResetByAddress />
      <Tours />
      <AppBadge />
      <RefreshAgain />
    </>
  );
}
