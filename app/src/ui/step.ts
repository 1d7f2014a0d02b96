/**
 * What a button gets that goes one step on or back.
 * @param go null at the end: the button does nothing there and is not disabled, or it would lose the focus with the last step
 */
export const step = (go: (() => void) | null) =>
  go ? { onClick: () => go() } : ({ 'aria-disabled': true, 'data-disabled': true } as const);
