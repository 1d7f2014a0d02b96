/**
 * Runs a task at once, and again after the pause when it was asked for meanwhile: what is asked for last is always
 * answered, and never two at a time.
 * @param ms between the end of one run and the next
 */
export function atMostEvery(ms: number, task: () => Promise<unknown>) {
  let isResting = false;
  let isAskedFor = false;

  async function run() {
    isResting = true;
    try {
      await task();
    } finally {
      setTimeout(() => {
        isResting = false;
        if (isAskedFor) ask();
      }, ms);
    }
  }

  function ask() {
    isAskedFor = isResting;
    if (!isResting) void run();
  }

  return ask;
}
