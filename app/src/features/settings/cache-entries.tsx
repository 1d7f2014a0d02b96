import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import classes from './settings-screen.module.css';

/** px of an address in one line; longer ones take several. */
const usualHeight = 18;
/** Rows drawn beyond what can be seen. */
const beyond = 8;

/** What is in a cache; of tens of thousands of addresses only those in view are on the page. */
export function CacheEntries({ name, keys }: { name: string; keys: readonly string[] }) {
  const frame = useRef<HTMLElement>(null);
  const shown = useVirtualizer({
    count: keys.length,
    getScrollElement: () => frame.current,
    estimateSize: () => usualHeight,
    overscan: beyond,
  });
  const items = shown.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = shown.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys as well.
    <section ref={frame} className={classes.entries} aria-label={name} tabIndex={0}>
      <ul style={{ paddingBlock: `${above}px ${below}px` }}>
        {items.map(({ index, key }) => (
          <li key={key} ref={shown.measureElement} data-index={index}>
            {keys[index]}
          </li>
        ))}
      </ul>
    </section>
  );
}
