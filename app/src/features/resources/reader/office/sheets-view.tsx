import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { texts } from '../../texts.ts';
import type { Sheet } from './office-content.ts';
import classes from './sheets-view.module.css';

/** px */
const rowHeight = 30;
const numberWidth = 52;
/** Rows drawn beyond what can be seen. */
const beyond = 8;

/** The sheets of a workbook, one at a time; of thousands of rows only those in view are there. */
export function SheetsView({ sheets, name }: { sheets: readonly Sheet[]; name: string }) {
  const [chosen, setChosen] = useState(0);
  const sheet = sheets[chosen];
  if (!sheet) return <p className={classes.empty}>{texts.reader.noSheets}</p>;
  return (
    <>
      <SheetTable key={chosen} sheet={sheet} label={`${name}: ${sheet.name}`} />
      {sheet.isCut && <p className={classes.cut}>{texts.reader.cutSheet}</p>}
      {sheets.length > 1 && (
        <fieldset className={classes.tabs} aria-label={texts.reader.sheets}>
          {sheets.map(({ name }, at) => (
            <button
              key={name}
              type="button"
              className={classes.tab}
              aria-pressed={at === chosen}
              onClick={() => setChosen(at)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

function SheetTable({ sheet: { rows, widths, letters }, label }: { sheet: Sheet; label: string }) {
  const frame = useRef<HTMLElement>(null);
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: beyond,
  });
  const items = shown.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = shown.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = widths.reduce((sum, width) => sum + width, numberWidth);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys as well.
    <section ref={frame} className={classes.frame} aria-label={label} tabIndex={0}>
      <table className={classes.table} style={{ width }} aria-rowcount={rows.length + 1}>
        <colgroup>
          <col style={{ width: numberWidth }} />
          {letters.map((letter, at) => (
            <col key={letter} style={{ width: widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <td />
            {letters.map((letter) => (
              <th key={letter} scope="col">
                {letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {items.map(({ index }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <tr key={row.number} aria-rowindex={index + 2} style={{ height: rowHeight }}>
                <th scope="row">{row.number}</th>
                {row.cells.map(
                  (cell, at) =>
                    cell && (
                      <td
                        key={letters[at]}
                        dir="auto"
                        colSpan={cell.columns}
                        data-number={cell.isNumber || undefined}
                        title={cell.text.length > 12 ? cell.text : undefined}
                      >
                        {cell.text}
                      </td>
                    ),
                )}
              </tr>
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
}
