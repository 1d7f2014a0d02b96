import type { VirtualizerOptions } from '@tanstack/react-virtual';

type ObserveRect = VirtualizerOptions<HTMLDivElement, Element>['observeElementRect'];

/**
 * Of a long list that scrolls: its size is told once the browser has laid it out. To ask for it when the list is put on
 * the page has the page laid out on top of everything else that is done then.
 */
export const sizeOnceLaidOut: ObserveRect = ({ scrollElement }, tell) => {
  if (!scrollElement) return;
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
};
