import type { Patience, WithLock } from '#remote/with-lock.ts';

interface Holder {
  isFrozen(): boolean;
  /** Frozen, or waiting for an answer that is held up. */
  isHeldUp(): boolean;
  isDead(): boolean;
}

interface Hold {
  holder: Holder;
}

interface Waiter {
  hold: Hold;
  patience: Patience | undefined;
  grant(): void;
}

/** The locks of one device's browser: kept by windows, given back when one is closed, taken from one that froze. */
export function createDeviceLocks() {
  const held = new Map<string, Hold>();
  const waiting = new Map<string, Waiter[]>();

  function give(name: string) {
    const next = waiting.get(name)?.shift();
    if (next) {
      held.set(name, next.hold);
      next.grant();
    } else held.delete(name);
  }

  /** Whether a window waits for what one holds that cannot go on. */
  function isStuck(holder: Holder, asked = new Set<Holder>()): boolean {
    asked.add(holder);
    return [...waiting].some(([name, waiters]) => {
      const other = held.get(name)?.holder;
      if (!other || asked.has(other) || !waiters.some(({ hold }) => hold.holder === holder)) return false;
      return other.isHeldUp() || isStuck(other, asked);
    });
  }

  return {
    of:
      (holder: Holder): WithLock =>
      async (name, task, patience) => {
        const hold = { holder };
        if (holder.isDead()) return new Promise(() => {});
        if (held.has(name)) {
          await new Promise<void>((grant) => {
            waiting.set(name, [...(waiting.get(name) ?? []), { hold, patience, grant }]);
          });
        } else held.set(name, hold);
        try {
          return await task();
        } finally {
          if (held.get(name) === hold) give(name);
        }
      },

    isHeldBy: (holder: Holder, name: string) => held.get(name)?.holder === holder,

    isStuck: (holder: Holder) => isStuck(holder),

    /** A window is gone, and with it all that it held and waited for. */
    drop(holder: Holder) {
      for (const [name, waiters] of waiting) {
        waiting.set(
          name,
          waiters.filter(({ hold }) => hold.holder !== holder),
        );
      }
      for (const [name, hold] of [...held]) if (hold.holder === holder) give(name);
    },

    /** Lets windows whose patience is at its end take what a frozen one holds. */
    async takeFromFrozen() {
      for (const [name, hold] of [...held]) {
        if (!hold.holder.isFrozen()) continue;
        const heir = waiting.get(name)?.find(({ patience, hold }) => patience && !hold.holder.isFrozen());
        if (!heir || !(await heir.patience?.isHolderGone())) continue;
        // While it asked, the lock may have been given on, and it may have been closed itself.
        if (held.get(name) !== hold || heir.hold.holder.isDead()) continue;
        waiting.set(
          name,
          (waiting.get(name) ?? []).filter((waiter) => waiter !== heir),
        );
        held.set(name, heir.hold);
        heir.grant();
      }
    },
  };
}

export type DeviceLocks = ReturnType<typeof createDeviceLocks>;
