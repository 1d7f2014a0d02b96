import { useState } from 'react';

/** How what was typed goes: with the page, with what an earlier visit left, or for the words of another window. */
export type Dropping = 'leave' | 'clear' | 'show';

/**
 * Asks before what was typed is dropped, where something would be lost.
 * @param dropNow drops it
 */
export function useDropping(mayLose: () => boolean, dropNow: (how: Dropping) => void) {
  const [dropping, setDropping] = useState<Dropping | null>(null);
  return {
    /** What is asked about; null for nothing. */
    dropping,
    drop: (how: Dropping) => (mayLose() ? setDropping(how) : dropNow(how)),
    confirm() {
      setDropping(null);
      if (dropping) dropNow(dropping);
    },
    keep: () => setDropping(null),
  };
}
