import { describe, expect, test, vi } from 'vitest';
import { createMemoryHost } from '#testing/memory-host.ts';
import { packWith } from '#testing/real-host.ts';
import { draftOf, form, offline, openSignedIn, titleAt } from '#testing/signed-in-device.ts';

test('[F23] what a proxy takes for too large is set aside, and what came after it goes', async () => {
  const host = createMemoryHost();
  const page = { status: 413, headers: { 'content-type': 'text/html' } };
  const device = openSignedIn(host, {
    fetch: async (address, init) =>
      String(init?.body).length > 10_000
        ? new Response('<html><h1>413 Request Entity Too Large</h1></html>', page)
        : host.fetch(address, init),
  });
  const [large, small] = [draftOf(device, 'Large'), draftOf(device, 'Small')];
  await offline(device, async () => {
    await device.packs.save({ ...large, ...packWith('much '.repeat(5000)) });
    await device.packs.save(small);
  });
  await device.waiting.push();
  expect((await device.waiting.items()).map(({ title, state }) => [title, state])).toEqual([
    ['Large', 'refused'],
  ]);
  expect(titleAt(host, small.id)).toBe('Small');
  expect(device.connection.isOnline()).toBe(true);
});

test('a record over which the host breaks down with a page is tried again later, and holds up no other', async () => {
  const host = createMemoryHost();
  const broken = { status: 500, headers: { 'content-type': 'text/html' } };
  const device = openSignedIn(host, {
    fetch: async (address, init) =>
      String(init?.body).includes('Unlucky')
        ? new Response('The website encountered an unexpected error.', broken)
        : host.fetch(address, init),
  });
  const [unlucky, lucky] = [draftOf(device, 'Unlucky'), draftOf(device, 'Lucky')];
  await offline(device, async () => {
    await device.packs.save(unlucky);
    await device.packs.save(lucky);
  });
  await device.waiting.push();
  expect((await device.waiting.items()).map(({ title, state }) => [title, state])).toEqual([
    ['Unlucky', 'waiting'],
  ]);
  expect(titleAt(host, lucky.id)).toBe('Lucky');
  expect(device.timers).toHaveLength(1);
});

test('[SYNC-38] what the host says of a record each time is told, and what waits for it says so', async () => {
  const host = createMemoryHost();
  const broken = { title: 'Internal Server Error', status: '500', detail: 'The colour is broken.' };
  const device = openSignedIn(host, {
    fetch: async (address, init) =>
      String(init?.body).includes('Unlucky')
        ? new Response(JSON.stringify({ errors: [broken] }), {
            status: 500,
            headers: { 'content-type': 'application/vnd.api+json' },
          })
        : host.fetch(address, init),
  });
  const [unlucky, refused] = [draftOf(device, 'Unlucky'), draftOf(device, 'Refused')];
  host.refused.add(refused.id);
  await offline(device, async () => {
    await device.packs.save(unlucky);
    await device.packs.save(refused);
    await device.messages.record(unlucky, { ...form, subject: 'of one' }, 'send');
    await device.messages.record(refused, { ...form, subject: 'of the other' }, 'send');
  });
  await device.waiting.push();
  expect((await device.waiting.items()).map(({ title, state, reason }) => [title, state, reason])).toEqual([
    [
      'Unlucky',
      'waiting',
      'The server answered: Internal Server Error (500) - The colour is broken. It is tried again by itself.',
    ],
    ['Refused', 'refused', 'Unprocessable Content (422)'],
    ['of one', 'waiting', 'It waits for the pack ‘Unlucky’, which has not come to the server yet.'],
    ['of the other', 'waiting', 'It waits for the pack ‘Refused’, which was set aside.'],
  ]);
});

test.each([403, 502, 200])(
  'a record that something on the way answers with a page (%i) is tried again later, and holds up no other',
  async (status) => {
    const host = createMemoryHost();
    const isStopped = vi.fn();
    const device = openSignedIn(host, {
      fetch: async (address, init) => {
        if (!String(init?.body).includes('select * from')) return host.fetch(address, init);
        isStopped();
        const headers = { 'content-type': 'text/html' };
        return new Response('<html><h1>Request blocked</h1></html>', { status, headers });
      },
    });
    const [stopped, free] = [draftOf(device, 'select * from prices'), draftOf(device, 'Free')];
    await offline(device, async () => {
      await device.packs.save(stopped);
      await device.packs.save(free);
    });
    await device.waiting.push();
    expect((await device.waiting.items()).map(({ title, state }) => [title, state])).toEqual([
      ['select * from prices', 'waiting'],
    ]);
    expect(titleAt(host, free.id)).toBe('Free');
    expect(device.connection.isOnline()).toBe(true);
    expect(device.timers).toHaveLength(1);
    // It has to wait its time: what goes meanwhile does not have it tried again.
    await device.waiting.push();
    expect(isStopped).toHaveBeenCalledOnce();
  },
);

