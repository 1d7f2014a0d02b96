import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { TextLink } from '#navigation/links.tsx';
import type { Report, ReportColumn, ReportValue } from '#services.ts';
import { ClampedText } from '#ui/clamped-text.tsx';
import { step } from '#ui/step.ts';
import classes from './report-table.module.css';
import { amountOf, barColumn, isNumeric, isUncounted, shownValue } from './report-value.ts';
import { texts } from './texts.ts';
import { pageSize } from './use-report.tsx';

interface Props {
  title: string;
  report: Report;
  /** From 0. */
  number: number;
  /** Null while no other page can be had. */
  onPage: ((number: number) => void) | null;
  /** Rows are packs, whose names lead to their details. */
  ofPacks?: boolean;
}

/** What tells apart rows of the same name: it stands under the name, so that the figures have room. */
const besideName: ReadonlySet<string> = new Set(['company', 'email', 'channel']);
/** As many columns as fit a tablet that is held upright, where one of words takes the room of two. */
const mostUpright = 6;
/** What is longer has a row of its own where a report's rows stand below each other. */
const longWords = 40;

/** A report as a table, with bars where it tells how long something was read. On a phone its rows stand below each other. */
export function ReportTable({
  title,
  report: { columns, rows, total },
  number,
  onPage,
  ofPacks = false,
}: Props) {
  const bar = barColumn(columns);
  const most = bar ? Math.max(1, ...rows.map((row) => amountOf(row[bar.key]) ?? 0)) : 1;
  const from = number * pageSize + 1;
  const to = from + rows.length - 1;
  // Where nobody tells how many there are, a full page may be followed by another one.
  const hasMore = total === null ? rows.length === pageSize : to < total;
  const under = columns.slice(1).filter(({ key }) => besideName.has(key));
  const shown = columns.filter((column) => !under.includes(column));
  const places = shown.reduce((sum, column, at) => sum + (at > 0 && column.type === 'text' ? 2 : 1), 0);
  const isStacked = useMediaQuery(places > mostUpright ? '(width < 64em)' : '(width < 48em)', false, {
    getInitialValueInEffect: false,
  });
  return (
    <div className={classes.card}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard. */}
      <section className={classes.frame} aria-label={title} tabIndex={0}>
        {/* biome-ignore-start lint/a11y/noRedundantRoles: what is laid out as a grid is no table to a browser without them. */}
        <table role="table" className={classes.table} data-stacked={isStacked || undefined}>
          <thead role="rowgroup">
            <tr role="row">
              {shown.map((column) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  data-numeric={isNumeric(column) || undefined}
                  data-bar={column === bar || undefined}
                >
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => (
              <tr role="row" key={String(row.id ?? index)}>
                {shown.map((column, place) => (
                  <Cell
                    key={column.key}
                    column={column}
                    value={row[column.key] ?? null}
                    under={place === 0 ? linesOf(row, under) : []}
                    share={column === bar ? (amountOf(row[column.key]) ?? 0) / most : null}
                    isCounted={!isUncounted(row)}
                    isName={place === 0}
                    packId={ofPacks && place === 0 && typeof row.id === 'string' ? row.id : null}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
      </section>
      {(number > 0 || hasMore) && (
        <div className={classes.pager}>
          {!onPage && <p className={classes.offline}>{texts.otherPages}</p>}
          <span role="status">{rows.length === 0 ? texts.noMore : texts.range(from, to, total)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={texts.previous}
            {...step(onPage && number > 0 ? () => onPage(number - 1) : null)}
          >
            <IconChevronLeft size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={texts.next}
            {...step(onPage && hasMore ? () => onPage(number + 1) : null)}
          >
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}

interface Line {
  /** Of its column: two of them may say the same. */
  key: string;
  words: string;
}

const linesOf = (row: Report['rows'][number], columns: readonly ReportColumn[]): Line[] =>
  columns.flatMap(({ key }) => (row[key] ? { key, words: String(row[key]) } : []));

interface CellProps {
  column: ReportColumn;
  value: ReportValue;
  /** Further lines below the value. */
  under: readonly Line[];
  /** Of a full bar; null without one. */
  share: number | null;
  isCounted: boolean;
  /** What the row is about. */
  isName: boolean;
  packId: string | null;
}

function Cell({ column, value, under, share, isCounted, isName, packId }: CellProps) {
  const words = shownValue(column, value);
  const isLong = !isName && words.length > longWords;
  const figure =
    packId !== null ? (
      <TextLink to="/packs/$id/details" params={{ id: packId }}>
        {words}
      </TextLink>
    ) : isLong ? (
      <ClampedText key={words} text={words} more={texts.showAll} less={texts.showLess} />
    ) : (
      words
    );
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: what is laid out as a grid is no table to a browser without it.
      role="cell"
      data-label={column.label}
      data-numeric={isNumeric(column) || undefined}
      data-date={column.type === 'date' || undefined}
      data-bar={share !== null || undefined}
      data-long={isLong || undefined}
    >
      {share === null ? (
        figure
      ) : (
        <span className={classes.measure}>
          <span className={classes.figure}>{figure}</span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.bar}
              data-zero={share === 0 || undefined}
              data-uncounted={!isCounted || undefined}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        </span>
      )}
      {under.map(({ key, words }) => (
        <span key={key} className={classes.under}>
          {words}
        </span>
      ))}
    </td>
  );
}
