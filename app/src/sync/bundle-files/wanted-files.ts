import type { MediaView } from '../media-view.ts';

export type SortColumn =
  | 'name'
  | 'id'
  | 'description'
  | 'changed'
  | 'type'
  | 'size'
  | 'printSize'
  | 'keywords';

/** Which files of a bundle, in what order. */
export interface FileOrder {
  /** Words that name, description, type or a keyword must have; empty for all files. */
  search: string;
  sort: { column: SortColumn; descending: boolean };
}

/** The files in sight. */
export interface WantedFiles extends FileOrder {
  /** Counts from 0; the last page where there are fewer. */
  page: number;
  pageSize: number;
  /** Ids of files that are wanted besides, wherever they stand. */
  named: readonly string[];
}

export interface FilesInSight {
  /** Files of the bundle, and those of them that match. */
  all: number;
  matching: number;
  page: number;
  pageSize: number;
  files: readonly MediaView[];
  /** Those of the named ones that the bundle has. */
  named: readonly MediaView[];
}
