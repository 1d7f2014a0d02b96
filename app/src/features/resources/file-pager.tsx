import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { Pager } from '#ui/pager.tsx';
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

/** The pager of a bundle's files, with how many a page holds. */
export function FilePager({ table, total, isAttached }: Props) {
  const selectId = useId();
  const { pageIndex, pageSize } = table.state.pagination;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = pageIndex * pageSize + 1;
  const previous = table.getCanPreviousPage() ? () => table.previousPage() : null;
  const next = table.getCanNextPage() ? () => table.nextPage() : null;
  return (
    <Pager
      range={texts.range(from, Math.min(total, from + pageSize - 1), total)}
      here={texts.pageOf(pageIndex + 1, pages)}
      previous={{ label: texts.previousPage, go: previous }}
      next={{ label: texts.nextPage, go: next }}
      isAttached={isAttached}
    >
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
    </Pager>
  );
}
