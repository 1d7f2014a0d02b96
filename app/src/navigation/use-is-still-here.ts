import { useMatch, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Whether the rep is still on the page on which something was begun: what ends afterwards leads on from there only.
 * Asked of the address, which changes at once, while a page stays drawn until the code of the next one is there.
 */
export function useIsStillHere(): () => boolean {
  const { history } = useRouter();
  const here = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return useCallback(() => history.location.pathname === here, [history, here]);
}
