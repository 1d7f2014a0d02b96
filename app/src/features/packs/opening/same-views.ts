import type { MediaView } from '#services.ts';

const sameWords = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word, at) => word === other[at]);

function isSameView(one: MediaView, other: MediaView) {
  for (const key in one) {
    const name = key as keyof MediaView;
    if (name !== 'keywords' && !Object.is(one[name], other[name])) return false;
  }
  return sameWords(one.keywords, other.keywords);
}

/**
 * What was read again, with the objects of before wherever nothing has changed, so that only what did is drawn again;
 * `before` itself when nothing did.
 */
export function withSameViews(
  before: ReadonlyMap<string, MediaView>,
  now: ReadonlyMap<string, MediaView>,
): ReadonlyMap<string, MediaView> {
  // The first time there is nothing to look for, and thousands need not be put together once more.
  if (before.size === 0 && now.size > 0) return now;
  let isSame = before.size === now.size;
  const views = new Map<string, MediaView>();
  for (const [id, view] of now) {
    const known = before.get(id);
    const isKnown = known !== undefined && isSameView(known, view);
    if (!isKnown) isSame = false;
    views.set(id, isKnown ? known : view);
  }
  return isSame ? before : views;
}

const isSameRow = <Row extends object>(one: Row, other: Row | undefined) =>
  other !== undefined &&
  (Object.keys(one) as (keyof Row)[]).every((name) => Object.is(one[name], other[name]));

/** A list that was read again, of rows without lists of their own; the one of before when nothing has changed. */
export const withSameRows = <Row extends object>(
  before: readonly Row[],
  now: readonly Row[],
): readonly Row[] =>
  before.length === now.length && before.every((row, at) => isSameRow(row, now[at])) ? before : now;
