/** A piece of the app that has not come after this long will not come (ERR-16). */
const chunkLimitMs = 120_000;

const gone = 'This page could not be loaded';

/** A piece of the app did not come: no signal, or a deploy has replaced it. */
class ChunkFailure extends Error {
  override readonly name = 'ChunkFailure';
}

// What browsers and the build's own loader say of a part that is gone.
const goneWords = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** A part that did not come, also one that was asked for without a limit. */
export const isChunkFailure = (error: unknown): error is Error =>
  error instanceof ChunkFailure || (error instanceof Error && goneWords.test(error.message));

export const wordsOf = (error: Error) => (error instanceof ChunkFailure ? error.message : gone);

/** Fails with a sentence when a piece of the app does not come, or takes longer than the limit. */
export function withinChunkLimit<T>(loading: Promise<T>, limitMs = chunkLimitMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChunkFailure(`This page could not be loaded within ${limitMs / 1000} seconds`)),
      limitMs,
    );
    // In words of its own: at the browser's the router would reload by itself, into nothing without a signal.
    const fail = (cause: unknown) => reject(new ChunkFailure(gone, { cause }));
    loading.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}
