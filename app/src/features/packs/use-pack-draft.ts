import { useEffect, useState } from 'react';
import { newPackId } from '#navigation/new-pack-id.ts';
import { type Draft, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import type { KeptDraft } from './builder/pack-draft.ts';
import { useDraft } from './use-draft.ts';

/**
 * The unsaved work on a pack, its contents read, so that they are there at once when the page asks for them. It is that
 * of the pack with which the visit began.
 */
export function usePackDraft({ pack, isNew }: { pack: PackRecord; isNew: boolean }): Draft<KeptDraft> | null {
  const { packs } = useServices();
  const [place] = useState(isNew ? newPackId : pack.id);
  const draft = useDraft<KeptDraft>('pack', place);
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
