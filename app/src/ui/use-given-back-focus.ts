import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it before this dialog or panel, once that has gone. Mantine does so only for dialogs that
 * stay mounted while they are closed.
 */
export function useGivenBackFocus() {
  const [before] = useState(whatHasTheFocus);
  useEffect(
    () => () => {
      // Whoever has taken it meanwhile, such as the title of the next page, keeps it.
      if (document.activeElement === document.body && before?.isConnected)
        before.focus({ preventScroll: true });
    },
    [before],
  );
}

/** The entry of a menu goes with its menu, so the menu's button stands for it. */
function whatHasTheFocus(): HTMLElement | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return null;
  const button = activeElement.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (button ? document.getElementById(button) : null) ?? activeElement;
}
