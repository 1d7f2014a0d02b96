import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { memo, type RefObject, useDeferredValue, useMemo } from 'react';
import { useGrowing } from '#ui/use-growing.ts';
import { useDragState } from './drag/drag-area.tsx';
import { FarSections } from './far-sections.tsx';
import classes from './pack-builder.module.css';
import { GapBand, SectionPlace } from './section-place.tsx';
import type { Builder } from './use-builder.ts';
import { useStretches } from './use-stretches.ts';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  elements: readonly PackElement[];
  added: Builder['added'];
  shown: Builder['shown'];
  work: Builder['work'];
  onAddContent: (sectionId: string) => void;
}

const stretchesAtOnce = 1;
const stretchesInFrame = 3;

/**
 * The sections in their order. Of a large pack those near the window stand by themselves, and the others in stretches that
 * the browser neither styles nor lays out until somebody looks for them.
 */
export const SectionList = memo(function SectionList(props: Props) {
  const { ref, elements: newest, added, shown, ...rest } = props;
  const elements = useOrder(newest);
  const positionOf = (id: string | null | undefined) => elements.findIndex((section) => section.id === id);
  const placeAt = useDragState(({ place }) => {
    if (place === null) return -1;
    return place.kind === 'gap' ? place.at : positionOf(place.id);
  });
  const { all, stretches } = useStretches(elements, [
    placeAt,
    positionOf(added?.id),
    positionOf(shown?.section),
  ]);
  const count = useGrowing(all.length, stretchesAtOnce, stretchesInFrame);
  const endsOpen = placeAt === elements.length;
  const addedAs = (id: string) => {
    if (added?.id !== id) return null;
    return added.untitled ? 'untitled' : 'titled';
  };
  return (
    <div ref={ref} className={classes.list}>
      {all
        .slice(0, count)
        .flatMap(({ number, from, sections, isOpen }) =>
          isOpen
            ? sections.map((section, at) => (
                <SectionPlace
                  key={section.id}
                  section={section}
                  position={from + at}
                  isLast={from + at === elements.length - 1}
                  added={addedAs(section.id)}
                  shown={shown?.section === section.id ? shown : null}
                  stretches={stretches}
                  {...rest}
                />
              ))
            : [<FarSections key={`far ${number}`} {...{ number, from, sections, stretches }} />],
        )}
      {endsOpen && <GapBand />}
    </div>
  );
});

/**
 * What the sections hold is shown at once. Where they stand comes after the bar and the line that say what was done, in small
 * steps, so that putting one somewhere else among hundreds holds up nothing.
 */
function useOrder(newest: readonly PackElement[]): readonly PackElement[] {
  const before = useDeferredValue(newest);
  return useMemo(() => {
    const isSame =
      before.length === newest.length && before.every((section, at) => section.id === newest[at]?.id);
    if (isSame) return newest;
    const known = new Map(newest.map((section) => [section.id, section]));
    return before.map((section) => known.get(section.id) ?? section);
  }, [newest, before]);
}
