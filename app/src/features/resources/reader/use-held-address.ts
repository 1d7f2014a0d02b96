import { useState } from 'react';
import type { MediaView } from '#services.ts';
import { webAddress } from '../file-address.ts';

interface HeldAddress {
  id: string;
  attempt: number;
  address: string;
}

/**
 * The address with which the reading of a file began, or was tried again. What changes in it afterwards is a token as a rule
 * (decision 072), and nobody who reads is thrown back to the beginning for that. The very same object for as long.
 */
export function useHeldAddress({ id, url }: Pick<MediaView, 'id' | 'url'>, attempt: number): HeldAddress {
  const [held, setHeld] = useState<HeldAddress | null>(null);
  if (held?.id === id && held.attempt === attempt) return held;
  const asked = { id, attempt, address: webAddress(url) ?? '' };
  setHeld(asked);
  return asked;
}