test('[F19] where a portal answers everything with a page, nothing has had its try', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  device.network.state = 'portal';
  const pack = draftOf(device, 'Offer');
  await offline(device, async () => void (await device.packs.save(pack)));
  await device.waiting.push();
  expect(device.connection.isOnline()).toBe(false);
  device.network.state = 'up';
  device.connection.answered();
  await device.waiting.push();
  expect(titleAt(host, pack.id)).toBe('Offer');
});

test('[F20] a pack has as long to go out as a slow line takes for it, and is not given up over and over again', async () => {
  const host = createMemoryHost();
  const limits: number[] = [];
  const timeout = (ms: number) => {
    limits.push(ms);
    return new AbortController().signal;
  };
  const device = openSignedIn(host, { timeout });
  const longest = async (letters: number) => {
    limits.length = 0;
    await device.packs.save({ ...draftOf(device, 'Offer'), ...packWith('a'.repeat(letters)) });
    return Math.max(...limits);
  };
  expect(await longest(100)).toBeLessThan(65_000);
  // 8 MB at a megabit a second.
  expect(await longest(8_000_000)).toBeGreaterThan(2 * 64_000);
});

test('a busy host is left alone for a while, longer each time, and asked again by itself', async () => {
  const host = createMemoryHost();
  let clock = 1_800_000_000_000;
  const device = openSignedIn(host, { now: () => clock });
  host.state.mood = 'busy';
  const pack = draftOf(device, 'Patience');
  await device.packs.save(pack);
  const tries = () => device.network.calls.filter((call) => call.startsWith('POST')).length;
  expect(tries()).toBe(1);
  await device.waiting.push();
  expect(tries()).toBe(1);
  clock += 5000;
  await device.waiting.push();
  expect(tries()).toBe(2);
  expect(device.timers.map(({ ms }) => ms)).toEqual([5000, 10_000]);
  host.state.mood = 'well';
  clock += 10_000;
  device.timers.at(-1)!.task();
  await vi.waitFor(() => expect(titleAt(host, pack.id)).toBe('Patience'));
});

test('[F24] devices that a busy host sent away at once come back apart, and none before its time', async () => {
  const host = createMemoryHost();
  host.state.mood = 'busy';
  const waits: number[] = [];
  for (const random of [0, 0.5, 0.999]) {
    const device = openSignedIn(host, { now: () => 1_800_000_000_000, random: () => random });
    await device.packs.save(draftOf(device, 'Patience'));
    await vi.waitFor(() => expect(device.timers).toHaveLength(1));
    waits.push(device.timers[0]!.ms);
  }
  expect(waits).toEqual([5000, 5500, 5999]);
});

test('what waits for a busy host goes by itself after the app was started anew', async () => {
  const host = createMemoryHost();
  const clock = { now: 1_800_000_000_000 };
  const before = openSignedIn(host, { now: () => clock.now });
  host.state.mood = 'busy';
  const pack = draftOf(before, 'Patience');
  await before.packs.save(pack);
  clock.now += 2000;
  const after = openSignedIn(host, { now: () => clock.now, shared: before.shared });
  await (await after.engine()).meetHost();
  await vi.waitFor(() => expect(after.timers.map(({ ms }) => ms)).toEqual([3000]));
  host.state.mood = 'well';
  clock.now += 3000;
  after.timers[0]!.task();
  await vi.waitFor(() => expect(titleAt(host, pack.id)).toBe('Patience'));
});

test('[F34] an answer that tells of another pack than was sent is none: the other one stays as it is, and the host is asked', async () => {
  const host = createMemoryHost();
  const ids: string[] = [];
  const device = openSignedIn(host, {
    fetch: async (address, init) => {
      const answer = await host.fetch(address, init);
      if (init?.method !== 'POST' || !String(init.body).includes(`"${ids[0]}"`)) return answer;
      const { data } = await answer.json();
      const { status, headers } = answer;
      return new Response(JSON.stringify({ data: { ...data, id: ids[1] } }), { status, headers });
    },
  });
  const [first, second] = [draftOf(device, 'First'), draftOf(device, 'Second')];
  ids.push(first.id, second.id);
  await offline(device, async () => {
    await device.packs.save(first);
    await device.packs.save(second);
  });
  await device.waiting.push();
  expect((await device.packs.get(first.id))?.title).toBe('First');
  expect((await device.packs.get(second.id))?.title).toBe('Second');
  expect(await device.waiting.items()).toEqual([]);
  expect([titleAt(host, first.id), titleAt(host, second.id)]).toEqual(['First', 'Second']);
});

