import { Button } from '@mantine/core';
import { summarise } from '@satchel/core/html/plain-text.ts';
import { memo } from 'react';
import type { MediaView } from '#services.ts';
import { FileTypeTag } from '#ui/file-type-tag.tsx';
import { Picture } from '#ui/picture.tsx';
import { useGrowing } from '#ui/use-growing.ts';
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

const cardsAtOnce = 4;
const cardsInFrame = 2;

/** Cards with picture, name, three lines of description, the other visible columns and 'Open' (DOC-09). */
export function FileGrid({ table, ...shared }: Props) {
  const { rows } = table.getRowModel();
  return <Cards key={`${rows[0]?.id} ${rows.length}`} rows={rows} {...shared} />;
}

type CardsProps = Omit<Props, 'table'> & { rows: readonly { id: string; original: MediaView }[] };

/** A hundred cards at once would hold up a slow tablet. */
function Cards({ rows, ...shared }: CardsProps) {
  const shown = useGrowing(rows.length, cardsAtOnce, cardsInFrame);
  return (
    <ul className={classes.grid}>
      {rows.slice(0, shown).map(({ id, original }) => (
        <FileCard key={id} file={original} {...shared} />
      ))}
    </ul>
  );
}

const FileCard = memo(function FileCard({
  file,
  columns,
  onOpen,
  onRead,
}: Omit<CardsProps, 'rows'> & { file: MediaView }) {
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
