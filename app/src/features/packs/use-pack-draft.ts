import { useEffect, useState } from 'react';
import { type Draft, useServices } from '#services.ts';
import type { KeptDraft } from './builder/pack-draft.ts';
import { useDraft } from './use-draft.ts';

/** The unsaved work on a pack, its contents read, so that they are there at once when the page asks for them. */
export function usePackDraft(id: string): Draft<KeptDraft> | null {
  const { packs } = useServices();
  const draft = useDraft<KeptDraft>('pack', id);
  const [readOf, setReadOf] = useState<Draft<KeptDraft> | null>(null);
  useEffect(() => {
    if (!draft?.stored) return;
    const visit = { isOver: false };
    void packs.read(draft.stored.contents).then(() => {
      if (!visit.isOver) setReadOf(draft);
    });
    return () => {
      visit.isOver = true;
    };
  }, [packs, draft]);
  return draft?.stored && readOf !== draft ? null : draft;
}
