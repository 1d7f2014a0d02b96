import { useCallback, useEffect, useRef } from 'react';
import { useIsStillHere } from './use-is-still-here.ts';

/** Whether the rep has never left the page: who left while a save was under way and came back is about something new. */
export function useIsSameVisit(): () => boolean {
  const isStillHere = useIsStillHere();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current && isStillHere(), [isStillHere]);
}
