/** Does a task with each value it is given, one after the other; of those that come while one runs only with the last. */
export function lastOfMany<T>(task: (value: T) => Promise<void>) {
  let next: { value: T } | null = null;
  let running: Promise<void> | null = null;

  async function run() {
    while (next) {
      const { value } = next;
      next = null;
      await task(value);
    }
    running = null;
  }

  return {
    put(value: T) {
      next = { value };
      running ??= run();
    },
    /** When all that was given so far is done. */
    settled: async () => {
      await running;
    },
  };
}
