import { newId } from '@satchel/core/pack/new-id.ts';
import type { PackContents, PackRecord } from '#storage/records.ts';

const contents = ['title', 'notes', 'color', 'pack_data'] as const;

// A pack's contents may be a text of megabytes, which to write as JSON takes longer than a frame.
const isSame = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string'
    ? one === other
    : JSON.stringify(one || null) === JSON.stringify(other || null);

export const contentsOf = ({ title, notes, color, pack_data }: PackRecord): PackContents => ({
  title,
  notes,
  color,
  pack_data,
});

const hasSameContents = (one: PackContents, other: PackContents) =>
  contents.every((name) => isSame(one[name], other[name]));

/** Whether two states of a pack are the same to whoever works on it. */
export const isSamePack = (one: PackRecord, other: PackRecord) =>
  hasSameContents(one, other) && isSame(one.archived, other.archived);

/** Whether a pack was archived since it had these contents, and nothing else. */
export const isOnlyArchived = (pack: PackRecord, before: PackContents) =>
  pack.archived === true && hasSameContents(pack, before);

/**
 * The name of a pack's state: what was saved on this device last, otherwise what came from the host. A push leaves it as
 * it is.
 */
export const packState = ({ changed, _meta }: Pick<PackRecord, 'changed' | '_meta'>) =>
  _meta?.edit ?? `at ${changed ?? ''}`;

/** The state of a pack that is not on the device yet. */
export const neverSaved = 'new';

/** The name that a pack's state has once it is saved. */
export const savedState = (before: PackRecord | undefined, edited: PackRecord) =>
  before && isSamePack(before, edited) ? packState(before) : newId();
