import { useEffect, useEffectEvent, useState } from 'react';
import { type Draft, useServices } from '#services.ts';
import { recordable } from './message-form.ts';
import { recipientsOf, type SendValues, withRecipients } from './recipients/recipients.ts';

interface Correction {
  /** Id of the message that is corrected; undefined for a new one. */
  corrects?: string | undefined;
  packTitle?: string | null | undefined;
}

/**
 * A draft without the recipients whose messages were recorded, and none of a correction that was: when the power went between
 * the two, what is recorded is not offered again. Null until that is known.
 */
export function useUnsent(
  draft: Draft<SendValues> | null,
  { corrects, packTitle }: Correction = {},
): Draft<SendValues> | null {
  const { messages } = useServices();
  const [unsent, setUnsent] = useState<Draft<SendValues> | null>(null);
  // Nothing is looked for anew when the pack gets another title: by then somebody types here.
  const isCorrected = useEffectEvent(
    async (typed: SendValues) =>
      corrects !== undefined && (await messages.says(corrects, recordable(typed, packTitle ?? ''))),
  );
  useEffect(() => {
    if (!draft) return;
    const visit = { isOver: false };
    const look = async () => {
      const { stored } = draft;
      const typed = stored && { ...stored, others: stored.others ?? [] };
      const recipients = typed ? recipientsOf(typed) : [];
      const done = new Set(await messages.recorded(recipients.filter(({ id }) => id)));
      const isDone = typed !== null && (await isCorrected(typed));
      if (visit.isOver) return;
      const left = isDone ? [] : recipients.filter(({ id }) => !done.has(id));
      if (stored && left.length === 0) draft.drop();
      const rest = stored && left.length > 0 ? withRecipients(stored, left) : null;
      setUnsent({ ...draft, stored: done.size === 0 && !isDone ? stored : rest });
    };
    look().catch((error) => {
      // A database that does not open is told of by the nearest error page, as with any other read.
      setUnsent(() => {
        throw error;
      });
    });
    return () => {
      visit.isOver = true;
    };
  }, [messages, draft]);
  return unsent;
}
