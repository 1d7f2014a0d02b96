// Long enough that quick keys are written together, short enough that a crash costs no more than the last of them.
const restMs = 250;

/** Makes what is to be written by then. */
export type Make = () => unknown;

/**
 * Writes what it is given last: the first in the next turn, so that what was done is drawn before a large draft is put
 * together, and after that with a rest, so that this is not done for every key.
 */
export function draftLine(write: (value: unknown) => Promise<void>) {
  let next: Make | null = null;
  let resting: ReturnType<typeof setTimeout> | null = null;
  let written: Promise<void> = Promise.resolve();

  function writeNext() {
    if (resting !== null) clearTimeout(resting);
    resting = null;
    const make = next;
    next = null;
    if (!make) return;
    const writing = write(make());
    written = Promise.all([written, writing]).then(() => undefined);
    const rest = setTimeout(writeWhenDone, restMs);
    resting = rest;
    /** No sooner than the device has the one before, however slow it is. */
    async function writeWhenDone() {
      await writing;
      if (resting === rest) writeNext();
    }
  }

  return {
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
      writeNext();
      await written;
    },
  };
}
