import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** The rows in sight and one more, wherever it is: what has the focus or lies in the hand must not leave the page. */
export const withRow =
  (index: number | null) =>
  (range: Range): number[] => {
    const inSight = defaultRangeExtractor(range);
    if (index === null || index >= range.count || inSight.includes(index)) return inSight;
    return [...inSight, index].sort((one, other) => one - other);
  };
