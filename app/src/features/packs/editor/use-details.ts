import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { packState } from '#collections/pack-state.ts';
import { type Draft, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { useSavePack } from '../drafts/use-save-pack.ts';
import { areValid, detailsOf, isSameDetails, type PackDetails, packWithDetails } from './edited-pack.ts';
import {
  detailsWith,
  isNothing,
  overtakenState,
  placeOfDetails,
  type TypedDetails,
  typedEarlier,
  typedInto,
  typedSince,
  withoutSame,
} from './typed-details.ts';

interface Options {
  pack: PackRecord;
  /** What was typed at an earlier visit and not saved. */
  kept: Draft<TypedDetails>;
}

export type Details = ReturnType<typeof useDetails>;

const isAsBefore = (given: PackRecord, upon: PackRecord) =>
  packState(given) === packState(upon) && given.changed === upon.changed;

/** What is typed over a pack's details: kept on the device while it differs, and saved when asked. */
export function useDetails({ pack: given, kept }: Options) {
  const { drafts } = useServices();
  const savePack = useSavePack();
  const [typed, setTyped] = useState(() => typedEarlier(kept.stored ?? {}, given));
  const [isRestored, setRestored] = useState(!isNothing(typed));
  const [isSaving, setSaving] = useState(false);
  /** What was saved here last, shown until it comes out of the database. */
  const [made, setMade] = useState<{ upon: PackRecord; pack: PackRecord } | null>(null);
  const pack = made && isAsBefore(given, made.upon) ? made.pack : given;
  const details = detailsWith(pack, typed);
  const isChanged = !isSameDetails(details, detailsOf(pack));

  /** For what ends later than the next drawing. */
  const latest = useRef(typed);
  const settle = (next: TypedDetails) => {
    latest.current = next;
    setTyped(next);
    if (isNothing(next)) {
      setRestored(false);
      kept.drop();
    } else kept.keep(() => next);
  };

  const isSavedAlready = kept.stored !== null && isNothing(typed);
  const dropSaved = useEffectEvent(() => {
    if (isSavedAlready) kept.drop();
  });
  useEffect(() => dropSaved(), []);

  // What was saved elsewhere just as it was typed here is not unsaved here any more, whatever becomes of it there.
  const meet = useEffectEvent((met: PackRecord) => {
    const left = withoutSame(typed, met);
    if (left !== typed) settle(left);
  });
  useEffect(() => {
    if (!isSaving) meet(pack);
  }, [pack, isSaving]);

  const change = (changed: Partial<PackDetails>) => {
    const next = typedInto(latest.current, changed, pack);
    // While it is saved nobody knows yet what the pack will say: a name typed back to what it was is a change then.
    settle(isSaving ? next : withoutSame(next, pack));
  };
  /** Back to the pack as it is now. */
  const reset = () => settle({});

  /** What was typed while it was saved is still unsaved. */
  const keepOn = async (saved: PackRecord, sent: TypedDetails, onCopied: (copy: PackRecord) => void) => {
    setRestored(false);
    if (saved.id === pack.id) {
      setMade({ upon: pack, pack: saved });
      settle(typedSince(sent, latest.current, saved));
    } else {
      const place = await drafts.openBeside<TypedDetails>('pack', placeOfDetails(saved.id));
      const rest = typedSince(sent, latest.current, saved);
      if (!isNothing(rest)) place.keep(() => rest);
      reset();
      onCopied(saved);
    }
  };

  /** @param onCopied told of the copy that it became */
  const save = async (onCopied: (copy: PackRecord) => void) => {
    if (isSaving || !isChanged || !areValid(details)) return;
    setSaving(true);
    try {
      // Contents and what was not touched may have come from elsewhere meanwhile; they are written as they are by now.
      const began = overtakenState(typed, pack) ?? packState(pack);
      await savePack(() => packWithDetails(pack, details), {
        began,
        onDurable: (saved) => keepOn(saved, typed, onCopied),
      });
    } finally {
      setSaving(false);
    }
  };

  return {
    /** As it was saved here last, until that comes out of the database. */
    pack,
    /** Where the draft lies. */
    place: () => kept,
    details,
    isChanged,
    isRestored,
    /** What was typed here has become something else elsewhere since. */
    isOvertaken: !isSaving && overtakenState(typed, pack) !== null,
    isSaving,
    isValid: areValid(details),
    change,
    reset,
    save,
  };
}
