import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, memo, type RefObject, useMemo, useRef } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { useGrowing } from '#ui/use-growing.ts';
import { texts } from '../../texts.ts';
import { useDragState } from '../drag/drag-area.tsx';
import { Grip } from '../drag/grip.tsx';
import type { Dragged } from '../drag/places.ts';
import { GapBand } from '../sections/section-place.tsx';
import { useNear } from '../sections/use-near.ts';
import { sectionName } from '../state/add-medias.ts';
import classes from './organise-dialog.module.css';

type Move = (from: number, to: number) => void;

interface Props {
  ref: RefObject<HTMLOListElement | null>;
  elements: readonly PackElement[];
  onMove: Move;
}

const firstRows = 12;
const rowsInFrame = 20;

export function OrganiseList({ ref, elements, onMove }: Props) {
  const count = useGrowing(elements.length, firstRows, rowsInFrame);
  return (
    <ol ref={ref} className={classes.list}>
      {elements.slice(0, count).map((section, position) => (
        <Fragment key={section.id}>
          <Gap at={position} />
          <Row
            id={section.id}
            name={sectionName(section) || texts.builder.unknown}
            position={position}
            isLast={position === elements.length - 1}
            onMove={onMove}
          />
        </Fragment>
      ))}
      <Gap at={elements.length} />
    </ol>
  );
}

function Gap({ at }: { at: number }) {
  const isHere = useDragState(({ place }) => place?.kind === 'gap' && place.at === at);
  return (
    isHere && (
      <li>
        <GapBand />
      </li>
    )
  );
}

interface RowProps {
  id: string;
  name: string;
  position: number;
  isLast: boolean;
  onMove: Move;
}

const Row = memo(function Row({ id, name, position, isLast, onMove }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  const isLifted = useDragState(({ dragged }) => dragged?.kind === 'section' && dragged.id === id);
  const isNear = useNear(row, position < firstRows).isNear || isLifted;
  const dragged = useMemo<Dragged>(() => ({ kind: 'section', id, title: name }), [id, name]);
  return (
    <li
      ref={row}
      className={classes.row}
      data-section={id}
      data-position={position}
      data-lifted={isLifted || undefined}
      onKeyDown={(event) => {
        // Lifted, the arrows are the drag's.
        if (isLifted || !(event.target as Element).matches('[data-grip]')) return;
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        onMove(position, position + step);
      }}
    >
      {isNear && <Grip id={`row:${id}`} dragged={dragged} />}
      <span className={classes.name}>{name}</span>
      {isNear && (
        <>
          <IconButton
            disabled={position === 0}
            aria-label={`${texts.builder.moveUp}: ${name}`}
            onClick={() => onMove(position, position - 1)}
          >
            <IconArrowUp size={20} stroke={1.75} aria-hidden />
          </IconButton>
          <IconButton
            disabled={isLast}
            aria-label={`${texts.builder.moveDown}: ${name}`}
            onClick={() => onMove(position, position + 1)}
          >
            <IconArrowDown size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  );
});
