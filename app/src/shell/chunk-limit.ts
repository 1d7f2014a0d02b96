/** A piece of the app that has not come after this long will not come (ERR-16). */
const chunkLimitMs = 120_000;

/** Fails with a sentence when a piece of the app takes longer than the limit. */
export function withinChunkLimit<T>(loading: Promise<T>, limitMs = chunkLimitMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`This page could not be loaded within ${limitMs / 1000} seconds`)),
      limitMs,
    );
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
