import { useEffect, useState } from 'react';
import { type Draft, type DraftKind, useServices } from '#services.ts';

/**
 * Typed work that is not saved yet, kept on this device for the person who types it, so that a reload loses nothing.
 * Null until the device has said whether there is any; with another id the one before holds as long.
 * @param formerId where an earlier app kept it
 */
export function useDraft<T>(kind: DraftKind, id: string, formerId: string | null = null): Draft<T> | null {
  const { drafts } = useServices();
  const [draft, setDraft] = useState<Draft<T> | null>(null);
  useEffect(() => {
    const visit = { isOver: false };
    const open = async () => {
      try {
        const opened = await drafts.open<T>(kind, id, formerId);
        if (!visit.isOver) setDraft(opened);
      } catch (error) {
        // A database that does not open is told of by the nearest error page, as with any other read.
        setDraft(() => {
          throw error;
        });
      }
    };
    void open();
    return () => {
      visit.isOver = true;
    };
  }, [drafts, kind, id, formerId]);
  return draft;
}
