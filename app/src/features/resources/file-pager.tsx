import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './file-pager.module.css';
import { texts } from './texts.ts';
import type { FileTable } from './use-file-table.tsx';
import { pageSizes } from './view-preferences.ts';

interface Props {
  table: FileTable;
  total: number;
  /** Stands right below the table and belongs to it. */
  isAttached: boolean;
}

/** Which rows these are, how many a page holds, and the way to the others. Sticks to the bottom edge. */
export function FilePager({ table, total, isAttached }: Props) {
  const selectId = useId();
  const { pageIndex, pageSize } = table.state.pagination;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = pageIndex * pageSize + 1;
  const { page, of } = texts.pageOf(pageIndex + 1, pages);
  return (
    <div className={classes.pager} data-bottom-bar data-attached={isAttached || undefined}>
      <span className={classes.range}>{texts.range(from, Math.min(total, from + pageSize - 1), total)}</span>
      <label htmlFor={selectId} className={classes.label}>
        {texts.rowsPerPage}
      </label>
      <span className={classes.select}>
        <select
          id={selectId}
          value={pageSize}
          onChange={(event) => table.setPageSize(Number(event.currentTarget.value))}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={texts.previousPage}
        disabled={!table.getCanPreviousPage()}
        onClick={() => table.previousPage()}
        className={classes.step}
      >
        <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <span className={classes.page}>
        <strong>{page}</strong>
        {of}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={texts.nextPage}
        disabled={!table.getCanNextPage()}
        onClick={() => table.nextPage()}
        className={classes.step}
      >
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}
