/** The hand stays at the grip, also where what was carried is another element now. */
export function keepHandAt(grip: HTMLElement | null | undefined) {
  requestAnimationFrame(() => {
    if (!grip || grip.isConnected) return;
    document.querySelector<HTMLElement>(`[data-grip="${CSS.escape(grip.dataset.grip ?? '')}"]`)?.focus();
  });
}
