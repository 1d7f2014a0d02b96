import { useEffect, useState } from 'react';
import { type RefusedMessage, useServices } from '#services.ts';
import { reasonOf } from '#ui/reason-of.ts';

/**
 * A message that the host refused or that waits, as it was when the page opened: it stays on the page while its correction
 * goes out, and does not leave meanwhile.
 * `undefined` until it is known, null when there is none to correct.
 */
export function useRefused(id: string | undefined): RefusedMessage | null | undefined {
  const { messages, notices } = useServices();
  const [found, setFound] = useState<{ id: string; message: RefusedMessage | null } | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    const visit = { isOver: false };
    const open = async () => {
      try {
        const message = await messages.edit(id);
        if (!visit.isOver) setFound({ id, message });
      } catch (error) {
        // A database that does not open is told of by the nearest error page, as with any other read.
        setFound(() => {
          throw error;
        });
      }
    };
    void open();
    return () => {
      visit.isOver = true;
      messages
        .endEdit(id)
        .catch((error: unknown) => notices.show({ tone: 'problem', text: reasonOf(error) }));
    };
  }, [messages, notices, id]);
  if (id === undefined) return null;
  return found?.id === id ? found.message : undefined;
}