test('a host that stores a message under an id of its own is told of it once, and a person is asked', async () => {
  const host = createMemoryHost();
  const own = crypto.randomUUID();
  const device = openSignedIn(host, {
    fetch: async (address, init) => {
      if (init?.method !== 'POST' || !String(address).endsWith('/salestool/message'))
        return host.fetch(address, init);
      const { data } = JSON.parse(String(init.body));
      return host.fetch(address, { ...init, body: JSON.stringify({ data: { ...data, id: own } }) });
    },
  });
  const pack = draftOf(device, 'Offer');
  await device.packs.save(pack);
  await device.messages.record(pack, form, 'send');
  for (let time = 0; time < 2; time++) await device.waiting.push();
  expect(await device.waiting.items()).toMatchObject([
    { state: 'refused', reason: expect.stringContaining('about another record than it was sent') },
  ]);
  expect(host.mailed.size).toBe(1);
});

describe('while the host is being replaced and a router answers in its place', () => {
  const routers: [what: string, status: number, type: string, text: string][] = [
    ['a page', 404, 'text/html', '<html><h1>404 Not Found</h1></html>'],
    ['a page that allows nothing', 405, 'text/html', '<html><h1>405 Not Allowed</h1></html>'],
    ['JSON of its own', 404, 'application/json', '{"message":"no Route matched with those values"}'],
  ];

  /** Only what is asked of records is answered by it. */
  function behindRouter([, status, type, text]: (typeof routers)[number]) {
    const host = createMemoryHost();
    const clock = { now: 1_800_000_000_000 };
    const router = { isAlone: false, losesAnswer: false, asked: 0 };
    const device = openSignedIn(host, {
      now: () => clock.now,
      fetch: async (address, init) => {
        const isOfRecord = String(address).includes('/salestool/');
        if (!router.isAlone || !isOfRecord) {
          const answer = await host.fetch(address, init);
          if (isOfRecord && router.losesAnswer) throw new TypeError('Failed to fetch');
          return answer;
        }
        router.asked += 1;
        return new Response(text, { status, headers: { 'content-type': type } });
      },
    });
    return { host, clock, router, device };
  }

  test.each(routers)(
    '[F24] with %s (%i), nothing is set aside, little is tried, and all goes later',
    async (...answer) => {
      const { host, clock, router, device } = behindRouter(answer);
      const packs = Array.from({ length: 9 }, (_, at) => draftOf(device, `Pack ${at}`));
      await offline(device, async () => {
        for (const pack of packs) await device.packs.save(pack);
        await device.messages.record(packs[0]!, form, 'send');
      });
      router.isAlone = true;
      await device.waiting.push();
      expect(router.asked).toBe(2);
      expect((await device.waiting.items()).map(({ state }) => state)).toEqual(Array(10).fill('waiting'));
      router.isAlone = false;
      clock.now += 60_000;
      device.timers.at(-1)!.task();
      await vi.waitFor(async () => expect(await device.waiting.items()).toEqual([]));
      expect(host.mailed.size).toBe(1);
    },
  );

  test.each(routers)(
    'with %s (%i), a message that may be there is not said to be cancelled',
    async (...answer) => {
      const { host, router, device } = behindRouter(answer);
      const pack = draftOf(device, 'Offer');
      await device.packs.save(pack);
      await device.waiting.push();
      router.losesAnswer = true;
      const { message } = await device.messages.record(pack, form, 'send');
      router.losesAnswer = false;
      await device.connection.ask();
      router.isAlone = true;
      await expect(device.messages.cancel(message.id)).rejects.toThrow('No response');
      router.isAlone = false;
      expect((await device.waiting.items()).map(({ id }) => id)).toEqual([message.id]);
      await device.connection.ask();
      await device.waiting.push();
      expect(await device.waiting.items()).toEqual([]);
      expect([...host.mailed]).toEqual([[message.id, 1]]);
    },
  );
});
