import { failureOf } from '#remote/failure.ts';

/** LOG-10 */
const pauseMs = 20 * 60_000;

/** Sees to it that a device does not try an event too often, and counts how often it did. */
export function createLogWatch({ now, untruths }: { now: () => number; untruths: string[] }) {
  /** Pushes that somebody asked for: those try everything at once. */
  let pushesOfAll = 0;
  /** By the device's clock, ms; of pushes that came to their end. */
  const lastTry = new Map<string, number>();
  const underWay = new Map<string, number>();
  const count = new Map<string, number>();

  return {
    /** @param body of a call that is about to go to the host */
    tries(body: string) {
      const { id } = (JSON.parse(body) as { data: { id: string } }).data;
      count.set(id, (count.get(id) ?? 0) + 1);
      const last = lastTry.get(id);
      if (pushesOfAll === 0 && last !== undefined && Math.abs(now() - last) < pauseMs) {
        untruths.push(`event ${id} was tried again too soon`);
      }
      underWay.set(id, now());
    },

    async push(pushing: Promise<void>, isAll: boolean, isDead: () => boolean): Promise<void> {
      if (isAll) pushesOfAll += 1;
      try {
        await pushing;
        for (const [id, at] of underWay) if (!isDead()) lastTry.set(id, at);
      } catch (error) {
        // Whoever is signed out has tried nothing.
        const isTried = failureOf(error)?.kind === 'unreachable';
        for (const [id, at] of underWay) if (isTried && !isDead()) lastTry.set(id, at);
        throw error;
      } finally {
        if (isAll) pushesOfAll -= 1;
        underWay.clear();
      }
    },

    /** How often an event was sent to the host, whatever came of it. */
    triesOf: (id: string) => count.get(id) ?? 0,
  };
}

export type LogWatch = ReturnType<typeof createLogWatch>;
