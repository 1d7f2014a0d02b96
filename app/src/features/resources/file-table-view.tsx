import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import type { MediaView } from '#services.ts';
import { FileTypeTag } from '#ui/file-type-tag.tsx';
import { Picture } from '#ui/picture.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { useGrowing } from '#ui/use-growing.ts';
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

const rowsAtOnce = 6;
const rowsInFrame = 4;

const sortWords = { asc: 'ascending', desc: 'descending' } as const;

/** Ten rows of 48 px; the whole row opens its file (DOC-10). */
export function FileTableView({ table, label, onOpen, onRead }: Props) {
  const { rows } = table.getRowModel();
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
          <FileRows
            key={pageKey(rows)}
            rows={rows}
            columns={table.getVisibleLeafColumns().map(({ id }) => id as ColumnName)}
            onOpen={onOpen}
            onRead={onRead}
          />
        </tbody>
      </table>
    </section>
  );
}

/** Of another page all rows are others, and grow anew. */
const pageKey = (rows: readonly { id: string }[]) => `${rows[0]?.id} ${rows.length}`;

interface RowsProps extends Pick<Props, 'onOpen' | 'onRead'> {
  rows: readonly { id: string; original: MediaView }[];
  columns: readonly ColumnName[];
}

/** A hundred rows at once would hold up a slow tablet. */
function FileRows({ rows, ...shared }: RowsProps) {
  const shown = useGrowing(rows.length, rowsAtOnce, rowsInFrame);
  return rows.slice(0, shown).map(({ id, original }) => <FileRow key={id} file={original} {...shared} />);
}

const FileRow = memo(function FileRow({
  file,
  columns,
  onOpen,
  onRead,
}: Omit<RowsProps, 'rows'> & { file: MediaView }) {
  return (
    <tr data-tour="file" className={classes.row}>
      <td>
        <Picture src={file.thumbnailUrl} className={classes.preview} kind={pictureKind(file)} />
      </td>
      {columns.map((name) =>
        name === 'name' ? (
          <th key={name} scope="row" data-column="name">
            <FileLink file={file} className={classes.name} onOpen={onOpen}>
              {file.name}
            </FileLink>
          </th>
        ) : (
          <td key={name} data-column={name}>
            {name === 'type' ? <FileTypeTag label={file.fileTypeLabel} /> : cellText[name](file)}
          </td>
        ),
      )}
      <td className={classes.read}>
        <ReadHere file={file} onRead={onRead} isCompact />
      </td>
    </tr>
  );
});
