import { eventTypes } from '@satchel/core/contract/events.ts';
import { addMediasSection, addTextSection, removeSection } from '@satchel/core/pack/edit-pack.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { PackBundle, PackData, PackMedia } from '@satchel/core/pack/pack-data.ts';
import { useRef, useState } from 'react';
import { type Draft, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { packSaveOutcome, reasonOf } from '../pack-outcomes.ts';
import { texts } from '../texts.ts';
import { addMedias, sectionName } from './add-medias.ts';
import {
  draftFromKept,
  draftOf,
  isSameDraft,
  type KeptDraft,
  keptDraft,
  type PackDraft,
  packWithDraft,
} from './pack-draft.ts';

/** What was just done, for the line that says so, and the way back from it. */
interface LastChange {
  text: string;
  undo: PackData | null;
}

export type Builder = ReturnType<typeof useBuilder>;

const lastId = (contents: PackData) => contents.elements.at(-1)?.id ?? null;

interface Options {
  pack: PackRecord;
  /** The address names no pack yet. */
  isNew: boolean;
  kept: Draft<KeptDraft>;
  onSavedNew: (id: string) => void;
}

/** The draft of one pack and everything the builder does with it. */
export function useBuilder({ pack, isNew, kept, onSavedNew }: Options) {
  const { packs, notices, connection, events } = useServices();
  const [id] = useState(() => (isNew ? (kept.stored?.id ?? newId()) : pack.id));
  const [saved, setSaved] = useState(() => draftOf(pack));
  /** The state that the draft began from: another device may change the pack while it is open here. */
  const [began, setBegan] = useState(() => kept.stored?.began ?? pack.changed);
  const [draft, setDraft] = useState(() => (kept.stored ? draftFromKept(kept.stored) : saved));
  const [isRestored, setRestored] = useState(() => kept.stored !== null && !isSameDraft(draft, saved));
  const [last, setLast] = useState<LastChange | null>(null);
  /** The section that was just added; one without words of its own waits for its title. */
  const [added, setAdded] = useState<{ id: string | null; untitled: boolean } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);

  const isChanged = !isSameDraft(draft, saved);
  const nameError = draft.title.trim() === '' ? texts.builder.nameRequired : null;

  const put = (next: PackDraft) => {
    setDraft(next);
    if (isSameDraft(next, saved)) kept.drop();
    else kept.keep(keptDraft(id, next, began));
  };
  const changeDetails = (details: Partial<Omit<PackDraft, 'contents'>>) => put({ ...draft, ...details });
  const change = (contents: PackData, said: LastChange | null = null) => {
    put({ ...draft, contents });
    setLast(said);
  };
  const undo = () => {
    if (last?.undo) change(last.undo);
  };
  const remove = (sectionId: string) => {
    const section = draft.contents.elements.find((element) => element.id === sectionId);
    const name = sectionName(section) || texts.builder.unknown;
    change(removeSection(draft.contents, sectionId), {
      text: texts.builder.removed(name),
      undo: draft.contents,
    });
  };
  const addSection = (type: 'text' | 'medias') => {
    const contents = type === 'text' ? addTextSection(draft.contents) : addMediasSection(draft.contents);
    change(contents);
    setAdded({ id: lastId(contents), untitled: true });
  };
  const addBundle = (title: string, bundle: PackBundle, medias: readonly PackMedia[]) => {
    const contents = addMediasSection(draft.contents, { title, bundle, medias });
    change(contents, { text: texts.builder.added(title, draft.title), undo: draft.contents });
    setAdded({ id: lastId(contents), untitled: false });
  };
  /** Adds to a section; what is there already is refused with the warning of PBUILD-19. */
  const addTo = (sectionId: string, medias: readonly PackMedia[]) => {
    const section = sectionName(draft.contents.elements.find((element) => element.id === sectionId));
    const { contents, duplicates } = addMedias(draft.contents, sectionId, medias);
    for (const { name } of duplicates) {
      notices.show({ tone: 'waiting', text: texts.builder.alreadyThere(name, section) });
    }
    const added = medias.filter((media) => !duplicates.includes(media));
    if (added.length === 0) return;
    const what = added.map(({ name }) => name).join(', ');
    change(contents, { text: texts.builder.added(what, section), undo: draft.contents });
  };
  /** Adds one file to the last documents section, or to a new one. */
  const addFile = (media: PackMedia) => {
    const target = draft.contents.elements.findLast((element) => element.type === 'medias');
    if (target) return addTo(target.id, [media]);
    const contents = addMediasSection(draft.contents, { medias: [media] });
    const section = sectionName(contents.elements.at(-1));
    change(contents, { text: texts.builder.added(media.name, section), undo: draft.contents });
  };

  const save = async () => {
    if (isBusy.current || nameError) return;
    isBusy.current = true;
    setSaving(true);
    const record = packWithDraft({ ...pack, id, changed: began ?? null }, draft);
    try {
      const result = await packs.save(record);
      notices.show(packSaveOutcome(result, connection.current().online));
      if (!result.savedLocally && !result.savedRemotely) return;
      kept.drop();
      setSaved(draft);
      setRestored(false);
      setLast(null);
      await events.log({
        eventTypeId: eventTypes.PACK_SAVED,
        description: texts.builder.saved(record.title ?? ''),
        channelId: record.channel?.id ?? null,
        packId: id,
      });
      if (isNew) onSavedNew(id);
    } catch (error) {
      notices.show({ tone: 'problem', text: texts.save.failed(reasonOf(error)) });
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  /** Back to the pack as it was last saved. */
  const reload = () => {
    const fresh = draftOf(pack);
    setSaved(fresh);
    setBegan(pack.changed);
    setDraft(fresh);
    setRestored(false);
    setLast(null);
    kept.drop();
  };

  return {
    draft,
    isChanged,
    isRestored,
    isSaving,
    nameError,
    last,
    added,
    change,
    changeDetails,
    undo,
    dismissLast: () => setLast(null),
    remove,
    addSection,
    addBundle,
    addTo,
    addFile,
    save,
    reload,
  };
}
