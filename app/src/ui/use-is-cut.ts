import { useEffect, useState } from 'react';

/** Whether words that are clamped have more lines than show; what it said last stays while all of them do. */
export function useIsCut(words: HTMLElement | null, isOpen: boolean) {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    // All of them are there to be seen: that says nothing of how much fits.
    if (!words || isOpen) return;
    const watch = new ResizeObserver(() => setCut(words.scrollHeight > words.clientHeight + 1));
    watch.observe(words);
    return () => watch.disconnect();
  }, [words, isOpen]);
  return isCut;
}
