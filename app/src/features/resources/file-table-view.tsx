import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, useCallback, useMemo, useRef } from 'react';
import type { MediaView } from '#services.ts';
import { FileTypeTag } from '#ui/file-type-tag.tsx';
import { Picture } from '#ui/picture.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { useGrowing } from '#ui/use-growing.ts';
import { useRowsInSight } from '#ui/use-rows-in-sight.ts';
import { columnWidth, leastWidth } from './column-widths.ts';
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

/** px */
const rowHeight = 48;
const rowsAtOnce = 6;
const rowsInFrame = 4;

const sortWords = { asc: 'ascending', desc: 'descending' } as const;

/** Rows of 48 px, of which those in sight are on the page; the whole row opens its file (DOC-10). */
export function FileTableView({ table, label, onOpen, onRead }: Props) {
  const { rows } = table.getRowModel();
  const headers = table.getHeaderGroups().flatMap((group) => group.headers);
  const shown = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join(' ');
  const columns = useMemo(() => shown.split(' ') as ColumnName[], [shown]);
  return (
    // The frame scrolls sideways on its own, so it takes the focus of the keyboard too.
    <section className={classes.frame} aria-label={label} tabIndex={headers.length > 6 ? 0 : undefined}>
      <table
        className={classes.table}
        style={{ minWidth: leastWidth(columns) }}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
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
                  style={{ width: columnWidth(column.id as ColumnName) }}
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
        <FileRows key={pageKey(rows)} rows={rows} columns={columns} onOpen={onOpen} onRead={onRead} />
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
const FileRows = memo(function FileRows({ rows, ...shared }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const keyOf = useCallback((at: number) => rows[at]?.id ?? String(at), [rows]);
  const { first, end, before, after } = useRowsInSight(body, {
    items: rows.length,
    perRow: 1,
    keyOf,
    rowHeight,
    gap: 0,
  });
  const grown = useGrowing(end - first, rowsAtOnce, rowsInFrame);
  return (
    <tbody ref={body}>
      <Room height={before} />
      {rows.slice(first, first + grown).map(({ id, original }, at) => (
        <FileRow key={id} place={first + at + 2} file={original} {...shared} />
      ))}
      <Room height={after} />
    </tbody>
  );
});

/** Of rows that are left out. */
const Room = ({ height }: { height: number }) =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row takes no focus.
    <tr data-room aria-hidden="true">
      <td className={classes.room} style={{ height }} />
    </tr>
  );

const FileRow = memo(function FileRow({
  file,
  place,
  columns,
  onOpen,
  onRead,
}: Omit<RowsProps, 'rows'> & { file: MediaView; place: number }) {
  return (
    <tr data-tour="file" className={classes.row} aria-rowindex={place}>
      <td>
        <Picture src={file.thumbnailUrl} className={classes.preview} kind={pictureKind(file)} />
      </td>
      {columns.map((name) =>
        name === 'name' ? (
          <th key={name} scope="row" dir="auto" data-column="name">
            <FileLink file={file} className={classes.name} onOpen={onOpen}>
              {file.name}
            </FileLink>
          </th>
        ) : (
          <td key={name} dir="auto" data-column={name}>
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
