import { describe, expect, test, vi } from 'vitest';
import { createMemoryHost } from '#testing/memory-host.ts';
import { draftOf, form, offline, openSignedIn, titleAt } from '#testing/signed-in-device.ts';

describe('a record that comes nowhere although the host is well', () => {
  /** Uploads with these words in them end without an answer. */
  function withFilter(words: string) {
    const host = createMemoryHost();
    const clock = { now: 1_800_000_000_000 };
    const filter = { words, reached: false };
    const tries = vi.fn();
    const device = openSignedIn(host, {
      now: () => clock.now,
      fetch: async (address, init) => {
        if (init?.method !== 'POST' || !String(init.body).includes(filter.words))
          return host.fetch(address, init);
        tries();
        if (filter.reached) await host.fetch(address, init);
        throw new TypeError('Failed to fetch');
      },
    });
    return { host, clock, filter, tries, device };
  }

  test('[SYNC-38] it is tried again later, longer each time, and holds up nothing but what needs it', async () => {
    const { host, clock, filter, tries, device } = withFilter('Blocked');
    const [blocked, free] = [draftOf(device, 'Blocked'), draftOf(device, 'Free')];
    await offline(device, async () => {
      await device.packs.save(blocked);
      await device.packs.save(free);
      await device.messages.record(blocked, { ...form, subject: 'waits' }, 'send');
      await device.messages.record(free, { ...form, subject: 'goes' }, 'send');
    });
    // An answer may be lost once: that is mostly the fault of the line, and the next push learns what became of it.
    expect(await device.waiting.push()).toMatchObject({ packs: [1, 0], messages: [0, 0] });
    expect(device.connection.isOnline()).toBe(false);
    expect(await device.database.queue.get(blocked.id)).toMatchObject({ attempts: 0, notBefore: 0 });
    await device.connection.ask();
    expect(await device.waiting.push()).toMatchObject({ packs: [2, 1], messages: [1, 1] });
    const left = async () =>
      (await device.waiting.items()).map(({ title, state, reason }) => [title, state, reason]);
    const why = 'It could not be brought to the server yet. It is tried again by itself.';
    expect(await left()).toEqual([
      ['Blocked', 'waiting', why],
      ['waits', 'waiting', 'It waits for the pack ‘Blocked’, which has not come to the server yet.'],
    ]);
    expect(titleAt(host, free.id)).toBe('Free');
    expect(device.connection.isOnline()).toBe(true);

    // It has to wait its time: what goes meanwhile does not have it tried again.
    await device.waiting.push();
    expect(tries).toHaveBeenCalledTimes(2);
    expect(device.timers.at(-1)?.ms).toBe(5_000);
    for (let wait = 10_000; wait <= 15 * 60_000; wait *= 2) {
      clock.now = (await device.database.queue.get(blocked.id))!.notBefore;
      await device.waiting.push();
      expect((await device.database.queue.get(blocked.id))!.notBefore - clock.now).toBe(wait);
    }
    for (const _time of [1, 2]) {
      clock.now = (await device.database.queue.get(blocked.id))!.notBefore;
      await device.waiting.push();
    }
    expect((await device.database.queue.get(blocked.id))!.notBefore - clock.now).toBe(15 * 60_000);

    filter.words = 'nothing any more';
    clock.now += 15 * 60_000;
    await device.waiting.push();
    expect(await left()).toEqual([]);
    expect(host.mailed.size).toBe(2);
  });

  test('[F1] one whose answers are lost over and over is there once, is mailed once, and leaves the queue', async () => {
    const { host, clock, filter, device } = withFilter('offer');
    filter.reached = true;
    const pack = draftOf(device, 'Pack');
    await device.packs.save(pack);
    await device.waiting.push();
    const { message } = await device.messages.record(pack, { ...form, subject: 'offer' }, 'send');
    for (const _time of [1, 2]) {
      await device.connection.ask();
      await device.waiting.push();
    }
    expect((await device.waiting.items()).map(({ state }) => state)).toEqual(['waiting']);
    expect(await device.database.queue.get(message.id)).toMatchObject({ tried: true, claimedBy: null });
    filter.words = 'nothing any more';
    clock.now += 15 * 60_000;
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    expect([...host.mailed]).toEqual([[message.id, 1]]);
  });

  test('[F20] the host is asked once for all that end together, and at most once for each', async () => {
    const { host, device, clock } = withFilter('blocked');
    const pack = draftOf(device, 'Pack');
    await device.packs.save(pack);
    await device.waiting.push();
    await offline(device, async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
        clock.now += 1;
        const email = `${name}@example.test`;
        await device.messages.record(pack, { ...form, email, subject: 'blocked' }, 'send');
      }
    });
    const asked = () =>
      device.network.calls.filter((call) => call === 'GET https://host.example/jsonapi').length;
    const before = asked();
    await device.waiting.push();
    await device.connection.ask();
    expect(asked() - before).toBeLessThanOrEqual(1);
    expect(await device.waiting.push()).toMatchObject({ messages: [6, 0] });
    expect(asked() - before).toBeLessThanOrEqual(1 + 6);
    for (const { notBefore } of await device.database.queue.toArray())
      expect(notBefore).toBeGreaterThan(clock.now);
    expect(host.mailed.size).toBe(0);
  });

  test('[F20] where the host is silent the push ends, and nothing has had its try', async () => {
    const { device, tries } = withFilter('First');
    const [first, second] = [draftOf(device, 'First'), draftOf(device, 'Second')];
    await offline(device, async () => {
      await device.packs.save(first);
      await device.packs.save(second);
    });
    tries.mockImplementation(() => {
      device.network.state = 'down';
    });
    for (const _time of [1, 2, 3]) {
      device.network.state = 'up';
      expect(await device.waiting.push()).toMatchObject({ packs: [1, 0] });
    }
    expect(await device.database.queue.get(first.id)).toMatchObject({ attempts: 0, notBefore: 0 });
    expect(device.connection.isOnline()).toBe(false);
  });
});
