import { useTable } from '@tanstack/react-table';
import { useDeferredValue, useState } from 'react';
import { type FileOrder, type MediaView, useServices } from '#services.ts';
import { useLive } from '#ui/use-live.ts';
import { fileColumns, fileTableFeatures } from './file-columns.tsx';
import {
  type ColumnName,
  optionalColumns,
  readView,
  type ViewPreferences,
  viewKey,
} from './view-preferences.ts';

const noFiles: readonly MediaView[] = [];

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

/** What is asked for of a bundle's files, and the answer as a table; the page starts at the first (DOC-13, DOC-15). */
export function useFileTable(
  bundleId: string,
  search: string,
  named: readonly string[],
  view: ViewPreferences,
  change: (changes: Partial<ViewPreferences>) => void,
) {
  const { bundles } = useServices();
  const [page, setPage] = useState(0);
  const { sort, pageSize } = view;
  const order: FileOrder = { search, sort };
  const answer = useLive(
    () => bundles.filesInSight(bundleId, { ...order, page, pageSize, named }),
    [bundleId, search, sort.column, sort.descending, page, pageSize, named.join()],
  );
  // Drawn in steps: a slow tablet answers meanwhile.
  const inSight = useDeferredValue(answer);
  const sorting = [{ id: sort.column, desc: sort.descending }];
  // As answered: rows and what is said of them always belong together.
  const pagination = { pageIndex: inSight?.page ?? page, pageSize: inSight?.pageSize ?? pageSize };
  const table = useTable({
    features: fileTableFeatures,
    columns: fileColumns,
    data: (inSight?.files ?? noFiles) as MediaView[],
    rowCount: inSight?.matching ?? 0,
    manualSorting: true,
    manualPagination: true,
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
  return { inSight, order, table, toFirstPage: () => setPage(0) };
}

export type FileTable = ReturnType<typeof useFileTable>['table'];
