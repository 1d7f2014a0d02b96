import { useState } from 'react';
import { useWaitingItems, type WaitingItems } from '#collections/use-waiting-items.ts';

export const waitingPageSize = 50;

export interface WaitingPage {
  /** Undefined until it is known. */
  known: WaitingItems | undefined;
  /** From 0. */
  page: number;
  goTo: (page: number) => void;
}

/** One page of what waits. When what is behind it goes out, the last page that there is takes its place. */
export function useWaitingPage(): WaitingPage {
  const [wanted, goTo] = useState(0);
  const known = useWaitingItems(waitingPageSize, wanted * waitingPageSize);
  const last = Math.max(0, Math.ceil((known?.total ?? 0) / waitingPageSize) - 1);
  if (known && wanted > last) goTo(last);
  return { known, page: Math.min(wanted, last), goTo };
}
