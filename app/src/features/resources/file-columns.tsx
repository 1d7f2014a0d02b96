import { formatDate } from '@satchel/core/format/dates.ts';
import { formatFileSize } from '@satchel/core/format/file-size.ts';
import {
  columnVisibilityFeature,
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
} from '@tanstack/react-table';
import type { MediaView } from '#services.ts';
import { FileTypeTag } from '#ui/file-type-tag.tsx';
import { texts } from './texts.ts';
import type { ColumnName } from './view-preferences.ts';

export const fileTableFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: { basic: sortFn_basic, text: sortFn_text },
});

const column = createColumnHelper<typeof fileTableFeatures, MediaView>();

const byText = { sortFn: 'text' } as const;
// What is missing comes last in either direction.
const byNumber = { sortFn: 'basic', sortUndefined: 'last', sortDescFirst: true } as const;

/** What stands in a cell or on a card; a dash for what is missing (DOC-16). */
export const cellText: Record<Exclude<ColumnName, 'type'>, (file: MediaView) => string> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  description: ({ description }) => description,
  changed: ({ changed }) => formatDate(changed),
  size: ({ size }) => formatFileSize(size),
  printSize: ({ printSize }) => printSize || '–',
  keywords: ({ keywords }) => keywords.join(', '),
};

/** One line per column in the order of the table (DOC-07). */
export const fileColumns = column.columns([
  column.accessor('name', { header: texts.column.name, ...byText }),
  column.accessor('description', { header: texts.column.description, ...byText }),
  column.accessor(({ changed }) => changed ?? undefined, {
    id: 'changed',
    header: texts.column.changed,
    ...byNumber,
  }),
  column.accessor('fileTypeLabel', {
    id: 'type',
    header: texts.column.type,
    cell: ({ getValue }) => <FileTypeTag label={getValue()} />,
    ...byText,
  }),
  column.accessor(({ size }) => size ?? undefined, { id: 'size', header: texts.column.size, ...byNumber }),
  column.accessor(({ printSize }) => printSize ?? undefined, {
    id: 'printSize',
    header: texts.column.printSize,
    sortFn: 'text',
    sortUndefined: 'last',
  }),
  column.accessor(({ keywords }) => keywords.join(', '), {
    id: 'keywords',
    header: texts.column.keywords,
    ...byText,
  }),
  column.accessor('id', { header: texts.column.id, ...byText }),
]);
