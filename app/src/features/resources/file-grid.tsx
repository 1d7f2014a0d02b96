import { summarise } from '@satchel/core/html/plain-text.ts';
import { memo } from 'react';
import type { MediaView } from '#services.ts';
import { FileTypeTag } from '#ui/file-type-tag.tsx';
import { Picture } from '#ui/picture.tsx';
import { TileList } from '#ui/tile-list.tsx';
import { openingOf, pictureKind } from './file-address.ts';
import buttons from './file-buttons.module.css';
import { cellText } from './file-columns.tsx';
import classes from './file-grid.module.css';
import { ReadHere } from './read-here.tsx';
import { texts } from './texts.ts';
import type { FileTable } from './use-file-table.tsx';
import type { OptionalColumn } from './view-preferences.ts';

interface Props {
  table: FileTable;
  columns: readonly OptionalColumn[];
  onOpen: (file: MediaView, how: 'viewer' | 'address') => void;
  onRead: (file: MediaView) => void;
}

/** px */
const cardHeight = 380;

/** Cards with picture, name, three lines of description, the other visible columns and 'Open' (DOC-09). */
export function FileGrid({ table, ...shared }: Props) {
  const { rows } = table.getRowModel();
  return (
    <TileList
      key={`${rows[0]?.id} ${rows.length}`}
      tiles={rows}
      className={classes.grid}
      height={cardHeight}
      isList
    >
      {({ id, original }) => <FileCard key={id} file={original} {...shared} />}
    </TileList>
  );
}

const FileCard = memo(function FileCard({
  file,
  columns,
  onOpen,
  onRead,
}: Omit<Props, 'table'> & { file: MediaView }) {
  return (
    <li data-tour="file" className={classes.card}>
      <Picture src={file.thumbnailUrl} className={classes.picture} kind={pictureKind(file)} />
      <div className={classes.text}>
        <h2 className={classes.name}>{file.name}</h2>
        {columns.includes('description') && file.description && (
          <p className={classes.description}>{summarise(file.description)}</p>
        )}
        <dl className={classes.values}>
          {columns
            .filter((name) => name !== 'description')
            .map((name) => (
              <div key={name}>
                <dt>{texts.column[name]}</dt>
                <dd>
                  {name === 'type' ? <FileTypeTag label={file.fileTypeLabel} /> : cellText[name](file) || '–'}
                </dd>
              </div>
            ))}
        </dl>
        <div className={classes.ways}>
          <ReadHere file={file} onRead={onRead} />
          <OpenButton file={file} onOpen={onOpen} />
        </div>
      </div>
    </li>
  );
});

function OpenButton({ file, onOpen }: { file: MediaView; onOpen: Props['onOpen'] }) {
  const opening = openingOf(file);
  const look = {
    className: `satchel-press ${buttons.open}`,
    'aria-label': texts.openNamed(file.name),
  };
  if (opening.how === 'address')
    return (
      <a
        {...look}
        href={opening.url}
        target="_blank"
        rel="noreferrer"
        onClick={() => onOpen(file, 'address')}
      >
        {texts.open}
      </a>
    );
  return (
    <button {...look} type="button" disabled={opening.how === 'none'} onClick={() => onOpen(file, 'viewer')}>
      {texts.open}
    </button>
  );
}
