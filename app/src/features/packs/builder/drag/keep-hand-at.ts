/** So many frames a slow device may take until a section is drawn where it was put. */
const mostFrames = 120;

const gripOf = (id: string) => document.querySelector<HTMLElement>(`[data-grip="${CSS.escape(id)}"]`);

/**
 * The hand stays at the grip: what was carried may be another element now, drawn a little later, and a grip that is not to
 * be seen meanwhile loses the focus. Whoever goes elsewhere is left there.
 */
export function keepHandAt(grip: HTMLElement | null | undefined) {
  if (!grip) return;
  const look = (frame: number) => {
    const there = grip.isConnected ? grip : gripOf(grip.dataset.grip ?? '');
    if (document.activeElement === document.body || there !== grip) there?.focus();
    const isLost = document.activeElement === document.body;
    if (isLost && frame < mostFrames) requestAnimationFrame(() => look(frame + 1));
  };
  requestAnimationFrame(() => look(1));
}

/**
 * A file in another section is another element, and is drawn there a little later: the hand finds it. Whoever goes
 * elsewhere meanwhile is left there.
 */
export function takeHandTo(id: string) {
  const before = document.activeElement;
  const look = (frame: number) => {
    const { activeElement } = document;
    if (activeElement !== before && activeElement !== document.body) return;
    const grip = gripOf(id);
    if (grip) grip.focus();
    else if (frame < mostFrames) requestAnimationFrame(() => look(frame + 1));
  };
  requestAnimationFrame(() => look(1));
}
