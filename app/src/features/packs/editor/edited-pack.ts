import { isHexColor, keylineColor } from '@satchel/core/pack/keyline-color.ts';
import { packReferences } from '@satchel/core/pack/pack-contents.ts';
import {
  emptyPack,
  type MediasElement,
  type PackData,
  type PackElement,
} from '@satchel/core/pack/pack-data.ts';
import { prepareWriting, writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { recallPackData } from '@satchel/core/pack/recalled-pack-data.ts';
import { fitsVersion1, prepareGroups, writeGroups } from '@satchel/core/pack/write-groups.ts';
import type { PackRecord } from '#storage/records.ts';
import { contentsProblem, isWhole, type KeptDraft } from '../builder/state/pack-draft.ts';

/** Name, notes and colour as they are typed. */
export interface PackDetails {
  title: string;
  notes: string;
  /** '#' and 3 or 6 hex digits, '' for the brand's; anything else while it is typed. */
  color: string;
}

/** What the editor changes of a pack. */
export interface EditedPack extends PackDetails {
  contents: PackData;
  /** How the contents are written: version 2 stays it, everything else is version 1 (PEDIT-21). */
  version: 1 | 2;
}

function contentsIn(text: string | null | undefined): Pick<EditedPack, 'contents' | 'version'> {
  const read = recallPackData(text);
  return read.ok ? { contents: read.pack, version: read.version } : { contents: emptyPack, version: 1 };
}

export const editedOf = (pack: PackRecord): EditedPack => ({
  ...detailsOf(pack),
  ...contentsIn(pack.pack_data),
});

const textOf = ({ contents, version }: EditedPack, before: string | null | undefined) =>
  version === 1 && fitsVersion1(contents) ? writeGroups(contents, before) : writePackData(contents);

/** Has the texts of all sections ready, a few at a time, so that to write the pack costs little. */
export const prepareText = (
  { contents, version }: EditedPack,
  before: string | null | undefined,
  pause: () => PromiseLike<void>,
): Promise<void> =>
  version === 1 && fitsVersion1(contents)
    ? prepareGroups(contents, before, pause)
    : prepareWriting(contents, pause);

/** The draft as the builder keeps it too, so that work begun in one goes on in the other. */
export const keptOf = (
  pack: PackRecord,
  edited: EditedPack,
  { began, state }: Pick<KeptDraft, 'began' | 'state'>,
): KeptDraft => ({
  id: pack.id,
  title: edited.title,
  notes: edited.notes,
  color: edited.color,
  contents: textOf(edited, pack.pack_data),
  began,
  state,
  channel: pack.channel?.id,
});

const sameMedias = (one: MediasElement, other: MediasElement) =>
  one.data.medias.length === other.data.medias.length &&
  one.data.medias.every((media, at) => {
    const opposite = other.data.medias[at];
    return media.data.media.id === opposite?.data.media.id && media.title === opposite.title;
  });

/** What a rep can change of a section here or in the builder, whose draft this may be; addresses of files come with a save. */
function saysTheSame(one: PackElement, other: PackElement): boolean {
  if (one.type === 'unknown' || other.type === 'unknown') return true;
  if (one.title !== other.title || one.showTitle !== other.showTitle) return false;
  if (one.type === 'text' && other.type === 'text') return one.data.content === other.data.content;
  return one.type !== 'medias' || other.type !== 'medias' || sameMedias(one, other);
}

const sameElement = (one: PackElement, other: PackElement | undefined) =>
  one === other ||
  (other !== undefined &&
    one.type === other.type &&
    (one.id === other.id || bundleId(one) === bundleId(other)) &&
    saysTheSame(one, other));

const bundleId = (element: PackElement) =>
  element.type === 'medias' ? (element.data.bundle?.id ?? element.id) : element.id;

const isSameContents = (one: PackData, other: PackData) =>
  one === other ||
  (one.elements.length === other.elements.length &&
    one.elements.every((element, at) => sameElement(element, other.elements[at])));

export const isSameEdit = (one: EditedPack, other: EditedPack) =>
  isSameDetails(one, other) && isSameContents(one.contents, other.contents);

/** Where the draft's contents cannot be read, those of its pack stand in for them. */
export function editedFromKept(kept: KeptDraft, pack: PackRecord): EditedPack {
  const saved = contentsIn(pack.pack_data);
  const own = isWhole(kept) ? contentsIn(kept.contents) : saved;
  // The builder keeps everything as version 2. A pack whose contents it left alone stays of its version (PEDIT-21).
  const isLeftAlone = own.version !== saved.version && isSameContents(own.contents, saved.contents);
  const { title, notes, color } = kept;
  return { title, notes, color, ...(isLeftAlone ? saved : own) };
}

/** A colour keeps its opacity as long as it stays itself. */
const colorOf = ({ color }: PackDetails, before: PackRecord['color']) =>
  keylineColor(before)?.color === color ? (before ?? null) : color || null;

export const packWithDetails = (pack: PackRecord, details: PackDetails): PackRecord => ({
  ...pack,
  title: details.title.trim(),
  notes: details.notes,
  color: colorOf(details, pack.color),
});

export const detailsOf = (pack: PackRecord): PackDetails => ({
  title: pack.title ?? '',
  notes: pack.notes ?? '',
  color: keylineColor(pack.color)?.color ?? '',
});

export const hasName = ({ title }: PackDetails) => title.trim() !== '';
/** One or none. */
export const hasColor = ({ color }: PackDetails) => color === '' || isHexColor(color);
export const areValid = (details: PackDetails) => hasName(details) && hasColor(details);

export const isSameDetails = (one: PackDetails, other: PackDetails) =>
  one.title === other.title && one.notes === other.notes && one.color === other.color;

/** The pack as it is saved. Contents that could not be read stay until the rep has chosen others (PDATA-08). */
export function packWithEdit(pack: PackRecord, edited: EditedPack): PackRecord {
  const keepsContents = contentsProblem(pack) !== null && edited.contents.elements.length === 0;
  return {
    ...packWithDetails(pack, edited),
    pack_type: 'private',
    ...(!keepsContents && {
      pack_data: textOf(edited, pack.pack_data),
      ...packReferences(edited.contents),
    }),
  };
}
