import type { PackData } from '@satchel/core/pack/pack-data.ts';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { neverSaved, packState } from '#collections/pack-state.ts';
import { type Draft, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { nextTurn } from '#ui/next-turn.ts';
import { isWhole, type KeptDraft } from '../builder/state/pack-draft.ts';
import { useSavePack } from '../drafts/use-save-pack.ts';
import {
  areValid,
  type EditedPack,
  editedFromKept,
  editedOf,
  isSameEdit,
  keptOf,
  type PackDetails,
  packWithEdit,
  prepareText,
} from './edited-pack.ts';
import { withAddresses } from './with-addresses.ts';

/** A change of the contents, given what they are by then. */
export type ChangeContents = (change: (edited: EditedPack) => PackData) => void;

/** `isChangedSince`: something was changed while it was saved, and is not saved yet. */
type OnSaved = (saved: { made: PackRecord; isChangedSince: boolean }) => Promise<void>;

/**
 * What is chosen once `sent` was saved as `edited`.
 * @param now by then; a copy's name is its own unless another one was typed meanwhile
 */
function goneOn(now: EditedPack, { sent, edited }: { sent: EditedPack; edited: EditedPack }): EditedPack {
  if (now === sent || now === edited) return edited;
  const isRenamed = edited.title !== sent.title && now.title === sent.title;
  return isRenamed ? { ...now, title: edited.title } : now;
}

interface Options {
  pack: PackRecord;
  isNew: boolean;
  kept: Draft<KeptDraft>;
}

/** The draft of one pack on this page: kept on the device while it differs, and saved when asked. */
export function useEditor({ pack: given, isNew, kept }: Options) {
  const { packs, drafts } = useServices();
  const savePack = useSavePack();
  const [pack, setPack] = useState(() => (isNew && kept.stored ? { ...given, id: kept.stored.id } : given));
  const [saved, setSaved] = useState(() => editedOf(pack));
  const [draft, setDraft] = useState(() => (kept.stored ? editedFromKept(kept.stored, pack) : saved));
  /** The state that the draft began from: another device may change the pack while it is open here. */
  const [began, setBegan] = useState(() => kept.stored?.began ?? pack.changed ?? null);
  /** Its name; undefined where a draft of an earlier app does not tell. */
  const [state, setState] = useState(() =>
    kept.stored ? kept.stored.state : isNew ? neverSaved : packState(pack),
  );
  /** States of the pack that this window has shown or made. */
  const [known] = useState(() => new Set([state ?? packState(pack)]));
  /** The pack that `saved` was read from. */
  const [read, setRead] = useState(pack);
  /** The pack as the page was given it when it was saved here last. */
  const [savedUpon, setSavedUpon] = useState<PackRecord | null>(null);
  const [isUnread] = useState(() => kept.stored !== null && !isWhole(kept.stored));
  const [restored] = useState(draft);
  const [isRestored, setRestored] = useState(() => isUnread || !isSameEdit(draft, saved));
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);

  const isChanged = !isSameEdit(draft, saved);
  const show = (next: PackRecord) => {
    const fresh = editedOf(next);
    known.add(packState(next));
    setRead(next);
    setSaved(fresh);
    setDraft(fresh);
    setBegan(next.changed ?? null);
    setState(packState(next));
  };
  // What was saved comes out of the database only some time later, and as another pack once the page has moved on to that.
  const isBehind = given === savedUpon;
  const isAbout = !isNew && !isSaving && !isBehind && given.id === pack.id;
  if (isAbout && given !== pack) setPack(given);
  const isElsewhere = isAbout && !known.has(packState(given));
  // What came from elsewhere is shown at once, unless that would take the place of unsaved work.
  if (isAbout && given !== read) {
    if (isChanged ? isElsewhere && isSameEdit(draft, editedOf(given)) : given.changed !== read.changed) {
      show(given);
    } else if (!isChanged) setRead(given);
  }

  // The first change writes all of the pack as a draft.
  const toPrepare = useRef({ draft, pack });
  useEffect(() => {
    const prepare = async () => {
      await nextTurn();
      const { draft, pack } = toPrepare.current;
      await prepareText(draft, pack.pack_data, nextTurn);
    };
    void prepare();
  }, []);

  /** Where the draft lies. */
  const place = useRef(kept);
  const keep = useEffectEvent(() => {
    if (isChanged) place.current.keep(() => keptOf(pack, draft, { began, state }));
    else place.current.drop();
  });
  const isFirst = useRef(true);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
    if (isFirst.current) isFirst.current = false;
    else keep();
  }, [draft]);

  const change: ChangeContents = useCallback(
    (next) => setDraft((edited) => ({ ...edited, contents: next(edited) })),
    [],
  );
  const changeDetails = useCallback(
    (details: Partial<PackDetails>) => setDraft((edited) => ({ ...edited, ...details })),
    [],
  );
  /** Back to the pack as it was last saved. */
  const reset = () => {
    if (isNew) {
      setDraft(saved);
      // What is made from here on is another pack, should the one before have been saved after all.
      setPack(given);
      setState(neverSaved);
    } else show(isBehind ? pack : given);
    setRestored(false);
    place.current.drop();
  };

  /** What was chosen while it was saved is still unsaved, and no longer the draft of a new pack. */
  const keepOn = async (made: PackRecord, edited: EditedPack, from: Pick<KeptDraft, 'began' | 'state'>) => {
    const before = place.current;
    if (made.id !== pack.id || isNew) place.current = await drafts.openBeside<KeptDraft>('pack', made.id);
    const chosen = goneOn(latest.current, { sent: draft, edited });
    if (chosen === edited) place.current.drop();
    else place.current.keep(() => keptOf(made, chosen, from));
    if (before !== place.current) before.drop();
  };

  const lastGiven = useRef(given);
  useLayoutEffect(() => {
    lastGiven.current = given;
  }, [given]);
  const goOnFrom = (made: PackRecord, edited: EditedPack) => {
    const from = {
      began: made.id === pack.id && !isNew ? began : (made.changed ?? null),
      state: packState(made),
    };
    known.add(from.state);
    setSavedUpon(lastGiven.current);
    setPack(made);
    setBegan(from.began);
    setState(from.state);
    setSaved(edited);
    setDraft((now) => goneOn(now, { sent: draft, edited }));
    setRestored(false);
    return keepOn(made, edited, from);
  };

  /** @param onSaved told of the pack as this device has it, with another id where it became a copy */
  const save = async (onSaved: OnSaved) => {
    if (isBusy.current || !areValid(draft)) return;
    isBusy.current = true;
    setSaving(true);
    let edited = draft;
    const make = async () => {
      // The button shows that it was pressed before thousands of files are gone through.
      await nextTurn();
      edited = { ...draft, contents: await withAddresses(draft.contents, { packs, pack }) };
      await prepareText(edited, pack.pack_data, nextTurn);
      return packWithEdit({ ...pack, changed: began }, edited);
    };
    // On a slow line the host's answer takes long, and nothing on this page depends on it.
    await new Promise<void>((goOn) => {
      const onDurable = async (made: PackRecord) => {
        const now = made.id === pack.id ? edited : { ...edited, title: made.title ?? '' };
        await goOnFrom(made, now);
        // The page that follows is made in a turn of its own.
        await nextTurn();
        const chosen = goneOn(latest.current, { sent: draft, edited: now });
        await onSaved({ made, isChangedSince: !isSameEdit(chosen, now) });
        goOn();
      };
      void savePack(make, { began: state, onDurable }).finally(goOn);
    });
    isBusy.current = false;
    setSaving(false);
  };

  return {
    /** As it was saved here last, or has come from elsewhere since. */
    pack,
    /** What was saved here has not come out of the database yet. */
    isBehind,
    /** Where the draft lies by now. */
    place: () => place.current,
    draft,
    isChanged,
    isRestored,
    /** Nothing was changed since the page was opened. */
    isUntouched: draft === restored,
    /** What was restored is not all: its contents could not be read. */
    isUnread,
    /** The pack has become another one elsewhere since the draft began. */
    isOvertaken: isElsewhere && isChanged,
    isSaving,
    isValid: areValid(draft),
    change,
    changeDetails,
    reset,
    save,
  };
}
