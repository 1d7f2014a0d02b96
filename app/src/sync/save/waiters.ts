import { newId } from '@satchel/core/pack/new-id.ts';
import type { Every } from '#sync/runner-lock.ts';

export type Windows = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/** What one window tells the others of somebody in it. */
interface Said {
  waits: string;
  isOver: boolean;
  /** Of what they wait to hear of. */
  ids: readonly string[];
}

const beatMs = 4_000;
/** So long without a word a window in which somebody waited is closed or frozen. */
const silentMs = 12_000;

interface WaitersParts {
  /** The other windows of this device; without it this one is alone. */
  windows?: Windows | undefined;
  now: () => number;
  every: Every;
}

/**
 * Who waits, in whichever window, until a push lets go of the lock. What the others say makes it shorter and nothing else: who is not
 * heard waits until the push is over.
 */
export function createWaiters({ windows, now, every }: WaitersParts) {
  const here = new Set<string>();
  /** When each was heard last, and what they wait to hear of. */
  const elsewhere = new Map<string, { at: number; ids: readonly string[] }>();

  windows?.addEventListener('message', ({ data }) => {
    if (typeof data?.waits !== 'string') return;
    if (data.isOver) elsewhere.delete(data.waits);
    else elsewhere.set(data.waits, { at: now(), ids: Array.isArray(data.ids) ? data.ids : [] });
  });

  function heardElsewhere() {
    for (const [id, { at }] of elsewhere) if (Math.abs(now() - at) > silentMs) elsewhere.delete(id);
    return [...elsewhere.values()];
  }

  return {
    isAny: () => here.size > 0 || heardElsewhere().length > 0,

    /** Whether somebody in another window waits to hear what becomes of this. */
    isAwaitedElsewhere: (id: string) => heardElsewhere().some(({ ids }) => ids.includes(id)),

    /**
     * @param ids of what they wait to hear of
     * @returns ends the wait; to be called when it is over, however it ended
     */
    wait(ids: readonly string[] = []): () => void {
      const id = newId();
      const say = (isOver: boolean) => windows?.postMessage({ waits: id, isOver, ids } satisfies Said);
      here.add(id);
      say(false);
      const endBeat = windows ? every(beatMs, () => say(false)) : () => {};
      return () => {
        if (!here.delete(id)) return;
        endBeat();
        say(true);
      };
    },
  };
}
