import { describe, expect, test, vi } from 'vitest';
import { watchOnDemand } from './watch-on-demand.ts';

function counter() {
  const listeners = new Set<() => void>();
  let value = 1;
  return {
    listeners,
    current: () => value,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add() {
      value += 1;
      for (const listener of listeners) listener();
    },
  };
}

describe('something to watch on demand', () => {
  test('shows what stood before, then what came, then every change', async () => {
    const source = counter();
    const watched = watchOnDemand(0, async () => source, vi.fn());
    const seen: number[] = [];
    expect(watched.current()).toBe(0);
    const end = watched.subscribe(() => seen.push(watched.current()));
    await vi.waitFor(() => expect(seen).toEqual([1]));
    source.add();
    expect(seen).toEqual([1, 2]);
    end();
    expect(source.listeners.size).toBe(0);
  });

  test('is not followed by who stopped listening before it came', async () => {
    const source = counter();
    const watched = watchOnDemand(0, async () => source, vi.fn());
    watched.subscribe(vi.fn())();
    await vi.waitFor(() => expect(watched.current()).toBe(1));
    expect(source.listeners.size).toBe(0);
  });

  test('says why when it could not come', async () => {
    const logFailure = vi.fn();
    const error = new TypeError('Failed to fetch');
    const watched = watchOnDemand(0, () => Promise.reject(error), logFailure);
    watched.subscribe(vi.fn());
    await vi.waitFor(() => expect(logFailure).toHaveBeenCalledWith(error));
    expect(watched.current()).toBe(0);
  });
});
