import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { MediaView } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { pictureKind } from './file-address.ts';
import { cellText } from './file-columns.tsx';
import { FileLink } from './file-link.tsx';
import classes from './file-table-view.module.css';
import { ReadHere } from './read-here.tsx';
import { texts } from './texts.ts';
import type { FileTable } from './use-file-table.tsx';
import type { ColumnName } from './view-preferences.ts';

interface Props {
  table: FileTable;
  /** Name of the table for screen readers. */
  label: string;
  onOpen: (file: MediaView, how: 'viewer' | 'address') => void;
  onRead: (file: MediaView) => void;
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const;

/** Ten rows of 48 px; the whole row opens its file (DOC-10). */
export function FileTableView({ table, label, onOpen, onRead }: Props) {
  const headers = table.getHeaderGroups().flatMap((group) => group.headers);
  return (
    // The frame scrolls sideways on its own, so it takes the focus of the keyboard too.
    <section className={classes.frame} aria-label={label} tabIndex={headers.length > 6 ? 0 : undefined}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.previewHead}>
              <Spoken>{texts.preview}</Spoken>
            </th>
            {headers.map(({ column }) => {
              const sorted = column.getIsSorted();
              const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown;
              return (
                <th
                  key={column.id}
                  scope="col"
                  data-column={column.id}
                  aria-sort={sorted ? sortWords[sorted] : undefined}
                >
                  <button
                    type="button"
                    className={classes.head}
                    data-sorted={sorted || undefined}
                    onClick={() => column.toggleSorting()}
                  >
                    {texts.column[column.id as ColumnName]}
                    {sorted && <Arrow size={16} stroke={1.75} aria-hidden />}
                  </button>
                </th>
              );
            })}
            <th scope="col" className={classes.readHead}>
              <Spoken>{texts.readHere}</Spoken>
            </th>
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-tour="file" className={classes.row}>
              <td>
                <Picture
                  src={row.original.thumbnailUrl}
                  className={classes.preview}
                  kind={pictureKind(row.original)}
                />
              </td>
              {row.getVisibleCells().map((cell) => {
                const name = cell.column.id as ColumnName;
                if (name === 'name')
                  return (
                    <th key={cell.id} scope="row" data-column="name">
                      <FileLink file={row.original} className={classes.name} onOpen={onOpen}>
                        {row.original.name}
                      </FileLink>
                    </th>
                  );
                return (
                  <td key={cell.id} data-column={name}>
                    {name === 'type' ? <table.FlexRender cell={cell} /> : cellText[name](row.original)}
                  </td>
                );
              })}
              <td className={classes.read}>
                <ReadHere file={row.original} onRead={onRead} isCompact />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
