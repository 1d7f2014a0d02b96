import { isTabbable } from 'tabbable';

/** ms between two looks. Whoever knows a better place for the focus takes it within a frame or two, and is not met. */
const lookEvery = 100;
/** ms after a key in which its control may go, such as once the host has answered. */
const longestWait = 15_000;
/** The same for a control that is busy, and for one that comes back: it is switched off, or drawn anew where it was put. */
const longestBusy = 120_000;
const longestPause = 2000;
/** The control that opened a dialog stands behind those that were pressed in it. */
const mostPlaces = 8;

interface Place {
  control: Element;
  /** In what lies above the page, and goes as a whole. */
  isAbove: boolean;
  /** An element and its neighbours, and the same of everything around it, from the inside out. */
  around: { element: Element; after: Element | null; before: Element | null }[];
}

/** What stands beside these has nothing to do with what is in them. */
const frames = 'main, [role="dialog"], [data-portal], body, body > *';

function placeOf(control: Element): Place {
  const around: Place['around'] = [];
  for (let at: Element | null = control; at && !at.matches(frames); at = at.parentElement)
    around.push({ element: at, after: at.nextElementSibling, before: at.previousElementSibling });
  return { control, around, isAbove: control.closest('[role="dialog"], [data-portal]') !== null };
}

const mayTakeIt = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';

/** What takes it inside is asked for one by one: a page may have thousands. */
const controlsOf = (element: Element | null): HTMLElement[] => {
  if (!element?.isConnected) return [];
  const inside = [...element.querySelectorAll<HTMLElement>(mayTakeIt)];
  return element.matches(mayTakeIt) ? [element as HTMLElement, ...inside] : inside;
};
const firstOf = (element: Element | null) => controlsOf(element).find((control) => isTabbable(control));
const lastOf = (element: Element | null) => controlsOf(element).findLast((control) => isTabbable(control));

/** The control itself when it is back, else what has come in its place, what stands after it, or what stands before it. */
function nearest({ around }: Place): HTMLElement | undefined {
  for (const { element, after, before } of around) {
    const found = firstOf(element) ?? firstOf(after) ?? lastOf(before);
    if (found) return found;
  }
  return undefined;
}

/** @returns false when there is nothing yet that could take it */
function goOnAt(places: readonly Place[]): boolean {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1);
  const page = document.querySelector<HTMLElement>('main h1, h1');
  const opener = places.findIndex(({ isAbove }) => !isAbove);
  const pressed = opener < 0 ? places : places.slice(0, opener + 1);
  const candidates = [...pressed.map(nearest), firstOf(dialog ?? null), page ?? undefined];
  const found = candidates.find((candidate) => candidate && (!dialog || dialog.contains(candidate)));
  found?.focus();
  return found !== undefined;
}

const typesWords = (element: Element) => element.matches(':read-write');

/** Keys that press, remove or close something. */
const presses = (key: string, element: Element) =>
  key === 'Enter' ||
  key === 'Escape' ||
  (!typesWords(element) && (key === ' ' || key === 'Delete' || key === 'Backspace'));

/**
 * A control may go with what its own press changes, or be switched off by it. Browsers leave whoever pressed it by a key at
 * the very beginning of the page then. From now on the focus stays where the control was.
 * @param isAwaited something else is about to take the focus, such as the title of the next page
 * @returns what ends it
 */
export function keepLostFocus(isAwaited: () => boolean): () => void {
  let places: Place[] = [];
  let watching: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    clearInterval(watching);
    watching = undefined;
  };

  function watch(pressed: Element) {
    stop();
    const pressedAt = performance.now();
    let idleSince = pressedAt;
    let lostAt: number | null = null;
    let wasOff = false;
    watching = setInterval(() => {
      const isBusy = pressed.isConnected && pressed.matches('[data-loading]');
      if (isBusy) idleSince = performance.now();
      if (performance.now() - pressedAt > longestBusy || performance.now() - idleSince > longestWait)
        return stop();
      const { activeElement } = document;
      const isLost = activeElement === document.body || activeElement === null;
      if (!isLost && activeElement !== pressed) return stop();
      const isOff = pressed.isConnected && pressed.matches(':disabled');
      wasOff ||= isOff;
      const comesBack = isOff || pressed.matches('[data-grip]');
      // What is carried by keys hides its grip, and gets the focus back where it is put.
      if (!isLost || isBusy || isAwaited() || pressed.closest('[data-lifted]')) {
        lostAt = null;
        return;
      }
      // It is lost for longer than a better place takes.
      lostAt ??= performance.now();
      const lost = performance.now() - lostAt;
      if (lost < lookEvery / 2 || (comesBack && lost < longestPause)) return;
      // Nothing took the focus from a field that is still there but the app itself, as to put a keyboard away.
      const isLeft = pressed.isConnected && !wasOff && typesWords(pressed);
      if (isLeft || goOnAt(places)) stop();
    }, lookEvery);
  }

  const onKey = ({ key, repeat }: KeyboardEvent) => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || !presses(key, activeElement)) return;
    if (repeat) return;
    const others = places.filter(({ control }) => control !== activeElement);
    places = [placeOf(activeElement), ...others].slice(0, mostPlaces);
    watch(activeElement);
  };
  // Who goes on by hand looks for no focus.
  const onPointer = () => {
    places = [];
    stop();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  document.addEventListener('pointerdown', onPointer, { capture: true });
  return () => {
    stop();
    document.removeEventListener('keydown', onKey, { capture: true });
    document.removeEventListener('pointerdown', onPointer, { capture: true });
  };
}
