import { useEffect, useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { emptyRecipient, type SendValues } from './recipients/recipients.ts';

type Found = { id: string; words: SendValues | null } | { id: string; failure: string };

/**
 * The words of a message that went before, for one that begins with them; asked for again when the device is back online.
 * `found` is undefined until they are known, null without a message, and has words of null where it is not here.
 */
export function useWordsBefore(id: string | undefined) {
  const { messages, connection } = useServices();
  const { online } = useWatched(connection);
  const [found, setFound] = useState<Found | null>(null);
  const [tries, setTries] = useState(0);
  const isKnown = found?.id === id && found !== null && 'words' in found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try, and a connection, ask once more
  useEffect(() => {
    if (id === undefined || isKnown) return;
    const visit = { isOver: false };
    messages.written(id).then(
      (form) => {
        const words = form && { ...emptyRecipient(), ...form, others: [] };
        if (!visit.isOver) setFound({ id, words });
      },
      (error: unknown) => {
        if (!visit.isOver) setFound({ id, failure: reasonOf(error) });
      },
    );
    return () => {
      visit.isOver = true;
    };
  }, [messages, id, isKnown, online, tries]);
  return {
    found: id === undefined ? null : found?.id === id ? found : undefined,
    again: () => setTries(tries + 1),
  };
}
