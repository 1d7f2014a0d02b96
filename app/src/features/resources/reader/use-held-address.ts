import { useState } from 'react';
import type { MediaView } from '#services.ts';
import { webAddress } from '../file-address.ts';

/**
 * The address with which the reading of a file began, or was tried again. What changes in it afterwards is a token as a rule
 * (decision 072), and nobody who reads is thrown back to the beginning for that.
 */
export function useHeldAddress({ id, url }: Pick<MediaView, 'id' | 'url'>, attempt: number): string {
  const [held, setHeld] = useState<{ id: string; attempt: number; address: string } | null>(null);
  if (held?.id === id && held.attempt === attempt) return held.address;
  const address = webAddress(url) ?? '';
  setHeld({ id, attempt, address });
  return address;
}
