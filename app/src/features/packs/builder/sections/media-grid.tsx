import type { MediaElement, MediasElement } from '@satchel/core/pack/pack-data.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { sectionName } from '../state/add-medias.ts';
import type { Work } from '../state/use-builder.ts';
import classes from './media-grid.module.css';
import { TileBlock } from './tile-block.tsx';

interface Props {
  section: MediasElement;
  work: Work;
  /** Where the open place is while something is carried over the section. */
  dropAt: number | null;
  onAddContent: (sectionId: string) => void;
}

// Whole rows with one to six tiles in each, so that blocks below each other look like one grid.
const inBlock = 60;

const blocksOf = (elements: readonly MediaElement[]) =>
  Array.from({ length: Math.max(1, Math.ceil(elements.length / inBlock)) }, (_, at) =>
    elements.slice(at * inBlock, (at + 1) * inBlock),
  );

/** The files of a section, five to a row, in blocks of which only those near the window are drawn. */
export function MediaGrid({ section, work, dropAt, onAddContent }: Props) {
  const { id } = section;
  const all = section.data.medias;
  const blocks = useMemo(() => blocksOf(all), [all]);
  const grid = useRef<HTMLDivElement>(null);
  const [movedId, setMovedId] = useState<string | null>(null);
  useEffect(() => {
    if (movedId === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(movedId)}"]`)?.focus();
    setMovedId(null);
  }, [movedId]);
  const openBlock = dropAt === null ? null : Math.min(Math.floor(dropAt / inBlock), blocks.length - 1);
  return (
    <div ref={grid} className={classes.blocks}>
      {blocks.map((elements, block) => (
        <TileBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is a stretch of the list, whatever stands in it
          key={block}
          elements={elements}
          start={block * inBlock}
          count={all.length}
          sectionId={id}
          title={sectionName(section)}
          work={work}
          dropAt={openBlock === block ? dropAt : null}
          onMoved={setMovedId}
          onAddContent={block === blocks.length - 1 ? onAddContent : null}
        />
      ))}
    </div>
  );
}
