import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useDragState } from '../drag/drag-area.tsx';
import { DropBand } from '../drag/drop-band.tsx';
import type { Work } from '../state/use-builder.ts';
import { sectionAttributes, sectionTitle } from './section-attributes.ts';
import classes from './section-card.module.css';
import { SectionCard } from './section-card.tsx';
import { useNear } from './use-near.ts';
import type { Stretches } from './use-stretches.ts';

interface Props {
  section: PackElement;
  position: number;
  isLast: boolean;
  /** It was just added, and with or without words of its own. */
  added: 'untitled' | 'titled' | null;
  /** An undo or redo that was about it, another object each time. */
  shown: object | null;
  stretches: Stretches;
  work: Work;
  onAddContent: (sectionId: string) => void;
}

/** The sections of the first screen are there from the beginning. */
const firstScreen = 2;

/**
 * A section that stands by itself. Until it comes near the window it is its title and the room it takes.
 */
export const SectionPlace = memo(function SectionPlace(props: Props) {
  const { section, position, added, shown, stretches } = props;
  const { id } = section;
  const place = useRef<HTMLElement>(null);
  // Each is asked whenever what is carried moves on.
  const { isGap, into, isLifted } = useDragState(
    useShallow(({ place, dragged }) => ({
      isGap: place?.kind === 'gap' && place.at === position,
      into: place?.kind === 'section' && place.id === id ? place.at : null,
      isLifted: dragged?.kind === 'section' && dragged.id === id,
    })),
  );
  const near = useNear(place, position < firstScreen);
  const isNear = near.isNear || added !== null || into !== null || isLifted;
  useEffect(() => {
    if (added !== null || shown !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [added, shown]);
  useLayoutEffect(() => {
    if (near.height !== null) stretches.keepHeight(id, near.height);
  }, [stretches, id, near.height]);
  useLayoutEffect(() => {
    if (!isNear) return;
    stretches.onDrawn(id);
    return () => stretches.onLeft(id);
  }, [stretches, id, isNear]);
  const title = sectionTitle(section);
  return (
    <>
      {isGap && <GapBand />}
      <section
        ref={place}
        className={classes.card}
        {...sectionAttributes(section, position)}
        data-lifted={isLifted || undefined}
        data-target={into !== null || undefined}
        style={isNear ? undefined : { minHeight: near.height ?? stretches.heightOf(section) }}
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
