/** What is done in a turn of its own, because what comes before it takes most of a frame. Whatever comes next settles it first. */
export function createTurnAfter() {
  let due: (() => void) | null = null;

  function settle() {
    const work = due;
    due = null;
    work?.();
  }
  return {
    settle,
    put(work: () => void) {
      settle();
      due = work;
      setTimeout(settle);
    },
  };
}
