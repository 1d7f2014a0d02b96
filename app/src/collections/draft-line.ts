import { createStore } from 'zustand/vanilla';

// Long enough that quick keys are written together, short enough that a crash costs no more than the last of them.
const restMs = 250;

/** Makes what is to be written by then. */
export type Make = () => unknown;

/**
 * Writes what it is given last: the first in the next turn, so that what was done is drawn before a large draft is put
 * together, and after that with a rest, so that this is not done for every key. What the device does not take is given to
 * it again with the next flush, unless something newer takes its place.
 * @param write says whether the device has it by then; `isLast`: whether nothing newer was given to it meanwhile
 */
export function draftLine(write: (value: unknown, isLast: () => boolean) => Promise<boolean>) {
  const isKept = createStore(() => true);
  let next: Make | null = null;
  let notKept: Make | null = null;
  let count = 0;
  let resting: ReturnType<typeof setTimeout> | null = null;
  let written: Promise<void> = Promise.resolve();

  function writeNext() {
    if (resting !== null) clearTimeout(resting);
    resting = null;
    const make = next;
    next = null;
    if (!make) return;
    notKept = null;
    const writing = writeOne(make);
    written = Promise.all([written, writing]).then(() => undefined);
    const rest = setTimeout(writeWhenDone, restMs);
    resting = rest;
    /** No sooner than the device has the one before, however slow it is. */
    async function writeWhenDone() {
      await writing;
      if (resting === rest) writeNext();
    }
  }

  async function writeOne(make: Make) {
    count += 1;
    const own = count;
    const isLast = () => own === count;
    const value = make();
    const isDone = await write(value, isLast);
    if (!isLast()) return;
    if (!isDone) notKept = make;
    // Of what is dropped nothing is lost, if the device does not even take that.
    isKept.setState(isDone || value === null, true);
  }

  return {
    isKept: { current: isKept.getState, subscribe: isKept.subscribe },
    put(make: Make) {
      next = make;
      if (resting === null) resting = setTimeout(writeNext);
    },
    /** Nothing is left to be put together: it is on its way at once, unless something is written already. */
    drop() {
      next = () => null;
      if (resting === null) writeNext();
    },
    /** All that was given so far is on its way to the device when this returns, and on it when the promise is kept. */
    async flush(): Promise<void> {
      next ??= notKept;
      writeNext();
      await written;
    },
  };
}
