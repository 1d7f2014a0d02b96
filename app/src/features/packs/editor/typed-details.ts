import { packState } from '#collections/pack-state.ts';
import type { PackRecord } from '#storage/records.ts';
import { detailsOf, type PackDetails } from './edited-pack.ts';

/** What was typed into one field and is not saved yet. */
interface TypedField {
  value: string;
  /** What the pack said there when it was touched first. */
  before: string;
  /** Name of the state that the pack was in then. */
  state: string;
}

/** The fields that were changed, and no others: what was not touched may have become something else meanwhile. */
export type TypedDetails = Partial<Record<keyof PackDetails, TypedField>>;

const names = ['title', 'notes', 'color'] as const;

/** Where they are kept on the device: beside the draft of the same pack in editor and builder, which is whole. */
export const placeOfDetails = (packId: string) => `${packId}.details`;

export const isNothing = (typed: TypedDetails) => names.every((name) => !typed[name]);

/** The pack as it is now, under what was typed. */
export function detailsWith(pack: PackRecord, typed: TypedDetails): PackDetails {
  const there = detailsOf(pack);
  return {
    title: typed.title?.value ?? there.title,
    notes: typed.notes?.value ?? there.notes,
    color: typed.color?.value ?? there.color,
  };
}

/** @param pack as it is shown where the rest is typed */
export function typedInto(
  typed: TypedDetails,
  changed: Partial<PackDetails>,
  pack: PackRecord,
): TypedDetails {
  const there = detailsOf(pack);
  const next = { ...typed };
  for (const name of names) {
    const value = changed[name];
    if (value === undefined) continue;
    next[name] = { before: there[name], state: packState(pack), ...typed[name], value };
  }
  return next;
}

/** Without what the pack says itself by now. The same object where all of it is left. */
export function withoutSame(typed: TypedDetails, pack: PackRecord): TypedDetails {
  const there = detailsOf(pack);
  const same = names.filter((name) => typed[name]?.value === there[name]);
  if (same.length === 0) return typed;
  const left = { ...typed };
  for (const name of same) delete left[name];
  return left;
}

/**
 * What an earlier visit left unsaved. What was saved as it was typed is not: the page or the power may have gone before its
 * draft did, and a name is saved without the blanks around it.
 */
export function typedEarlier({ title, ...others }: TypedDetails, pack: PackRecord): TypedDetails {
  return withoutSame({ ...others, ...(title && { title: { ...title, value: title.value.trim() } }) }, pack);
}

/** What was typed on while `sent` was saved. */
export function typedSince(sent: TypedDetails, typed: TypedDetails, saved: PackRecord): TypedDetails {
  const changed: Partial<PackDetails> = {};
  for (const name of names) {
    const field = typed[name];
    if (field && field.value !== sent[name]?.value) changed[name] = field.value;
  }
  return withoutSame(typedInto({}, changed, saved), saved);
}

/**
 * Name of the state upon which a field was typed that has become something else elsewhere since: to save it onto the pack
 * would write over what nobody has seen here. Null where there is no such field.
 */
export function overtakenState(typed: TypedDetails, pack: PackRecord): string | null {
  const there = detailsOf(pack);
  for (const name of names) {
    const field = typed[name];
    if (field && field.before !== there[name] && field.value !== there[name]) return field.state;
  }
  return null;
}
