/** So many frames a slow device may take until a section is drawn where it was put. */
const mostFrames = 120;

const gripOf = (id: string) => document.querySelector<HTMLElement>(`[data-grip="${CSS.escape(id)}"]`);

/**
 * The hand stays at the grip: what was carried may be another element now, drawn a little later, and a grip that is not to
 * be seen meanwhile loses the focus. Whoever goes elsewhere is left there.
 * @param isPut the page shows the place where it was put, and the grip may for a frame still be where it was lifted
 */
export function keepHandAt(grip: HTMLElement | null | undefined, isPut = false) {
  if (!grip) return;
  const look = (frame: number) => {
    const there = grip.isConnected ? grip : gripOf(grip.dataset.grip ?? '');
    if (document.activeElement === document.body || there !== grip)
      there?.focus({ preventScroll: isPut && there === grip });
    const isLost = document.activeElement === document.body;
    if (isLost && frame < mostFrames) requestAnimationFrame(() => look(frame + 1));
  };
  requestAnimationFrame(() => look(1));
}

/**
 * A file in another section is another element, and is drawn there a little later: the hand that was at it finds it. Whoever
 * goes elsewhere meanwhile is left there, and so is whoever carries it with a finger and writes on in a text.
 */
export function takeHandTo(id: string) {
  const before = document.activeElement;
  const wasAtIt = before?.matches('[data-grip], [data-tile]') ?? false;
  const look = (frame: number) => {
    const { activeElement } = document;
    if (activeElement !== document.body && !(wasAtIt && activeElement === before)) return;
    const grip = gripOf(id);
    if (grip) grip.focus();
    else if (frame < mostFrames) requestAnimationFrame(() => look(frame + 1));
  };
  requestAnimationFrame(() => look(1));
}
