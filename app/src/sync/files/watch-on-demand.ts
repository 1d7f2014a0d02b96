interface Watchable<T> {
  current(): T;
  subscribe(listener: () => void): () => void;
}

/**
 * Something to watch that comes when somebody first listens.
 * @param before what is shown until it is here
 */
export function watchOnDemand<T>(
  before: T,
  come: () => Promise<Watchable<T>>,
  logFailure: (error: unknown) => void,
): Watchable<T> {
  let here: Watchable<T> | null = null;
  return {
    current: () => (here ? here.current() : before),
    subscribe(listener) {
      let end: (() => void) | null = null;
      let isOver = false;
      function follow(watchable: Watchable<T>) {
        here = watchable;
        if (isOver) return;
        end = watchable.subscribe(listener);
        listener();
      }
      if (here) end = here.subscribe(listener);
      else come().then(follow).catch(logFailure);
      return () => {
        isOver = true;
        end?.();
      };
    },
  };
}
