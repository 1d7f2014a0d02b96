import { useEffect, useState } from 'react';

/** How many of a long list are on the page: the first at once, then some more with every frame until all are. */
export function useGrowing(total: number, first: number, step: number): number {
  const [shown, setShown] = useState(first);
  useEffect(() => {
    if (shown >= total) return;
    const frame = requestAnimationFrame(() => setShown(shown + step));
    return () => cancelAnimationFrame(frame);
  }, [shown, total, step]);
  return Math.min(shown, total);
}
