import { addMediasSection, addTextSection, removeSection } from '@satchel/core/pack/edit-pack.ts';
import type { PackBundle, PackData, PackMedia } from '@satchel/core/pack/pack-data.ts';
import { createStore } from 'zustand/vanilla';
import { texts } from '../../texts.ts';
import type { Place } from '../drag/places.ts';
import { addMedias, sectionName } from './add-medias.ts';
import {
  beginHistory,
  type DraftHistory,
  redone,
  retitled,
  type Step,
  undone,
  withChange,
} from './draft-history.ts';
import { isSameDraft, type PackDraft } from './pack-draft.ts';

/** What was just done, for the line that says so, and what that line offers. */
interface LastChange {
  text: string;
  offers: 'undo' | 'redo';
}

/** What a change is called. `isSaid`: it is told, because it is not seen where the hand is. */
interface Naming {
  said: string;
  isSaid?: boolean;
  section?: string | null;
  burst?: string;
}

export interface BuilderState {
  history: DraftHistory;
  /** What OK of the open dialog would make of the draft: no step yet, and not saved, but kept and asked about like one. */
  proposed: Proposal | null;
  /** As the pack was last saved. */
  saved: PackDraft;
  /** Whether it or what is proposed for it differs from the saved pack. */
  isChanged: boolean;
  last: LastChange | null;
  /** The section that was just added; one without words of its own waits for its title. */
  added: { id: string | null; untitled: boolean } | null;
  /** The section that an undo or redo was about; a new object each time. */
  shown: { section: string } | null;
}

/** Of whatever the draft is by then, because it may become another one while the dialog is open. */
type Proposal = (draft: PackDraft) => PackDraft;

interface Ports {
  now: () => number;
  /** Each draft that differs from the saved pack, null when there is none. */
  onDraft: (draft: PackDraft | null) => void;
  /** Files that are in the section already, by name. */
  onDuplicates: (medias: readonly string[], section: string) => void;
  filesOf: (bundle: PackBundle) => Promise<PackMedia[]>;
  onUnread: (bundle: string, error: unknown) => void;
}

interface NewSection {
  /** Position among the sections, at the end by default. */
  at?: number | undefined;
  said?: string;
}

const namesOf = (medias: readonly PackMedia[]) => medias.map(({ name }) => name).join(', ');

/** The draft as it would be lost, with what is proposed for it. */
export const unsavedDraft = ({ history: { draft }, proposed }: Pick<BuilderState, 'history' | 'proposed'>) =>
  proposed ? proposed(draft) : draft;

const sectionIn = (contents: PackData, id: string) => contents.elements.find((element) => element.id === id);

