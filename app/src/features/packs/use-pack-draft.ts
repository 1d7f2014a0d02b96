import { useEffect, useState } from 'react';
import { newPackId } from '#navigation/new-pack-id.ts';
import { type Draft, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { draftFromKept, draftOf, isSameDraft, isWhole, type KeptDraft } from './builder/pack-draft.ts';
import { useDraft } from './use-draft.ts';

/** Whether a new pack was saved as it was typed last, and the page or the power went before its draft did. */
function isSavedAs(kept: KeptDraft, saved: PackRecord): boolean {
  const draft = draftFromKept(kept, saved);
  return isWhole(kept) && isSameDraft({ ...draft, title: draft.title.trim() }, draftOf(saved));
}

/**
 * The unsaved work on a pack, its contents read, so that they are there at once when the page asks for them. It is that
 * of the pack with which the visit began.
 */
export function usePackDraft({ pack, isNew }: { pack: PackRecord; isNew: boolean }): Draft<KeptDraft> | null {
  const { packs } = useServices();
  // A new pack waits in the channel in which it was begun, and belongs to no other.
  const [place] = useState(isNew ? `${newPackId}.${pack.channel?.id ?? ''}` : pack.id);
  const draft = useDraft<KeptDraft>('pack', place, isNew ? newPackId : null);
  const [read, setRead] = useState<{ of: Draft<KeptDraft>; is: Draft<KeptDraft> } | null>(null);
  useEffect(() => {
    if (!draft?.stored) return;
    const { stored } = draft;
    const visit = { isOver: false };
    const look = async () => {
      const [saved] = await Promise.all([isNew ? packs.get(stored.id) : null, packs.read(stored.contents)]);
      if (saved) await packs.read(saved.pack_data);
      if (visit.isOver) return;
      const isDone = saved !== null && isSavedAs(stored, saved);
      if (isDone) draft.drop();
      setRead({ of: draft, is: isDone ? { ...draft, stored: null } : draft });
    };
    look().catch((error) => {
      // A database that does not open is told of by the nearest error page, as with any other read.
      setRead(() => {
        throw error;
      });
    });
    return () => {
      visit.isOver = true;
    };
  }, [packs, draft, isNew]);
  if (!draft?.stored) return draft;
  return read?.of === draft ? read.is : null;
}
