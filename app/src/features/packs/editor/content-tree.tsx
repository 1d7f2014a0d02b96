import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { sizeOnceLaidOut } from '#ui/size-once-laid-out.ts';
import type { Chosen } from './chosen-content.ts';
import classes from './content-tree.module.css';
import { texts } from './texts.ts';
import { TreeRowView } from './tree-row-view.tsx';
import { rowStartingWith, type TreeRow, tickedFiles, tickOf } from './tree-rows.ts';
import { useTypedWord } from './use-typed-word.ts';
import { withRow } from './with-row.ts';

interface Props {
  rows: readonly TreeRow[];
  chosen: Chosen;
  filter: string;
  /** Ticks everything the row shows, or unticks it when all of it is ticked. */
  onTick: (row: TreeRow) => void;
  onOpen: (row: TreeRow, isOpen: boolean) => void;
}

export const treeRowHeight = 44;

const estimateSize = () => treeRowHeight;

/** A tree of any length, of which only what is in sight is on the page (PEDIT-15). One row can be reached by Tab. */
export const ContentTree = memo(function ContentTree({ rows, chosen, filter, onTick, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const takesFocus = useRef(false);
  const typed = useTypedWord();
  const active = useMemo(
    () =>
      Math.max(
        0,
        rows.findIndex(({ key }) => key === activeKey),
      ),
    [rows, activeKey],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // All rows are of one height: where they stand does not depend on what they are, and need not be worked out anew.
    estimateSize,
    observeElementRect: sizeOnceLaidOut,
    overscan: 4,
    // What a scroll brings is drawn in a task of its own, instead of in the frame that scrolls.
    useFlushSync: false,
    // The row that has the focus stays on the page however far it is scrolled away.
    rangeExtractor: withRow(active),
  });

  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    const key = rows[active]?.key ?? '';
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
      ?.focus({ preventScroll: true });
  });

  const goTo = (index: number) => {
    const row = rows[index];
    if (!row) return;
    takesFocus.current = true;
    setActiveKey(row.key);
    virtualizer.scrollToIndex(index);
  };
  const parentOf = (row: TreeRow) => rows.findIndex(({ key }) => key === row.bundle.id);

  /** As the tree pattern of WAI-ARIA has it. */
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keyed(event.key, row);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const keyed = (key: string, row: TreeRow): (() => void) | null => {
    switch (key) {
      case 'ArrowDown':
        return () => goTo(active + 1);
      case 'ArrowUp':
        return () => goTo(active - 1);
      case 'Home':
        return () => goTo(0);
      case 'End':
        return () => goTo(rows.length - 1);
      case 'PageDown':
        return () => goTo(Math.min(rows.length - 1, active + 8));
      case 'PageUp':
        return () => goTo(Math.max(0, active - 8));
      case 'ArrowRight':
        if (row.isOpen === false) return () => onOpen(row, true);
        return row.isOpen ? () => goTo(active + 1) : null;
      case 'ArrowLeft':
        if (row.isOpen) return () => onOpen(row, false);
        return row.media ? () => goTo(parentOf(row)) : null;
      case ' ':
        return () => onTick(row);
      case 'Enter':
        return row.isOpen === null ? () => onTick(row) : () => onOpen(row, !row.isOpen);
      default:
        return key.length === 1 ? () => goTo(rowStartingWith(rows, typed(key), active) ?? active) : null;
    }
  };
  const onFocusRow = useCallback((row: TreeRow) => setActiveKey(row.key), []);

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        role="tree"
        aria-label={texts.tree}
        className={classes.rows}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <TreeRowView
                key={row.key}
                row={row}
                top={start}
                filter={filter}
                ticked={tickOf(row, chosen)}
                files={row.media ? 0 : tickedFiles(row.bundle, chosen)}
                isActive={index === active}
                onFocus={onFocusRow}
                onTick={onTick}
                onOpen={onOpen}
              />
            )
          );
        })}
      </div>
    </div>
  );
});
