/**
 * Runs a task at once, and again after the pause when it was asked for meanwhile: what is asked for last is always
 * answered, and never two at a time. One that fails keeps none of the others from running.
 * @param ms between the end of one run and the next
 */
export function atMostEvery(ms: number, task: () => Promise<unknown>) {
  let isResting = false;
  let isAskedFor = false;

  async function run() {
    isResting = true;
    // Nobody waits for it: one over a database that is closed, say, while a newer window opens it, is for the console.
    await task().catch(console.warn);
    setTimeout(() => {
      isResting = false;
      if (isAskedFor) ask();
    }, ms);
  }

  function ask() {
    isAskedFor = isResting;
    if (!isResting) void run();
  }

  return ask;
}
