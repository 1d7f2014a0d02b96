import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { TextLink } from '#navigation/links.tsx';
import type { Report, ReportColumn, ReportValue } from '#services.ts';
import classes from './report-table.module.css';
import { barColumn, isNumeric, shownValue } from './report-value.ts';
import { texts } from './texts.ts';
import { pageSize } from './use-report.ts';

interface Props {
  report: Report;
  /** From 0. */
  number: number;
  onPage: (number: number) => void;
  /** Rows are packs, whose names lead to their details. */
  ofPacks?: boolean;
}

/** A report as a table, with bars where it tells how long something was read. */
export function ReportTable({
  report: { title, columns, rows, total },
  number,
  onPage,
  ofPacks = false,
}: Props) {
  const bar = barColumn(columns);
  const most = bar ? Math.max(1, ...rows.map((row) => Number(row[bar.key] ?? 0))) : 1;
  const from = number * pageSize + 1;
  return (
    <div className={classes.card}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard. */}
      <section className={classes.frame} aria-label={title} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col" data-numeric={isNumeric(column) || undefined}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={String(row.id ?? index)}>
                {columns.map((column, place) => (
                  <Cell
                    key={column.key}
                    column={column}
                    value={row[column.key] ?? null}
                    share={column === bar ? Number(row[column.key] ?? 0) / most : null}
                    packId={ofPacks && place === 0 && typeof row.id === 'string' ? row.id : null}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > pageSize && (
        <div className={classes.pager}>
          <span>{texts.range(from, Math.min(total, from + rows.length - 1), total)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={texts.previous}
            disabled={number === 0}
            onClick={() => onPage(number - 1)}
          >
            <IconChevronLeft size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={texts.next}
            disabled={from + rows.length > total}
            onClick={() => onPage(number + 1)}
          >
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}

interface CellProps {
  column: ReportColumn;
  value: ReportValue;
  /** Of a full bar; null without one. */
  share: number | null;
  packId: string | null;
}

function Cell({ column, value, share, packId }: CellProps) {
  const words = shownValue(column, value);
  return (
    <td
      data-numeric={isNumeric(column) || undefined}
      data-date={column.type === 'date' || undefined}
      data-bar={share !== null || undefined}
    >
      {packId === null ? (
        words
      ) : (
        <TextLink to="/packs/$id/details" params={{ id: packId }}>
          {words}
        </TextLink>
      )}
      {share !== null && (
        <span className={classes.track} aria-hidden>
          <span className={classes.bar} style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </td>
  );
}
