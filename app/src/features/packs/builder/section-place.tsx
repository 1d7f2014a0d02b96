import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { memo, useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { texts } from '../texts.ts';
import { useDragState } from './drag/drag-area.tsx';
import { DropBand } from './drag/drop-band.tsx';
import classes from './section-card.module.css';
import { SectionCard } from './section-card.tsx';
import { sectionHeight } from './section-height.ts';
import type { Work } from './use-builder.ts';
import { useNear } from './use-near.ts';

interface Props {
  section: PackElement;
  position: number;
  isLast: boolean;
  /** It was just added, and with or without words of its own. */
  added: 'untitled' | 'titled' | null;
  /** An undo or redo that was about it, another object each time. */
  shown: object | null;
  work: Work;
  onAddContent: (sectionId: string) => void;
}

/** The sections of the first screen are there from the beginning. */
const firstScreen = 2;

/**
 * A section where it stands in the pack. Far from the window it is its title and the room it takes, so that a pack of
 * hundreds of sections costs what can be seen of it.
 */
export const SectionPlace = memo(function SectionPlace(props: Props) {
  const { section, position, added, shown } = props;
  const place = useRef<HTMLElement>(null);
  // There may be hundreds, and each is asked whenever what is carried moves on.
  const { isGap, into, isLifted } = useDragState(
    useShallow(({ place, dragged }) => ({
      isGap: place?.kind === 'gap' && place.at === position,
      into: place?.kind === 'section' && place.id === section.id ? place.at : null,
      isLifted: dragged?.kind === 'section' && dragged.id === section.id,
    })),
  );
  const near = useNear(place, position < firstScreen);
  const isNear = near.isNear || added !== null || into !== null || isLifted;
  useEffect(() => {
    if (added !== null || shown !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [added, shown]);
  const title = section.type === 'unknown' ? texts.builder.unknown : section.title;
  return (
    <>
      {isGap && <GapBand />}
      <section
        ref={place}
        className={classes.card}
        aria-label={title}
        data-section={section.id}
        data-lifted={isLifted || undefined}
        data-target={into !== null || undefined}
        {...(section.type === 'medias' && {
          'data-takes-files': '',
          'data-files': section.data.medias.length,
        })}
        style={isNear ? undefined : { minHeight: near.height ?? sectionHeight(section) }}
      >
        {isNear ? (
          <SectionCard {...props} title={title} dropAt={into} />
        ) : (
          <h2 className={classes.farTitle}>{title}</h2>
        )}
      </section>
    </>
  );
});

/** The open place between two sections. The keyboard takes the page along. */
export function GapBand() {
  const title = useDragState(({ dragged }) => dragged?.title ?? '');
  const isByKeyboard = useDragState((state) => state.isByKeyboard);
  const band = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isByKeyboard) band.current?.scrollIntoView({ block: 'center' });
  }, [isByKeyboard]);
  return (
    <div ref={band} className={classes.gap}>
      <DropBand title={title} shape="row" />
    </div>
  );
}
