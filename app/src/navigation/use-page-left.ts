import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Calls as soon as a navigation leaves the page for another, and before its title takes the focus. */
export function usePageLeft(leave: () => void) {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) leave();
      }),
    [router, leave],
  );
}
