import { useEffect, useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { emptyRecipient, type SendValues } from './recipients/recipients.ts';

type Found = { id: string; words: SendValues | null } | { id: string; attempt: string; failure: string };

/**
 * The words of a message that went before, for one that begins with them; asked for again when the device is back online.
 * `found` is undefined until they are known, null without a message, and has words of null where it is not here.
 */
export function useWordsBefore(id: string | undefined) {
  const { messages, connection } = useServices();
  const { online } = useWatched(connection);
  const [found, setFound] = useState<Found | null>(null);
  const [tries, setTries] = useState(0);
  const attempt = `${tries} ${online}`;
  const isKnown = found?.id === id && found !== null && 'words' in found;
  useEffect(() => {
    if (id === undefined || isKnown) return;
    const visit = { isOver: false };
    messages.written(id).then(
      (form) => {
        const words = form && { ...emptyRecipient(), ...form, others: [] };
        if (!visit.isOver) setFound({ id, words });
      },
      (error: unknown) => {
        if (!visit.isOver) setFound({ id, attempt, failure: reasonOf(error) });
      },
    );
    return () => {
      visit.isOver = true;
    };
  }, [messages, id, isKnown, attempt]);
  // What an earlier attempt met is no answer to this one.
  const isOfNow =
    found?.id === id && (isKnown || (found !== null && 'attempt' in found && found.attempt === attempt));
  return {
    found: id === undefined ? null : isOfNow ? found : undefined,
    again: () => setTries(tries + 1),
  };
}
