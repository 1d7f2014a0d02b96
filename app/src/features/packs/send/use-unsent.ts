import { useEffect, useState } from 'react';
import { type Draft, useServices } from '#services.ts';
import { recipientsOf, type SendValues, withRecipients } from './recipients.ts';

/**
 * A draft without the recipients whose messages were recorded: when the power went between the two, what is recorded is
 * not offered again. Null until that is known.
 */
export function useUnsent(draft: Draft<SendValues> | null): Draft<SendValues> | null {
  const { messages } = useServices();
  const [unsent, setUnsent] = useState<Draft<SendValues> | null>(null);
  useEffect(() => {
    if (!draft) return;
    const visit = { isOver: false };
    const look = async () => {
      const { stored } = draft;
      const recipients = stored ? recipientsOf({ ...stored, others: stored.others ?? [] }) : [];
      const done = new Set(await messages.recorded(recipients.filter(({ id }) => id)));
      if (visit.isOver) return;
      const left = recipients.filter(({ id }) => !done.has(id));
      if (stored && left.length === 0) draft.drop();
      const rest = stored && left.length > 0 ? withRecipients(stored, left) : null;
      setUnsent({ ...draft, stored: done.size === 0 ? stored : rest });
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
