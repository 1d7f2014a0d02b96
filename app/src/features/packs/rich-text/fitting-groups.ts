/**
 * How many groups of a toolbar fit side by side; those that do not fold into 'more', which needs room itself.
 * All widths in px.
 */
export function fittingGroups(widths: readonly number[], available: number, moreWidth: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= available) return widths.length;
  let used = moreWidth;
  const first = widths.findIndex((width) => {
    used += width;
    return used > available;
  });
  return Math.max(0, first);
}
