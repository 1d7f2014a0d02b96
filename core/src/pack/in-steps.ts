// A slow tablet needs the rest of its frame for drawing.
const workMs = 8;

/** So little that it is no matter what follows in the same turn. */
const littleMs = 2;

/** Walks through work without a pause. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Walks through work step by step and lets others have a turn whenever it has taken its share of a frame. What follows has
 * a turn of its own: several such works after each other never take more than one share together.
 */
export async function inSteps<T>(steps: Generator<void, T>, pause: () => PromiseLike<void>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    const workedMs = performance.now() - began;
    if (workedMs >= (done ? littleMs : workMs)) {
      await pause();
      began = performance.now();
    }
    if (done) return value;
  }
}
