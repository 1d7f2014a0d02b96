import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Rows {
  items: number;
  /** Items that stand beside each other. */
  perRow: number;
  keyOf: (item: number) => string;
  /** px, of a row that was not on the page yet. */
  rowHeight: number;
  /** px between two rows. */
  gap: number;
}

interface InSight {
  /** Items that belong on the page: from the first to before the end. */
  first: number;
  end: number;
  /** px of what is left out before and after them. */
  before: number;
  after: number;
  /** Whether anything may be left out. */
  isCut: boolean;
}

/** So many are all on the page, for the browser's own search and for paper. */
const few = 25;
const rowsAround = 3;

/**
 * Which items of a long list belong on the page: those in sight, and some around them. The window scrolls.
 * @param list has the items as children, and those that only take up room marked with `data-room`
 */
export function useRowsInSight(
  list: RefObject<HTMLElement | null>,
  { items, perRow, keyOf, rowHeight, gap }: Rows,
): InSight {
  const isCut = items > few;
  const [top, setTop] = useState(0);
  // Rows that were not on the page are taken to be as high as one that is.
  const height = useRef(rowHeight);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items / perRow),
    enabled: isCut,
    estimateSize: () => height.current,
    getItemKey: (row) => keyOf(row * perRow),
    gap,
    overscan: rowsAround,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    // Heights are told while React commits, when nothing can be flushed.
    useFlushSync: false,
  });
  const rows = isCut ? virtualizer.getVirtualItems() : [];
  const firstRow = rows[0]?.index ?? 0;

  // What stands above may have grown, and rows are as high as what is in them.
  useLayoutEffect(() => {
    if (!isCut || !list.current) return;
    const { top: now } = list.current.getBoundingClientRect();
    if (Math.abs(now + window.scrollY - top) > 1) setTop(now + window.scrollY);
    const mounted = [...list.current.children].filter((child) => !child.hasAttribute('data-room'));
    for (let at = 0; at < mounted.length; at += perRow) {
      height.current = (mounted[at] as Element).getBoundingClientRect().height;
      virtualizer.resizeItem(firstRow + at / perRow, height.current);
    }
  });

  const last = rows.at(-1);
  if (!isCut || !last) return { first: 0, end: isCut ? 0 : items, before: 0, after: 0, isCut };
  return {
    first: firstRow * perRow,
    end: Math.min(items, (last.index + 1) * perRow),
    before: (rows[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() - (last.end - top),
    isCut,
  };
}
