import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { memo, type RefObject } from 'react';
import { useGrowing } from '#ui/use-growing.ts';
import { useDragState } from './drag/drag-area.tsx';
import classes from './pack-builder.module.css';
import { GapBand, SectionPlace } from './section-place.tsx';
import type { Builder } from './use-builder.ts';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  elements: readonly PackElement[];
  added: Builder['added'];
  shown: Builder['shown'];
  work: Builder['work'];
  onAddContent: (sectionId: string) => void;
}

const firstSections = 4;
const sectionsInFrame = 12;

/**
 * So many at a time are looked at when the list grows: of thousands, those that are there are left alone. A section that
 * moves from one group into another is drawn anew, so that a group is larger than nearly every pack.
 */
const sectionsInGroup = 500;

/** The sections in their order. */
export const SectionList = memo(function SectionList(props: Props) {
  const { ref, elements, added, shown, work, onAddContent } = props;
  const count = useGrowing(elements.length, firstSections, sectionsInFrame);
  const endsOpen = useDragState(({ place }) => place?.kind === 'gap' && place.at === elements.length);
  const groups = Array.from({ length: Math.ceil(count / sectionsInGroup) }, (_, at) => at * sectionsInGroup);
  return (
    <div ref={ref} className={classes.list}>
      {groups.map((from) => (
        <SectionGroup
          key={from}
          elements={elements}
          from={from}
          to={Math.min(from + sectionsInGroup, count)}
          {...{ added, shown, work, onAddContent }}
        />
      ))}
      {endsOpen && <GapBand />}
    </div>
  );
});

interface GroupProps extends Pick<Builder, 'added' | 'shown' | 'work'>, Pick<Props, 'onAddContent'> {
  elements: readonly PackElement[];
  /** Positions; up to but without `to`. */
  from: number;
  to: number;
}

const SectionGroup = memo(function SectionGroup({ elements, from, to, added, shown, ...rest }: GroupProps) {
  const addedAs = (id: string) => {
    if (added?.id !== id) return null;
    return added.untitled ? 'untitled' : 'titled';
  };
  return elements
    .slice(from, to)
    .map((section, at) => (
      <SectionPlace
        key={section.id}
        section={section}
        position={from + at}
        isLast={from + at === elements.length - 1}
        added={addedAs(section.id)}
        shown={shown?.section === section.id ? shown : null}
        {...rest}
      />
    ));
});
