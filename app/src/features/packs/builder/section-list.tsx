import type { RefObject } from 'react';
import type { MediaView } from '#services.ts';
import { useDragState } from './drag/drag-area.tsx';
import classes from './pack-builder.module.css';
import { GapBand, SectionPlace } from './section-place.tsx';
import type { Builder } from './use-builder.ts';
import { useGrowing } from './use-growing.ts';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  builder: Pick<Builder, 'draft' | 'added' | 'shown' | 'work'>;
  medias: ReadonlyMap<string, MediaView>;
  onAddContent: (sectionId: string) => void;
}

const firstSections = 12;
const sectionsInFrame = 30;

/** The sections in their order. */
export function SectionList({ ref, builder: { draft, added, shown, work }, medias, onAddContent }: Props) {
  const { elements } = draft.contents;
  const count = useGrowing(elements.length, firstSections, sectionsInFrame);
  const endsOpen = useDragState(({ place }) => place?.kind === 'gap' && place.at === elements.length);
  const addedAs = (id: string) => {
    if (added?.id !== id) return null;
    return added.untitled ? 'untitled' : 'titled';
  };
  return (
    <div ref={ref} className={classes.list}>
      {elements.slice(0, count).map((section, position) => (
        <SectionPlace
          key={section.id}
          section={section}
          position={position}
          isLast={position === elements.length - 1}
          added={addedAs(section.id)}
          shown={shown?.section === section.id ? shown : null}
          work={work}
          medias={medias}
          onAddContent={onAddContent}
        />
      ))}
      {endsOpen && <GapBand />}
    </div>
  );
}
