import { useEffect, useState } from 'react';

/**
 * How many of a long list are on the page: the first at once, then some more with every frame until all are. Starts
 * again with every other `of`.
 */
export function useGrowing(total: number, first: number, step: number, of: unknown = null): number {
  // Once all are there, what is added is there at once.
  const begin = total > 0 && first >= total ? Number.POSITIVE_INFINITY : first;
  const [grown, setGrown] = useState({ of, count: begin });
  const count = grown.of === of ? grown.count : begin;
  useEffect(() => {
    if (count >= total) return;
    const frame = requestAnimationFrame(() =>
      setGrown({ of, count: count + step >= total ? Number.POSITIVE_INFINITY : count + step }),
    );
    return () => cancelAnimationFrame(frame);
  }, [of, count, total, step]);
  return Math.min(count, total);
}