/** The draft of one pack, what may be done to it, and the way back from everything. */
export function createBuilderStore(begun: { saved: PackDraft; draft: PackDraft }, ports: Ports) {
  const store = createStore<BuilderState>(() => ({
    history: beginHistory(begun.draft),
    proposed: null,
    saved: begun.saved,
    isChanged: !isSameDraft(begun.draft, begun.saved),
    last: null,
    added: null,
    shown: null,
  }));
  const draft = () => store.getState().history.draft;
  const canTakeFiles = (sectionId: string) => sectionIn(draft().contents, sectionId)?.type === 'medias';
  /** Bundles whose files are still being read. */
  const coming = new Set<Promise<boolean>>();

  function put(history: DraftHistory, rest: Partial<BuilderState>) {
    const state = { ...store.getState(), ...rest, history };
    const unsaved = unsavedDraft(state);
    const isChanged = !isSameDraft(unsaved, state.saved);
    store.setState({ ...state, isChanged });
    ports.onDraft(isChanged ? unsaved : null);
  }
  /** @param proposed null once its dialog has closed, with OK or without */
  function propose(proposed: Proposal | null) {
    const state = store.getState();
    if (proposed !== state.proposed) put(state.history, { proposed });
  }
  function change(after: PackDraft, { said, isSaid = false, ...naming }: Naming) {
    const { history } = store.getState();
    const next = withChange(history, after, { said, ...naming, now: ports.now() });
    if (next === history) return;
    put(next, { last: isSaid ? { text: said, offers: 'undo' } : null });
  }
  const changeDetails = (details: Partial<Omit<PackDraft, 'contents'>>) =>
    change({ ...draft(), ...details }, { said: texts.builder.detailsChanged, burst: 'details' });
  const edit = (next: (contents: PackData) => PackData, naming: Naming) =>
    change({ ...draft(), contents: next(draft().contents) }, naming);

  function travel(to: typeof undone, said: (what: string) => string, offers: LastChange['offers']) {
    const result = to(store.getState().history);
    if (!result) return;
    const { section, said: what }: Step = result.step;
    put(result.history, {
      last: { text: said(what), offers },
      added: null,
      shown: section === null ? null : { section },
    });
  }

  /** @param at position among the sections, at the end by default */
  function addSection(type: 'text' | 'medias', at?: number) {
    const add = type === 'text' ? addTextSection : addMediasSection;
    const place = at ?? draft().contents.elements.length;
    const contents = add(draft().contents, { at: place });
    const id = contents.elements[place]?.id ?? null;
    change({ ...draft(), contents }, { said: texts.builder.sectionAdded, section: id });
    store.setState({ added: { id, untitled: true } });
  }
  function addSectionOfBundle(
    title: string,
    bundle: PackBundle,
    medias: readonly PackMedia[],
    { at, said = texts.builder.added(title, draft().title) }: NewSection = {},
  ) {
    const place = at ?? draft().contents.elements.length;
    const contents = addMediasSection(draft().contents, { title, bundle, medias, at: place });
    const id = contents.elements[place]?.id ?? null;
    change({ ...draft(), contents }, { said, isSaid: true, section: id });
    store.setState({ added: { id, untitled: false } });
  }
  /**
   * Adds to a section; what is there already is refused with the warning of PBUILD-19. It becomes a section of its own
   * where that one was removed while somebody chose.
   */
  function addTo(sectionId: string, medias: readonly PackMedia[], at?: number) {
    if (!canTakeFiles(sectionId))
      return addSectionOf(medias, { said: texts.builder.addedApart(namesOf(medias)) });
    const name = sectionName(sectionIn(draft().contents, sectionId));
    const { contents, duplicates } = addMedias(draft().contents, sectionId, medias, at);
    const names = duplicates.map(({ name: media }) => media);
    if (names.length > 0) ports.onDuplicates(names, name);
    const added = medias.filter((media) => !duplicates.includes(media));
    if (added.length === 0) return;
    change(
      { ...draft(), contents },
      { said: texts.builder.added(namesOf(added), name), isSaid: true, section: sectionId },
    );
  }
  /**
   * Adds all files of a bundle, as a section at the end by default; they are there once `allAdded` says so.
   * @returns whether the pack has anything more then
   */
  function addBundle(title: string, bundle: PackBundle, place?: Place) {
    const add = (medias: readonly PackMedia[]) => {
      const before = draft().contents;
      if (place?.kind !== 'section') addSectionOfBundle(title, bundle, medias, { at: place?.at });
      else if (canTakeFiles(place.id)) addTo(place.id, medias, place.at);
      else addSectionOfBundle(title, bundle, medias, { said: texts.builder.addedApart(title) });
      return draft().contents !== before;
    };
    const unread = (error: unknown) => {
      ports.onUnread(title, error);
      return false;
    };
    const adding: Promise<boolean> = ports
      .filesOf(bundle)
      .then(add, unread)
      .finally(() => coming.delete(adding));
    coming.add(adding);
    return adding;
  }
  /** Everything that was added so far is in the draft: a save that comes right after it has it. */
  async function allAdded() {
    while (coming.size > 0) await Promise.all(coming);
  }
  /** A new documents section with files in it. */
  function addSectionOf(medias: readonly PackMedia[], { at, said }: NewSection = {}) {
    const place = at ?? draft().contents.elements.length;
    const contents = addMediasSection(draft().contents, { medias, at: place });
    const section = contents.elements[place];
    const id = section?.id ?? null;
    const added = said ?? texts.builder.added(namesOf(medias), sectionName(section));
    change({ ...draft(), contents }, { said: added, isSaid: true, section: id });
    store.setState({ added: { id, untitled: true } });
  }
  /** Adds one file to the last documents section, or to a new one. */
  function addFile(media: PackMedia) {
    const target = draft().contents.elements.findLast((element) => element.type === 'medias');
    if (target) addTo(target.id, [media]);
    else addSectionOf([media]);
  }
  function remove(sectionId: string) {
    const name = sectionName(sectionIn(draft().contents, sectionId)) || texts.builder.unknown;
    edit((contents) => removeSection(contents, sectionId), {
      said: texts.builder.removed(name),
      isSaid: true,
      section: sectionId,
    });
  }

  /**
   * `sent` was saved. The way back reaches across a save.
   * @param title the name that it has now: another one where it became a copy, whose way back does not lead to the name of
   *   the pack that it was
   */
  function settle(sent: PackDraft, title = sent.title) {
    const { history: before, proposed } = store.getState();
    const history = title === sent.title ? before : retitled(before, sent.title, title);
    const saved = { ...sent, title };
    const isChanged = !isSameDraft(unsavedDraft({ history, proposed }), saved);
    store.setState({ history, saved, isChanged, last: null });
  }
  /** The pack as it is now, as one step more, so that what was here can be had back. */
  function takeOver(saved: PackDraft, said: string) {
    const { history, isChanged } = store.getState();
    store.setState({ saved });
    const next = withChange(history, saved, { said, now: ports.now() });
    if (next !== history) put(next, { last: { text: said, offers: 'undo' }, added: null });
    else if (isChanged) put(history, {});
  }
  /** Back to a pack as it was saved; nothing of before can be brought back. */
  function restart(saved: PackDraft) {
    store.setState({
      history: beginHistory(saved),
      proposed: null,
      saved,
      isChanged: false,
      last: null,
      added: null,
      shown: null,
    });
    ports.onDraft(null);
  }

  return {
    store,
    actions: {
      change: edit,
      propose,
      changeDetails,
      undo: () => travel(undone, texts.builder.undone, 'redo'),
      redo: () => travel(redone, texts.builder.redone, 'undo'),
      dismissLast: () => store.setState({ last: null }),
      remove,
      addSection,
      addBundle,
      allAdded,
      addTo,
      addSectionOf,
      addFile,
      settle,
      takeOver,
      restart,
    },
  };
}
