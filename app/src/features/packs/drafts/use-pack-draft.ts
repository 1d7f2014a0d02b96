import { useEffect, useState } from 'react';
import { newPackId } from '#navigation/new-pack-id.ts';
import { type Draft, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { isWhole, type KeptDraft } from '../builder/state/pack-draft.ts';
import { editedFromKept, editedOf, isSameEdit } from '../editor/edited-pack.ts';
import { useDraft } from './use-draft.ts';

/**
 * Whether a pack was saved as it was typed last, and the page or the power went before its draft did. A name is saved
 * without the blanks around it, and files with addresses that the draft does not have.
 */
function isSavedAs(kept: KeptDraft, saved: PackRecord): boolean {
  const edited = editedFromKept(kept, saved);
  return isWhole(kept) && isSameEdit({ ...edited, title: edited.title.trim() }, editedOf(saved));
}

/**
 * The unsaved work on a pack, its contents read, so that they are there at once when the page asks for them. It is that
 * of the pack with which the visit began, also once a new one is saved: asked for again, another new pack that a window
 * left unsaved would come back as work on this one.
 */
export function usePackDraft(now: { pack: PackRecord; isNew: boolean }): Draft<KeptDraft> | null {
  const { packs } = useServices();
  const [{ pack, isNew }] = useState(now);
  // A new pack waits in the channel in which it was begun, and belongs to no other.
  const place = isNew ? `${newPackId}.${pack.channel?.id ?? ''}` : pack.id;
  const draft = useDraft<KeptDraft>('pack', place, isNew ? newPackId : null);
  const [read, setRead] = useState<{ of: Draft<KeptDraft>; is: Draft<KeptDraft> } | null>(null);
  useEffect(() => {
    if (!draft?.stored) return;
    const { stored } = draft;
    const visit = { isOver: false };
    const look = async () => {
      const [saved] = await Promise.all([isNew ? packs.get(stored.id) : pack, packs.read(stored.contents)]);
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
  }, [packs, draft, isNew, pack]);
  if (!draft?.stored) return draft;
  return read?.of === draft ? read.is : null;
}
