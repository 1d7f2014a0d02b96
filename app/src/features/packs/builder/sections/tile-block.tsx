import { moveMedia } from '@satchel/core/pack/edit-pack.ts';
import type { MediaElement } from '@satchel/core/pack/pack-data.ts';
import { IconPlus } from '@tabler/icons-react';
import { Fragment, memo, useCallback, useEffect, useRef } from 'react';
import { texts } from '../../texts.ts';
import { useDragState } from '../drag/drag-area.tsx';
import { DropBand } from '../drag/drop-band.tsx';
import type { Work } from '../state/use-builder.ts';
import classes from './media-grid.module.css';
import { MediaTile } from './media-tile.tsx';
import { useDrawn, useNear } from './use-near.ts';

interface Props {
  elements: readonly MediaElement[];
  /** Position of the first of them in the section. */
  start: number;
  /** Files in the whole section. */
  count: number;
  sectionId: string;
  title: string;
  work: Work;
  /** Position of the open place, when it is in this block. */
  dropAt: number | null;
  onMoved: (mediaId: string) => void;
  /** Only of the last block. */
  onAddContent: ((sectionId: string) => void) | null;
}

const tilesInRow = 5;
const tilesInStep = 2;
const rowHeight = 176;

/** A stretch of a section's files; far from the window only the room it takes. */
export const TileBlock = memo(function TileBlock(props: Props) {
  const { elements, start, count, sectionId, title, work, dropAt, onMoved, onAddContent } = props;
  const block = useRef<HTMLUListElement>(null);
  const isNear = useNear(block, start === 0).isNear || dropAt !== null;
  const onMove = useCallback(
    (mediaId: string, name: string, from: number, to: number) => {
      if (to < 0 || to >= count) return;
      work.actions.change((contents) => moveMedia(contents, sectionId, from, to), {
        said: texts.builder.moved(name, to + 1, count),
        isSaid: true,
        section: sectionId,
      });
      onMoved(mediaId);
    },
    [work, sectionId, count, onMoved],
  );
  const drawn = useDrawn(block, isNear ? elements.length : 0, { step: tilesInStep, of: isNear });
  const height = rowHeight * Math.ceil(elements.length / tilesInRow);
  return (
    <ul
      ref={block}
      className={classes.grid}
      style={isNear && drawn === elements.length ? undefined : { minHeight: height }}
    >
      {isNear &&
        elements.slice(0, drawn).map(({ data: { media } }, offset) => (
          <Fragment key={media.id}>
            {dropAt === start + offset && <OpenTile />}
            <MediaTile
              media={media}
              index={start + offset}
              isLast={start + offset === count - 1}
              sectionId={sectionId}
              work={work}
              onMove={onMove}
            />
          </Fragment>
        ))}
      {dropAt === start + elements.length && <OpenTile />}
      {onAddContent && (
        <li>
          <button
            type="button"
            className={classes.add}
            data-add-file
            aria-label={texts.builder.addTo(title)}
            onClick={() => onAddContent(sectionId)}
          >
            <IconPlus size={22} stroke={1.75} aria-hidden />
            {texts.builder.add}
          </button>
        </li>
      )}
    </ul>
  );
});

/** The open place among files. The keyboard takes the page along. */
function OpenTile() {
  const title = useDragState(({ dragged }) => dragged?.title ?? '');
  const isByKeyboard = useDragState((state) => state.isByKeyboard);
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isByKeyboard) place.current?.scrollIntoView({ block: 'center' });
  }, [isByKeyboard]);
  return (
    <li ref={place} className={classes.open}>
      <DropBand title={title} shape="tile" />
    </li>
  );
}
