/** What the page itself notes while it runs, in ms since it began to load. */
export interface PageNotes {
  /** What home's door to the resources says, each time it says something else. */
  doors: { at: number; text: string; isOpen: boolean }[];
  clicks: number[];
  longTasks: { at: number; ms: number }[];
  /** Frames of more than 50 ms: how long from the first task to what is painted, and how long the page could not answer at a time. */
  longFrames: { at: number; ms: number; held: number }[];
  /** Transactions that write, from their beginning until they are durable. */
  writes: { stores: string[]; began: number; durable: number }[];
}

declare global {
  interface Window {
    notes: PageNotes;
  }
}

/** Runs in the page before everything else. */
export function watchPage() {
  const notes: PageNotes = { doors: [], clicks: [], longTasks: [], longFrames: [], writes: [] };
  window.notes = notes;
  window.addEventListener('click', ({ timeStamp }) => notes.clicks.push(timeStamp), { capture: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      notes.longTasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // What a task holds the page up for ends with the painting that follows it. The entry tells what is beyond 50 ms, of several long
      // tasks in one frame the sum: the figure errs on the side of too much.
      const { blockingDuration } = entry as PerformanceEntry & { blockingDuration: number };
      const held = blockingDuration > 0 ? 50 + blockingDuration : 0;
      notes.longFrames.push({ at: entry.startTime, ms: entry.duration, held });
    }
  }).observe({ type: 'long-animation-frame', buffered: true });

  const look = () => {
    // Only home has doors, and a page of thousands of elements is long to look through.
    if (!/^(#\/)?$/.test(location.hash)) return;
    const door = [...document.querySelectorAll('main a')].find((link) =>
      link.textContent?.startsWith('Resources'),
    );
    const text = door?.textContent ?? '';
    const isOpen = door?.hasAttribute('href') ?? false;
    const last = notes.doors.at(-1);
    if (!door || (last?.text === text && last.isOpen === isOpen)) return;
    const said = { at: performance.now(), text, isOpen };
    notes.doors.push(said);
    // Painted and able to take a tap, not only in the document.
    requestAnimationFrame(() =>
      setTimeout(() => {
        said.at = performance.now();
      }),
    );
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });

  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const began = performance.now();
    const transaction = begin.call(this, stores, mode, options);
    if (mode === 'readwrite')
      transaction.addEventListener('complete', () =>
        notes.writes.push({ stores: [...transaction.objectStoreNames], began, durable: performance.now() }),
      );
    return transaction;
  };
}
