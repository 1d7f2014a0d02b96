/** A piece of the app that has not come after this long will not come (ERR-16). */
const chunkLimitMs = 120_000;

/** A piece of the app did not come: no signal, or a deploy has replaced it. */
export class ChunkFailure extends Error {
  override readonly name = 'ChunkFailure';
}

/** Fails with a sentence when a piece of the app does not come, or takes longer than the limit. */
export function withinChunkLimit<T>(loading: Promise<T>, limitMs = chunkLimitMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChunkFailure(`This page could not be loaded within ${limitMs / 1000} seconds`)),
      limitMs,
    );
    // In words of its own: at the browser's the router would reload by itself, into nothing without a signal.
    const fail = (cause: unknown) => reject(new ChunkFailure('This page could not be loaded', { cause }));
    loading.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}
