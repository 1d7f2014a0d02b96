import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { memo, type RefObject, useDeferredValue, useMemo } from 'react';
import { useDragState } from '../drag/drag-area.tsx';
import classes from '../pack-builder.module.css';
import type { Builder } from '../state/use-builder.ts';
import { FarSections } from './far-sections.tsx';
import { GapBand, SectionPlace } from './section-place.tsx';
import { useDrawn } from './use-near.ts';
import { stretchAt, useStretches } from './use-stretches.ts';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  elements: readonly PackElement[];
  added: Builder['added'];
  shown: Builder['shown'];
  work: Builder['work'];
  onAddContent: (sectionId: string) => void;
}

const stretchesAtOnce = 1;
const stretchesInStep = 3;

/**
 * The sections in their order. Of a large pack those near the window stand by themselves, and the others in stretches that
 * the browser neither styles nor lays out until somebody looks for them.
 */
export const SectionList = memo(function SectionList(props: Props) {
  const { ref, elements: newest, added, shown, ...rest } = props;
  const { elements, fresh } = useOrder(newest, added?.untitled ? added.id : null);
  const positionOf = (id: string | null | undefined) => elements.findIndex((section) => section.id === id);
  const placeAt = useDragState(({ place }) => {
    if (place === null) return -1;
    return place.kind === 'gap' ? place.at : positionOf(place.id);
  });
  const { all, stretches } = useStretches(elements, [
    placeAt,
    positionOf(added?.id),
    positionOf(shown?.section),
    fresh?.beside ?? -1,
  ]);
  const count = useDrawn(ref, all.length, { first: stretchesAtOnce, step: stretchesInStep });
  const endsOpen = placeAt === elements.length;
  const addedAs = (id: string) => {
    if (added?.id !== id) return null;
    return added.untitled ? 'untitled' : 'titled';
  };
  const placeOf = (section: PackElement, position: number) => (
    <SectionPlace
      key={section.id}
      section={section}
      position={position}
      isLast={position === newest.length - 1}
      added={addedAs(section.id)}
      shown={shown?.section === section.id ? shown : null}
      stretches={stretches}
      {...rest}
    />
  );
  return (
    <div ref={ref} className={classes.list}>
      {all.slice(0, count).flatMap(({ number, from, sections, isOpen }) => {
        if (!isOpen)
          return [<FarSections key={`far ${number}`} {...{ number, from, sections, stretches }} />];
        const places = sections.map((section, at) => placeOf(section, from + at));
        if (!fresh || stretchAt(fresh.beside) !== number) return places;
        return places.toSpliced(fresh.at - from, 0, placeOf(fresh.section, fresh.at));
      })}
      {endsOpen && <GapBand />}
    </div>
  );
});

interface Order {
  elements: readonly PackElement[];
  /** A section that is not among them yet and waits for its title: where it goes, and beside which of them. */
  fresh: { section: PackElement; at: number; beside: number } | null;
}

/**
 * What the sections hold is shown at once. Where they stand comes after the bar and the line that say what was done, in small
 * steps, so that putting one somewhere else among hundreds holds up nothing. A new one that waits for its title comes at
 * once, because somebody types on, and the others make room for it later.
 */
function useOrder(newest: readonly PackElement[], untitled: string | null): Order {
  const before = useDeferredValue(newest);
  return useMemo(() => {
    const isSame =
      before.length === newest.length && before.every((section, at) => section.id === newest[at]?.id);
    if (isSame) return { elements: newest, fresh: null };
    const known = new Map(newest.map((section) => [section.id, section]));
    const elements = before.map((section) => known.get(section.id) ?? section);
    const at = newest.findIndex(({ id }) => id === untitled);
    const section = newest[at];
    if (!section || elements.some(({ id }) => id === untitled)) return { elements, fresh: null };
    if (elements.length === 0) return { elements: newest, fresh: null };
    return { elements, fresh: { section, at, beside: Math.min(at, elements.length - 1) } };
  }, [newest, before, untitled]);
}
