// A slow tablet needs the rest of its frame for drawing.
const workMs = 8;

/** Walks through work without a pause. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Walks through work step by step and lets others have a turn whenever it has taken its share of a frame. */
export async function inSteps<T>(steps: Generator<void, T>, pause: () => PromiseLike<void>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < workMs) continue;
    await pause();
    began = performance.now();
  }
}
