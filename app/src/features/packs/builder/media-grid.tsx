import { moveMedia, removeMedia, renameMedia } from '@satchel/core/pack/edit-pack.ts';
import type { MediasElement } from '@satchel/core/pack/pack-data.ts';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { MediaView } from '#services.ts';
import { texts } from '../texts.ts';
import classes from './media-grid.module.css';
import { MediaTile } from './media-tile.tsx';
import type { Builder } from './use-builder.ts';

interface Props {
  section: MediasElement;
  builder: Builder;
  medias: ReadonlyMap<string, MediaView>;
  onAdd: () => void;
}

/** The files of a section, five to a row, and the open place after them. */
export function MediaGrid({ section, builder, medias, onAdd }: Props) {
  const { draft, change } = builder;
  const shown = section.data.medias.map(({ data }) => data.media);
  const grid = useRef<HTMLUListElement>(null);
  const [movedId, setMovedId] = useState<string | null>(null);
  useEffect(() => {
    if (movedId === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(movedId)}"]`)?.focus();
    setMovedId(null);
  }, [movedId]);

  const move = (from: number, to: number) => {
    const media = shown[from];
    if (!media || to < 0 || to >= shown.length) return;
    change(moveMedia(draft.contents, section.id, from, to), {
      text: texts.builder.moved(media.name, to + 1, shown.length),
      undo: draft.contents,
    });
    setMovedId(media.id);
  };
  return (
    <ul ref={grid} className={classes.grid}>
      {shown.map((media, position) => (
        <MediaTile
          key={media.id}
          media={media}
          known={medias.get(media.id)}
          isFirst={position === 0}
          isLast={position === shown.length - 1}
          onMove={(step) => move(position, position + step)}
          onRename={(name) => change(renameMedia(draft.contents, section.id, media.id, name))}
          onRemove={() =>
            change(removeMedia(draft.contents, section.id, media.id), {
              text: texts.builder.removed(media.name),
              undo: draft.contents,
            })
          }
        />
      ))}
      <li>
        <button
          type="button"
          className={classes.add}
          aria-label={texts.builder.addTo(section.title)}
          onClick={onAdd}
        >
          <IconPlus size={22} stroke={1.75} aria-hidden />
          {texts.builder.add}
        </button>
      </li>
    </ul>
  );
}
