import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useGrowing } from './use-growing.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

interface Props<Tile> {
  tiles: readonly Tile[];
  /** What lays them out in columns. */
  className: string | undefined;
  /** px, about as high as a tile. */
  height: number;
  /** As a list with list items. */
  isList?: boolean;
  children: (tile: Tile) => ReactNode;
}

/** With each frame of a slow tablet. */
const firstTiles = 6;
const tilesInFrame = 3;

/** Columns of a grid as its styles lay it out, and px between its rows; none until it is there. */
function useLayout(grid: { current: HTMLElement | null }) {
  const [layout, setLayout] = useState({ columns: 0, gap: 0 });
  useLayoutEffect(() => {
    if (!grid.current) return;
    const read = () => {
      const { gridTemplateColumns, rowGap } = getComputedStyle(grid.current as HTMLElement);
      const columns = gridTemplateColumns.split(' ').length;
      const gap = Number.parseFloat(rowGap) || 0;
      setLayout((before) => (before.columns === columns && before.gap === gap ? before : { columns, gap }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(grid.current);
    return () => observer.disconnect();
  }, [grid]);
  return layout;
}

/** Tiles in columns, however many thousands: those in sight are on the page, the first at once and more frame by frame. */
export function TileList<Tile extends { id: string }>({
  tiles,
  className,
  height,
  isList,
  children,
}: Props<Tile>) {
  const grid = useRef<HTMLElement>(null);
  const { columns, gap } = useLayout(grid);
  const keyOf = useCallback((at: number) => tiles[at]?.id ?? String(at), [tiles]);
  const { first, end, before, after } = useRowsInSight(grid, {
    items: columns === 0 ? 0 : tiles.length,
    perRow: Math.max(1, columns),
    keyOf,
    rowHeight: height,
    gap,
  });
  const grown = useGrowing(end - first, firstTiles, tilesInFrame, tiles[0]?.id ?? null);
  const Grid = isList ? 'ul' : 'div';
  return (
    <Grid
      ref={(element: HTMLElement | null) => {
        grid.current = element;
      }}
      className={className}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {tiles.slice(first, first + grown).map(children)}
    </Grid>
  );
}
