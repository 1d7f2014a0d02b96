/** What is claimed ahead is to leave within so long, at the pace of the last answers. */
const aheadMs = 100;

/** So many a window leaves in doubt that is killed while a host answers fast. */
const mostAhead = 36;

/** How fast the host answers, and how many claims are worth holding at that pace. */
export function createPace(elapsed: () => number, atOnce: number) {
  const underway = new Map<object, number>();
  let slowest = Number.POSITIVE_INFINITY;
  let latest: number | null = null;

  return {
    leaves: (item: object) => void underway.set(item, elapsed()),

    /** @param isSent whether the host took it; nothing is claimed ahead after anything else */
    ends(item: object, isSent: boolean) {
      const took = isSent ? elapsed() - (underway.get(item) ?? 0) : Number.POSITIVE_INFINITY;
      latest = Math.max(latest ?? 0, took);
      underway.delete(item);
    },

    /** From now on the answers count that come from now on, and until one does, those of before. */
    beginAnew() {
      slowest = latest ?? slowest;
      latest = null;
    },

    /** Nothing is known any more. */
    forget() {
      slowest = Number.POSITIVE_INFINITY;
      latest = null;
    },

    /** How many to hold beside those that are on their way. An answer that does not come is a slow one. */
    ahead(): number {
      const waits = [...underway.values()].map((left) => elapsed() - left);
      return Math.min(mostAhead, Math.floor((aheadMs * atOnce) / Math.max(latest ?? slowest, ...waits)));
    },
  };
}
