import { formatDate } from '@satchel/core/format/dates.ts';
import { formatFileSize } from '@satchel/core/format/file-size.ts';
import {
  columnVisibilityFeature,
  createColumnHelper,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { MediaView } from '#services.ts';
import { texts } from './texts.ts';
import type { ColumnName } from './view-preferences.ts';

export const fileTableFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  rowPaginationFeature,
});

const column = createColumnHelper<typeof fileTableFeatures, MediaView>();

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
  column.accessor('name', { header: texts.column.name }),
  column.accessor('description', { header: texts.column.description }),
  column.accessor('changed', { header: texts.column.changed, sortDescFirst: true }),
  column.accessor('fileTypeLabel', { id: 'type', header: texts.column.type }),
  column.accessor('size', { header: texts.column.size, sortDescFirst: true }),
  column.accessor('printSize', { header: texts.column.printSize }),
  column.accessor(({ keywords }) => keywords.join(', '), { id: 'keywords', header: texts.column.keywords }),
  column.accessor('id', { header: texts.column.id }),
]);
