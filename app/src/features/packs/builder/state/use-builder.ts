import { newId } from '@satchel/core/pack/new-id.ts';
import { prepareWriting } from '@satchel/core/pack/read-pack-data.ts';
import {
  type MouseEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { neverSaved, packState } from '#collections/pack-state.ts';
import { type Draft, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { nextTurn } from '#ui/next-turn.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { useHandBack } from '../../drafts/use-hand-back.ts';
import { useSavePack } from '../../drafts/use-save-pack.ts';
import { areValid } from '../../editor/edited-pack.ts';
import { texts } from '../../texts.ts';
import { packMediaOf } from './add-medias.ts';
import { createBuilderStore, unsavedDraft } from './builder-store.ts';
import { duplicateNotices } from './duplicate-notices.ts';
import {
  draftFromKept,
  draftOf,
  isSameDraft,
  isWhole,
  type KeptDraft,
  keptDraft,
  type PackDraft,
  packWithDraft,
} from './pack-draft.ts';

export type Builder = ReturnType<typeof useBuilder>;

/** The pack being built, for the parts that change it: the same object as long as the page is open. */
export type Work = ReturnType<typeof createBuilderStore>;

interface Options {
  pack: PackRecord;
  /** The address names no pack yet. */
  isNew: boolean;
  kept: Draft<KeptDraft>;
  /** It has an address of its own now: that of a new pack, or of a copy. */
  onSavedAs: (saved: PackRecord) => void;
}

const isNameless = ({ title }: PackDraft) => title.trim() === '';

/** The draft of one pack on this page: kept on the device while it differs, and saved when asked. */
export function useBuilder({ pack, isNew, kept, onSavedAs }: Options) {
  const { bundles, drafts, notices } = useServices();
  const savePack = useSavePack();
  const [firstId] = useState(() => (isNew ? (kept.stored?.id ?? newId()) : pack.id));
  const id = useRef(firstId);
  /** Where the draft lies. */
  const place = useRef(kept);
  /** The state that the draft began from: another device may change the pack while it is open here. */
  const began = useRef({
    began: kept.stored?.began ?? pack.changed,
    state: kept.stored ? kept.stored.state : isNew ? neverSaved : packState(pack),
  });
  /** States of the pack that this window has shown or made. */
  const [known] = useState(() => new Set([began.current.state ?? packState(pack)]));
  const keepAt = (draft: Draft<KeptDraft>, next: PackDraft | null) => {
    const [ownId, from] = [id.current, { ...began.current, channel: pack.channel?.id }];
    if (next) draft.keep(() => keptDraft(ownId, next, from));
    else draft.drop();
  };
  const [work] = useState(() => {
    const saved = draftOf(pack);
    const draft = kept.stored ? draftFromKept(kept.stored, pack) : saved;
    return createBuilderStore(
      { saved, draft: isSameDraft(draft, saved) ? saved : draft },
      {
        now: () => performance.now(),
        onDraft: (next) => keepAt(place.current, next),
        onDuplicates: (medias, section) => {
          for (const text of duplicateNotices(medias, section)) notices.show({ tone: 'neutral', text });
        },
        filesOf: async ({ id }) => (await bundles.medias(id)).map(packMediaOf),
        onUnread: (bundle, error) =>
          notices.show({ tone: 'problem', text: texts.builder.notAdded(bundle, reasonOf(error)) }),
      },
    );
  });
  const { store, actions } = work;
  // The first change writes all of the pack as a draft.
  useEffect(() => {
    const prepare = async () => {
      await nextTurn();
      await prepareWriting(work.store.getState().history.draft.contents, nextTurn);
    };
    void prepare();
  }, [work]);
  const [isUnread] = useState(() => kept.stored !== null && !isWhole(kept.stored));
  const [isRestored, setRestored] = useState(() => isUnread || store.getState().isChanged);
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);
  const handBack = useHandBack(isSaving);
  const state = useStore(store);
  const { draft, past, future } = state.history;
  const { isChanged } = state;
  /** What a dialog proposes goes with whatever the pack becomes. */
  const hasSteps = !isSameDraft(draft, state.saved);
  /** The pack as this page had it when it was saved last. A large one comes out of the database only some time later. */
  const [savedUpon, setSavedUpon] = useState<PackRecord | null>(null);
  const isBehind = savedUpon === pack;
  const isElsewhere = !isNew && !isSaving && !isBehind && !known.has(packState(pack));
  /** What is built from here on begins from the pack as it is now. */
  const beginFromNow = () => {
    const now = isNew ? neverSaved : packState(pack);
    known.add(now);
    began.current = { began: pack.changed, state: now };
    // It is another pack, should the one before have been saved after all.
    if (isNew) id.current = pack.id;
    setRestored(false);
  };
  const takeOver = (said: string) => {
    beginFromNow();
    actions.takeOver(draftOf(pack), said);
  };
  const showElsewhere = () => takeOver(texts.overtaken.shown);
  const meet = useEffectEvent(() => {
    if (!hasSteps || isSameDraft(draft, draftOf(pack))) showElsewhere();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: without `pack` a third state would go unseen
  useEffect(() => {
    if (isElsewhere) meet();
  }, [isElsewhere, hasSteps, pack]);
  const nameError = isNameless(draft) ? texts.builder.nameRequired : null;

  /** What was typed while it was saved is still unsaved. The draft of a new pack becomes that of the pack it was saved as. */
  const keepOn = async (isMoved: boolean) => {
    const before = place.current;
    if (isMoved) place.current = await drafts.openBeside<KeptDraft>('pack', id.current);
    const now = store.getState();
    keepAt(place.current, now.isChanged ? unsavedDraft(now) : null);
    if (isMoved) before.drop();
  };

  const latest = useRef(pack);
  useLayoutEffect(() => {
    latest.current = pack;
  }, [pack]);
  const goOnFrom = async (saved: PackRecord, draft: PackDraft) => {
    setSavedUpon(latest.current);
    const isCopy = saved.id !== id.current;
    const isMoved = isNew || isCopy;
    id.current = saved.id;
    known.add(packState(saved));
    began.current = { began: isMoved ? saved.changed : began.current.began, state: packState(saved) };
    actions.settle(draft, isCopy ? (saved.title ?? '') : draft.title);
    setRestored(false);
    await keepOn(isMoved);
    if (isMoved) onSavedAs(saved);
  };

  const save = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    try {
      await actions.allAdded();
      const { draft } = store.getState().history;
      if (!areValid(draft)) return;
      const make = async () => {
        // The button shows that it was pressed before thousands of files are gone through.
        await nextTurn();
        return packWithDraft({ ...pack, id: id.current, changed: began.current.began ?? null }, draft);
      };
      await savePack(make, {
        began: began.current.state,
        onDurable: (saved) => goOnFrom(saved, draft),
      });
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  const saveNow = useRef(save);
  useLayoutEffect(() => {
    saveNow.current = save;
  });
  /** The same as long as the page is open. */
  const onSaveClick = useCallback(
    ({ detail, currentTarget }: MouseEvent<HTMLElement>) => {
      if (detail >= 2) return;
      handBack(currentTarget);
      void saveNow.current();
    },
    [handBack],
  );
  /** Back to the pack as it was last saved. */
  const reload = () => {
    if (isBehind && !isNew) {
      setRestored(false);
      return actions.restart(state.saved);
    }
    beginFromNow();
    actions.restart(draftOf(pack));
  };

  /** What was changed at an earlier visit goes, and can be had back unless it could not be read. */
  const dropRestored = () => (isChanged ? takeOver(texts.restored.dropped) : reload());

  return {
    ...state,
    /** What was saved here has not come out of the database yet. */
    isBehind,
    /** Where the draft lies by now. */
    place: () => place.current,
    draft,
    work,
    undoes: past.at(-1)?.said ?? null,
    redoes: future.at(-1)?.said ?? null,
    isRestored,
    /** Nothing was changed since the page was opened. */
    isUntouched: past.length === 0 && future.length === 0,
    /** What was restored is not all: its contents could not be read. */
    isUnread,
    /** The pack has become another one elsewhere since the draft began. */
    isOvertaken: isElsewhere && hasSteps,
    isSaving,
    nameError,
    /** Of a button: the second of two quick clicks belongs to the first, however soon that has saved. */
    onSaveClick,
    reload,
    dropRestored,
    showElsewhere,
  };
}
