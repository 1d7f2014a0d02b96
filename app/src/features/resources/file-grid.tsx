import { Button } from '@mantine/core';
import { summarise } from '@satchel/core/html/plain-text.ts';
import type { MediaView } from '#services.ts';
import { FileTypeTag } from '#ui/file-type-tag.tsx';
import { Picture } from '#ui/picture.tsx';
import { openingOf, pictureKind } from './file-address.ts';
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

/** Cards with picture, name, three lines of description, the other visible columns and 'Open' (DOC-09). */
export const FileGrid = ({ table, columns, onOpen, onRead }: Props) => (
  <ul className={classes.grid}>
    {table.getRowModel().rows.map(({ original }) => (
      <li key={original.id} data-tour="file" className={classes.card}>
        <Picture src={original.thumbnailUrl} className={classes.picture} kind={pictureKind(original)} />
        <div className={classes.text}>
          <h2 className={classes.name}>{original.name}</h2>
          {columns.includes('description') && original.description && (
            <p className={classes.description}>{summarise(original.description)}</p>
          )}
          <dl className={classes.values}>
            {columns
              .filter((name) => name !== 'description')
              .map((name) => (
                <div key={name}>
                  <dt>{texts.column[name]}</dt>
                  <dd>
                    {name === 'type' ? (
                      <FileTypeTag label={original.fileTypeLabel} />
                    ) : (
                      cellText[name](original) || '–'
                    )}
                  </dd>
                </div>
              ))}
          </dl>
          <div className={classes.ways}>
            <ReadHere file={original} onRead={onRead} />
            <OpenButton file={original} onOpen={onOpen} />
          </div>
        </div>
      </li>
    ))}
  </ul>
);

function OpenButton({ file, onOpen }: { file: MediaView; onOpen: Props['onOpen'] }) {
  const opening = openingOf(file);
  const look = {
    variant: 'light',
    'aria-label': texts.openNamed(file.name),
  } as const;
  if (opening.how === 'address')
    return (
      <Button
        {...look}
        component="a"
        href={opening.url}
        target="_blank"
        rel="noreferrer"
        onClick={() => onOpen(file, 'address')}
      >
        {texts.open}
      </Button>
    );
  return (
    <Button {...look} disabled={opening.how === 'none'} onClick={() => onOpen(file, 'viewer')}>
      {texts.open}
    </Button>
  );
}
