import { type RefObject, useEffect, useState } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Whether nobody has touched anything in an element for so long, ms; null asks for nothing. */
export function useIdle(element: RefObject<HTMLElement | null>, afterMs: number | null): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    setIdle(false);
    const watched = element.current;
    if (afterMs === null || !watched) return;
    let timer = setTimeout(setIdle, afterMs, true);
    const onSign = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(setIdle, afterMs, true);
    };
    for (const sign of signs) watched.addEventListener(sign, onSign, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) watched.removeEventListener(sign, onSign);
    };
  }, [element, afterMs]);
  return isIdle;
}
