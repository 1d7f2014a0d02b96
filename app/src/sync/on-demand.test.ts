import { liveQuery } from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { onDemand } from './on-demand.ts';

const database = openDatabase('on-demand');
afterEach(() => database.marks.clear());

const createMarks = () => ({
  count: () => database.marks.count(),
  add: async (id: string) => {
    await database.marks.put({ id, value: true });
  },
});

describe('a service on demand', () => {
  test('is fetched with the first call, and only once', async () => {
    const fetchCode = vi.fn(async () => createMarks());
    const marks = onDemand(fetchCode);
    expect(fetchCode).not.toHaveBeenCalled();
    await Promise.all([marks.add('a'), marks.add('b')]);
    expect(await marks.count()).toBe(2);
    expect(fetchCode).toHaveBeenCalledTimes(1);
  });

  test('is asked for again after it could not be fetched', async () => {
    const fetchCode = vi.fn(async () => createMarks());
    fetchCode.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    const marks = onDemand(fetchCode);
    await expect(marks.count()).rejects.toThrow('Failed to fetch');
    expect(await marks.count()).toBe(0);
  });

  test('a live query whose first call brought the service follows what it read', async () => {
    const marks = onDemand(async () => createMarks());
    const counts: number[] = [];
    const following = liveQuery(() => marks.count()).subscribe((count) => counts.push(count));
    await vi.waitFor(() => expect(counts).toEqual([0]));
    await marks.add('a');
    await vi.waitFor(() => expect(counts).toEqual([0, 1]));
    following.unsubscribe();
  });

  test('whoever waits for a service that a live query asked for first is no part of that query', async () => {
    const fetching = Promise.withResolvers<void>();
    const rows = onDemand(async () => {
      await Promise.all([fetching.promise]);
      return { marks: () => database.marks.count(), drafts: () => database.drafts.count() };
    });
    const query = vi.fn(() => rows.marks());
    const counts: number[] = [];
    const following = liveQuery(async () => query()).subscribe((count) => counts.push(count));
    await vi.waitFor(() => expect(query).toHaveBeenCalled());
    const drafts = rows.drafts();
    fetching.resolve();
    expect(await drafts).toBe(0);
    await vi.waitFor(() => expect(counts).toEqual([0]));
    await database.drafts.put({
      id: 'of a pack',
      kind: 'pack',
      ownerId: 'nora',
      at: 1,
      by: 'here',
      value: {},
    });
    await database.marks.put({ id: 'a', value: true });
    await vi.waitFor(() => expect(counts).toEqual([0, 1]));
    expect(query).toHaveBeenCalledTimes(2);
    following.unsubscribe();
  });

  test('can be awaited as a value and carries what answers at once', async () => {
    const marks = Object.assign(
      onDemand(async () => createMarks()),
      { name: () => 'marks' },
    );
    expect((await marks).name()).toBe('marks');
  });
});
