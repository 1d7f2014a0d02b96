import { fileCount } from '@satchel/core/format/counts.ts';
import { formatFileSize } from '@satchel/core/format/file-size.ts';

const many = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

/** Words of the lists and pages of bundles; those of the specification to the letter. */
export const texts = {
  resources: 'Resources',
  loading: 'Loading',
  types: { documents: 'Documents', pages: 'Pages' },
  chooseType: 'Kind of resource',
  counts: (bundles: number, offline: number) =>
    `${many(bundles, 'bundle', 'bundles')}${offline > 0 ? `, ${offline} offline` : ''}`,
  files: fileCount,
  empty: {
    content: 'There is no content currently available in this channel',
    experiences: 'There are no experiences currently available in this channel',
  },
  offline: {
    label: 'Offline',
    description: 'Make the files in this bundle available when offline',
    logIn: 'Log in to download',
    noConnection: 'Application is offline',
    failed: (reason: string) => `The files could not be kept on this device: ${reason}`,
    includeVideos: (bytes: number) => `Include videos (${formatFileSize(bytes)})`,
  },
  failed: (error: string) => `Unable to load bundle: ${error}`,
  notFound: 'Not found',
  back: 'Back',
  search: 'Search files',
  clearSearch: 'Clear search',
  noMatch: (search: string) => `No file matches “${search}”`,
  noFiles: 'This bundle has no files yet',
  columns: 'Columns',
  display: 'Display',
  table: 'Table',
  grid: 'Grid',
  preview: 'Preview',
  sortBy: 'Sort by',
  ascending: 'ascending',
  descending: 'descending',
  column: {
    id: 'ID',
    name: 'Name',
    description: 'Description',
    changed: 'Date modified',
    type: 'Type',
    size: 'Size',
    printSize: 'Print size',
    keywords: 'Keywords',
  },
  open: 'Open',
  openNamed: (name: string) => `Open ${name}`,
  range: (from: number, to: number, total: number) => `${from}–${to} of ${total}`,
  rowsPerPage: 'Rows per page',
  pageOf: (page: number, pages: number) => ({ page: String(page), of: ` of ${pages}` }),
  previousPage: 'Previous page',
  nextPage: 'Next page',
  matches: (count: number) => many(count, 'file found', 'files found'),
  viewer: {
    label: 'Viewer',
    previous: 'Previous',
    next: 'Next',
    close: 'Close',
    fullscreen: 'Full screen',
    leaveFullscreen: 'Leave full screen',
  },
} as const;
