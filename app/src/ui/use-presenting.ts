import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Fills the screen with an element where the platform can, else the window. */
export function usePresenting(frame: RefObject<HTMLElement | null>) {
  const [isPresenting, setPresenting] = useState(false);
  useEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) setPresenting(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  const present = useCallback(() => {
    setPresenting(true);
    // Phones that cannot, or a browser that will not: the window is filled all the same.
    frame.current?.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {});
  }, [frame]);
  const leave = useCallback(() => {
    setPresenting(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  }, []);
  return { isPresenting, present, leave };
}
