/**
 * The hand stays at the grip: what was carried may be another element now, and a grip that is not to be seen meanwhile loses
 * the focus.
 */
export function keepHandAt(grip: HTMLElement | null | undefined) {
  requestAnimationFrame(() => {
    if (!grip) return;
    if (!grip.isConnected)
      document.querySelector<HTMLElement>(`[data-grip="${CSS.escape(grip.dataset.grip ?? '')}"]`)?.focus();
    else if (document.activeElement === document.body) grip.focus();
  });
}
