import { useEffect, useEffectEvent, useRef } from 'react';

/** Coming back to the window asks again, but not with every tap on it. */
const askedAgainAfterMs = 15_000;

interface Asking {
  /** Of what is shown, ms; null where nothing is there to be asked for again. */
  lastAskedAt: () => number | null;
  ask: () => void;
}

/** Asks the host again when somebody comes back to the window. */
export function useComingBack({ lastAskedAt, ask }: Asking) {
  const askedHere = useRef(0);
  const comeBack = useEffectEvent(() => {
    const asked = lastAskedAt();
    if (document.visibilityState !== 'visible' || asked === null) return;
    const now = Date.now();
    // What does not come is asked for no more often than what does.
    if (now - Math.max(asked, askedHere.current) < askedAgainAfterMs) return;
    askedHere.current = now;
    ask();
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, []);
}
