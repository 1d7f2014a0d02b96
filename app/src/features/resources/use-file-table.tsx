import { useTable } from '@tanstack/react-table';
import { useState } from 'react';
import { type MediaView, useServices } from '#services.ts';
import { fileColumns, fileTableFeatures } from './file-columns.tsx';
import {
  type ColumnName,
  optionalColumns,
  readView,
  type ViewPreferences,
  viewKey,
} from './view-preferences.ts';

/** The stored view of one bundle and a way to change it (DOC-14). */
export function useViewPreferences(bundleId: string) {
  const { preferences } = useServices();
  const key = viewKey(bundleId);
  const [view, setView] = useState(() => readView(preferences.read<unknown>(key, null)));
  const change = (changes: Partial<ViewPreferences>) => {
    const next = { ...view, ...changes };
    setView(next);
    preferences.write(key, next);
  };
  return [view, change] as const;
}

/** Sorting and paging of the files that match; the page number always starts at the first (DOC-13, DOC-15). */
export function useFileTable(
  files: readonly MediaView[],
  view: ViewPreferences,
  change: (changes: Partial<ViewPreferences>) => void,
) {
  const [page, setPage] = useState(0);
  const lastPage = Math.max(0, Math.ceil(files.length / view.pageSize) - 1);
  const sorting = [{ id: view.sort.column, desc: view.sort.descending }];
  const pagination = { pageIndex: Math.min(page, lastPage), pageSize: view.pageSize };
  const table = useTable({
    features: fileTableFeatures,
    columns: fileColumns,
    data: files as MediaView[],
    getRowId: ({ id }) => id,
    enableSortingRemoval: false,
    enableMultiSort: false,
    autoResetPageIndex: false,
    state: {
      sorting,
      pagination,
      columnVisibility: Object.fromEntries(
        optionalColumns.map((name) => [name, view.columns.includes(name)]),
      ),
    },
    onSortingChange: (updater) => {
      const [sort] = typeof updater === 'function' ? updater(sorting) : updater;
      if (sort) change({ sort: { column: sort.id as ColumnName, descending: sort.desc } });
      setPage(0);
    },
    onPaginationChange: (updater) => {
      const next = typeof updater === 'function' ? updater(pagination) : updater;
      if (next.pageSize !== view.pageSize) change({ pageSize: next.pageSize });
      setPage(next.pageSize === view.pageSize ? next.pageIndex : 0);
    },
  });
  return { table, toFirstPage: () => setPage(0) };
}

export type FileTable = ReturnType<typeof useFileTable>['table'];
