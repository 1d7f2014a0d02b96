import type { Watchable } from '#services.ts';

/** A value that can be watched and set. */
export interface Settable<T> extends Watchable<T> {
  set(value: T): void;
}

export function settable<T>(first: T): Settable<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    current: () => value,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
