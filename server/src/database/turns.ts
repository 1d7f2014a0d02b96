/** Nobody gave up a turn in time, or too many wait already. */
export class AllTurnsTaken extends Error {
  override name = 'AllTurnsTaken';
}

/** Lets only so many run and wait at once; whoever waits longer than that is told so by `AllTurnsTaken`. */
export function createTurns(atOnce: number, longestWaitMs: number, mostWaiting = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (running < atOnce) {
        running++;
        resolve();
        return;
      }
      if (waiting.length >= mostWaiting) {
        reject(new AllTurnsTaken('Too many wait already.'));
        return;
      }
      const start = () => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(new AllTurnsTaken('Nobody gave up a turn in time.'));
      }, longestWaitMs);
      waiting.push(start);
    });

  return {
    async take<T>(work: () => Promise<T>): Promise<T> {
      await turn();
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
