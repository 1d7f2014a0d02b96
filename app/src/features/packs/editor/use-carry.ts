import { useState } from 'react';
import { type ChosenRow, lineOf, moveTo, type Place, placeAt, placeOf, stepFrom } from './chosen-rows.ts';
import type { EditedPack } from './edited-pack.ts';
import { texts } from './texts.ts';
import type { ChangeContents } from './use-editor.ts';

/** A row on its way, and where it would go. */
interface Carried {
  row: ChosenRow;
  place: Place;
  isByKeyboard: boolean;
}

export const nameOf = (row: ChosenRow): string => {
  if (row.kind === 'media') return row.name || texts.untitled;
  switch (row.element.type) {
    case 'text':
      return row.name || texts.section.text;
    case 'unknown':
      return texts.section.unknown;
    default:
      return row.name || texts.untitled;
  }
};

/** Where a place is, in words. */
function whereOf(edited: EditedPack, row: ChosenRow, { sectionId, to }: Place): string {
  const { elements } = edited.contents;
  if (row.kind === 'section') return texts.where(to + 1, elements.length, null);
  const section = elements.find(({ id }) => id === sectionId);
  if (section?.type !== 'medias') return texts.where(to + 1, to + 1, null);
  const others = section.data.medias.length - (section.id === row.sectionId ? 1 : 0);
  return texts.where(to + 1, others + 1, section.title || null);
}

/** Takes rows of the ordered list to other places, by hand and by keyboard, and says each step (PEDIT-17). */
export function useCarry(edited: EditedPack, rows: readonly ChosenRow[], change: ChangeContents) {
  const [carried, setCarried] = useState<Carried | null>(null);
  const [spoken, setSpoken] = useState('');

  const lift = (row: ChosenRow, isByKeyboard: boolean) => {
    const place = placeOf(row);
    setCarried({ row, place, isByKeyboard });
    setSpoken(texts.lifted(nameOf(row), whereOf(edited, row, place)));
  };
  const aim = (place: Place) => {
    if (!carried || (place.sectionId === carried.place.sectionId && place.to === carried.place.to)) return;
    setCarried({ ...carried, place });
    setSpoken(texts.carried(nameOf(carried.row), whereOf(edited, carried.row, place)));
  };
  /** @param height of the hand below the list's upper edge, in rows */
  const aimAt = (height: number) => {
    if (carried && !carried.isByKeyboard) aim(placeAt(edited, rows, carried.row, height));
  };
  const step = (by: -1 | 1) => {
    if (!carried) return;
    const next = stepFrom(edited, carried.row, carried.place, by);
    if (next) return aim(next);
    setSpoken(texts.atTheEnd(nameOf(carried.row), whereOf(edited, carried.row, carried.place)));
  };
  const put = (row: ChosenRow, place: Place) => {
    change((now) => moveTo(now, row, place));
    // Another version that came in meanwhile may be without it.
    if (rows.some(({ key }) => key === row.key))
      setSpoken(texts.dropped(nameOf(row), whereOf(edited, row, place)));
  };
  const drop = () => {
    if (!carried) return;
    setCarried(null);
    put(carried.row, carried.place);
  };
  const cancel = () => {
    if (!carried) return;
    setCarried(null);
    setSpoken(texts.putBack(nameOf(carried.row), whereOf(edited, carried.row, placeOf(carried.row))));
  };
  /** Without lifting; null when there is no way further. */
  const stepOf = (row: ChosenRow, by: -1 | 1) => stepFrom(edited, row, placeOf(row), by);
  const line = carried && lineOf(rows, carried.row, carried.place);

  return { carried, line, spoken, lift, aimAt, step, drop, cancel, put, stepOf };
}
