import { memo, useEffect, useRef } from 'react';
import type { SearchHit } from '#services.ts';
import { FileTypeTag } from '#ui/file-type-tag.tsx';
import { Picture } from '#ui/picture.tsx';
import { Highlighted } from './highlighted.tsx';
import classes from './search-dialog.module.css';
import { texts } from './texts.ts';

interface Props {
  id: string;
  hit: SearchHit;
  /** Among all results, those that are not drawn too; from 1. */
  position: number;
  count: number;
  isChosen: boolean;
  onOpen: (hit: SearchHit) => void;
}

/** One result: what it is, where it is, and why it was found. The field above keeps the focus. */
export const SearchRow = memo(function SearchRow({ id, hit, position, count, isChosen, onOpen }: Props) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const isFilm = hit.fileTypeLabel === 'MP4' || hit.fileTypeLabel === 'Hosted video';
  const place = hit.kind === 'file' ? texts.inBundle(hit.bundleTitle) : texts.kinds[hit.kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field that keeps the focus hears the keys.
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-posinset={position}
      aria-setsize={count}
      tabIndex={-1}
      className={classes.row}
      onClick={() => onOpen(hit)}
    >
      <Picture src={hit.thumbnailUrl} className={classes.picture} kind={isFilm ? 'video' : 'document'} />
      <span className={classes.words}>
        <span className={classes.title} dir="auto">
          <Highlighted text={hit.title} matches={hit.matches} />
        </span>
        <span className={classes.place}>
          {place}
          {hit.snippet && (
            <>
              {' · '}
              <bdi>
                <Highlighted text={hit.snippet} matches={hit.matches} />
              </bdi>
            </>
          )}
        </span>
      </span>
      {hit.fileTypeLabel && <FileTypeTag label={hit.fileTypeLabel} />}
    </div>
  );
});
