import { Dexie, RangeSet } from 'dexie';

const beatMs = 5_000;
/** So long without a beat no window is that is awake, however busy the device is. */
const asleepMs = 12_000;

interface Surroundings {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>;
  setInterval: (task: () => void, ms: number) => unknown;
  /** ms */
  now: () => number;
}

const thisWindow = (): Surroundings => ({
  document,
  setInterval: (task, ms) => window.setInterval(task, ms),
  now: () => performance.now(),
});

/**
 * Calls back when this window comes back from where it heard nothing of the others: frozen by the browser, hidden, or
 * stopped by something that tells nobody, which only the missing beats show.
 */
export function afterSleep(onAwake: () => void, { document, setInterval, now }: Surroundings = thisWindow()) {
  const isShown = () => document.visibilityState === 'visible';
  document.addEventListener('resume', onAwake);
  document.addEventListener('visibilitychange', () => {
    if (isShown()) onAwake();
  });
  let last = now();
  setInterval(() => {
    const pause = now() - last;
    last = now();
    // Browsers let hidden windows beat slowly; those are told when they are shown.
    if (pause > asleepMs && isShown()) onAwake();
  }, beatMs);
}

/** Every live query answers again. What other windows wrote while this one slept was told to nobody here. */
export const readAllAgain = () =>
  Dexie.on.storagemutated.fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) });
