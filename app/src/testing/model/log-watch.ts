import { failureOf } from '#remote/failure.ts';

/** LOG-10 */
const pauseMs = 20 * 60_000;

interface Life {
  isDead: boolean;
  /** Whether it froze since a push of the log in it began that has not ended. */
  hasSlept: boolean;
  /** Pushes of the log in it that have not ended. */
  logPushes: number;
}

/** Sees to it that a device does not try an event too often, and counts how often it did. */
export function createLogWatch({ now, untruths }: { now: () => number; untruths: string[] }) {
  /** Pushes that somebody asked for: those try everything at once. */
  let pushesOfAll = 0;
  /** By the device's clock, ms; of pushes that came to their end. */
  const lastTry = new Map<string, number>();
  /** By window: one that froze has noted nothing, whatever another one that took over has done since. */
  const underWay = new Map<Life, Map<string, number>>();
  const count = new Map<string, number>();

  function noteTries(life: Life) {
    for (const [id, at] of underWay.get(life) ?? []) if (!life.isDead) lastTry.set(id, at);
  }

  return {
    /** @param body of a call that is about to go to the host from the window of that life */
    tries(body: string, life: Life) {
      const { id } = (JSON.parse(body) as { data: { id: string } }).data;
      count.set(id, (count.get(id) ?? 0) + 1);
      const last = lastTry.get(id);
      // A window that froze in the middle of one goes on with what it read before; the host takes it once.
      // Nor does one whose token the host refused choose it anew: it goes on with what it began before the other.
      const began = underWay.get(life)?.get(id);
      const goesOn = began !== undefined && last !== undefined && began < last;
      const isChosenNow = pushesOfAll === 0 && !life.hasSlept && !goesOn;
      if (isChosenNow && last !== undefined && Math.abs(now() - last) < pauseMs) {
        untruths.push(`event ${id} was tried again too soon`);
      }
      const tried = underWay.get(life) ?? new Map<string, number>();
      underWay.set(life, tried.set(id, now()));
    },

    async push(pushing: Promise<void>, { isAll, life }: { isAll: boolean; life: Life }): Promise<void> {
      if (isAll) pushesOfAll += 1;
      life.logPushes += 1;
      try {
        await pushing;
        noteTries(life);
      } catch (error) {
        if (failureOf(error)?.kind === 'unreachable') noteTries(life);
        // Whoever is signed out has tried nothing, and the push that waits behind this one must not note it for them.
        else underWay.delete(life);
        throw error;
      } finally {
        if (isAll) pushesOfAll -= 1;
        life.logPushes -= 1;
        if (life.logPushes === 0) {
          underWay.delete(life);
          Object.assign(life, { hasSlept: false });
        }
      }
    },

    /** After a device has forgotten what it tried. */
    forget: () => lastTry.clear(),

    /** How often an event was sent to the host, whatever came of it. */
    triesOf: (id: string) => count.get(id) ?? 0,
  };
}

export type LogWatch = ReturnType<typeof createLogWatch>;
