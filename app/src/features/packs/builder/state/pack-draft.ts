import type { PackColor } from '@satchel/core/contract/resource-types.ts';
import { keylineColor } from '@satchel/core/pack/keyline-color.ts';
import { packReferences } from '@satchel/core/pack/pack-contents.ts';
import { emptyPack, type PackData } from '@satchel/core/pack/pack-data.ts';
import { isSamePackData, writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { keepWritten, recallPackData } from '@satchel/core/pack/recalled-pack-data.ts';
import type { PackRecord } from '#storage/records.ts';

/** What the builder changes of a pack. */
export interface PackDraft {
  title: string;
  notes: string;
  /** '#' and 3 or 6 hex digits, '' for the brand's. */
  color: string;
  contents: PackData;
}

/** The same as it is kept on the device between two visits. */
export interface KeptDraft {
  /** A new pack gets its id with its first change, so that saving it later makes one pack and not two. */
  id: string;
  title: string;
  notes: string;
  color: string;
  contents: string;
  /** `changed` of the pack that it began from, ms. */
  began?: number | null | undefined;
  /** Name of the state that it began from. */
  state?: string | undefined;
  /** Id of the channel that its pack is in; an earlier app did not tell. */
  channel?: string | null | undefined;
}

/** Why a pack's contents are not shown; a newer app's pack cannot be built here at all. */
export function contentsProblem(pack: PackRecord): ContentsProblem {
  const known = problems.get(pack);
  if (known !== undefined) return known;
  const read = recallPackData(pack.pack_data);
  const problem =
    read.ok || read.because === 'empty'
      ? null
      : read.because === 'from-a-newer-app'
        ? ('newer-app' as const)
        : ('unreadable' as const);
  problems.set(pack, problem);
  return problem;
}

type ContentsProblem = 'unreadable' | 'newer-app' | null;

/** Screens ask with every redraw, and thousands of sections take a tenth of a second to read. */
const problems = new WeakMap<PackRecord, ContentsProblem>();

const contentsIn = (text: string | null | undefined): PackData => {
  const read = recallPackData(text);
  return read.ok ? read.pack : emptyPack;
};

export const draftOf = (pack: PackRecord): PackDraft => ({
  title: pack.title ?? '',
  notes: pack.notes ?? '',
  color: keylineColor(pack.color)?.color ?? '',
  contents: contentsIn(pack.pack_data),
});

export const keptDraft = (
  id: string,
  { contents, ...draft }: PackDraft,
  { began, state, channel }: Pick<KeptDraft, 'began' | 'state' | 'channel'>,
): KeptDraft => ({
  ...draft,
  id,
  began,
  state,
  channel,
  contents: writePackData(contents),
});

/** Whether all of the unsaved work can be read: a draft of a newer app cannot, and is not one of an empty pack. */
export function isWhole({ contents }: KeptDraft): boolean {
  const read = recallPackData(contents);
  return read.ok || read.because === 'empty';
}

/** Where the draft's contents cannot be read, those of its pack stand in for them. */
export const draftFromKept = (kept: KeptDraft, pack: PackRecord): PackDraft => ({
  title: kept.title,
  notes: kept.notes,
  color: kept.color,
  contents: contentsIn(isWhole(kept) ? kept.contents : pack.pack_data),
});

export const isSameDraft = (one: PackDraft, other: PackDraft) =>
  one.title === other.title &&
  one.notes === other.notes &&
  one.color === other.color &&
  isSamePackData(one.contents, other.contents);

/** A colour keeps its opacity as long as it stays itself. */
const colorOf = (draft: PackDraft, before: PackColor | null | undefined) =>
  keylineColor(before)?.color === draft.color ? (before ?? null) : draft.color || null;

/**
 * The pack with what was built, as version 2 and private (PBUILD-21). Contents that could not be read stay as they
 * are until the draft has some of its own (PDATA-08).
 */
export function packWithDraft(pack: PackRecord, draft: PackDraft): PackRecord {
  const keepsContents = contentsProblem(pack) !== null && draft.contents.elements.length === 0;
  const saved = {
    ...pack,
    title: draft.title.trim(),
    notes: draft.notes,
    color: colorOf(draft, pack.color),
    pack_type: 'private' as const,
  };
  if (keepsContents) return saved;
  const text = writePackData(draft.contents);
  // It is there again as soon as it is saved, and thousands of sections are not read anew then.
  keepWritten(text, draft.contents);
  return { ...saved, pack_data: text, ...packReferences(draft.contents) };
}
