/** So many frames a slow device may take until what was removed has gone. */
const mostFrames = 120;

/**
 * What goes with the focus in it gives that to the first of some other elements that is there, once it has gone. Whoever
 * goes elsewhere meanwhile is left there.
 * @param to selectors
 */
export function passHandOn(from: Element, to: readonly string[]) {
  const look = (frame: number) => {
    if (from.isConnected && frame < mostFrames) requestAnimationFrame(() => look(frame + 1));
    else if (document.activeElement === document.body) firstOf(to)?.focus();
  };
  requestAnimationFrame(() => look(1));
}

function firstOf(selectors: readonly string[]): HTMLElement | null {
  for (const selector of selectors) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found;
  }
  return null;
}

/** What comes after one of a list, and what before it. */
export function besides<Thing>(list: readonly Thing[], isIt: (thing: Thing) => boolean): Thing[] {
  const at = list.findIndex(isIt);
  return at < 0 ? [] : [...list.slice(at + 1, at + 2), ...list.slice(Math.max(0, at - 1), at)];
}

/**
 * A selector of what a row has inside; none without a row.
 * @param name of the rows' data attribute, by which they are found again
 */
export const inRow = (row: Element | null | undefined, name: string, inside: string): string[] => {
  const value = row instanceof HTMLElement && row.dataset[name];
  return value ? [`[data-${name}="${CSS.escape(value)}"] ${inside}`] : [];
};

/** The same of the rows after and before this one. */
export const inRowsBeside = (row: Element | null | undefined, name: string, inside: string) =>
  [row?.nextElementSibling, row?.previousElementSibling].flatMap((other) => inRow(other, name, inside));
