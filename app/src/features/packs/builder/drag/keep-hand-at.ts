/** So many frames a slow device may take until a section is drawn where it was put. */
const mostFrames = 120;

const sameGrip = (grip: HTMLElement) =>
  document.querySelector<HTMLElement>(`[data-grip="${CSS.escape(grip.dataset.grip ?? '')}"]`);

/**
 * The hand stays at the grip: what was carried may be another element now, drawn a little later, and a grip that is not to
 * be seen meanwhile loses the focus. Whoever goes elsewhere is left there.
 */
export function keepHandAt(grip: HTMLElement | null | undefined) {
  if (!grip) return;
  const look = (frame: number) => {
    const there = grip.isConnected ? grip : sameGrip(grip);
    if (document.activeElement === document.body || there !== grip) there?.focus();
    const isLost = document.activeElement === document.body;
    if (isLost && frame < mostFrames) requestAnimationFrame(() => look(frame + 1));
  };
  requestAnimationFrame(() => look(1));
}
