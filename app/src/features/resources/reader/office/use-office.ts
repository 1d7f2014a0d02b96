import { useEffect, useState } from 'react';
import type { MediaView } from '#services.ts';
import { useHeldAddress } from '../use-held-address.ts';
import type { OfficeAnswer, OfficeQuestion } from './office-content.ts';
import { openOffice } from './open-office.ts';

/** What is in a document; null while it is read. A new `attempt` reads it anew. */
export function useOffice(kind: OfficeQuestion['kind'], file: MediaView, attempt: number) {
  const [answer, setAnswer] = useState<OfficeAnswer | null>(null);
  const asked = useHeldAddress(file, attempt);
  useEffect(() => {
    const leaving = new AbortController();
    setAnswer(null);
    openOffice(kind, asked.address, leaving.signal).then((answer) => {
      if (!leaving.signal.aborted) setAnswer(answer);
    });
    return () => leaving.abort();
  }, [kind, asked]);
  return answer;
}
