import { Button } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../../texts.ts';

// Channels can hold thousands of bundles; a list is searched rather than scrolled that far.
const atOnce = 50;

/** The first of a long list, and more of it when asked. Starts again with every new `query`. */
export function useFirst<T>(items: readonly T[], query: string) {
  const [shown, setShown] = useState({ query, count: atOnce });
  const count = shown.query === query ? shown.count : atOnce;
  return {
    first: items.slice(0, count),
    rest: Math.max(0, items.length - count),
    showMore: () => setShown({ query, count: count + atOnce }),
  };
}

export const ShowMore = ({ rest, onMore }: { rest: number; onMore: () => void }) =>
  rest > 0 && (
    <Button variant="subtle" onClick={onMore}>
      {texts.builder.showMore(Math.min(rest, atOnce))}
    </Button>
  );
