import { describe, expect, test, vi } from 'vitest';
import { createMemoryHost } from '#testing/memory-host.ts';
import { packWith } from '#testing/real-host.ts';
import { draftOf, form, offline, openSignedIn, titleAt, user } from '#testing/signed-in-device.ts';

test('an edit made while the answer is on its way is kept, and goes with the next push', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const pack = draftOf(device, 'First');
  const letAnswer = host.holdAnswers();
  const first = device.packs.save(pack);
  await vi.waitFor(() => expect(titleAt(host, pack.id)).toBe('First'));
  const second = device.packs.save({ ...pack, title: 'Second' });
  await vi.waitFor(async () => expect((await device.packs.get(pack.id))?.title).toBe('Second'));
  letAnswer();
  await Promise.all([first, second]);
  expect((await device.packs.get(pack.id))?.title).toBe('Second');
  expect(titleAt(host, pack.id)).toBe('Second');
  expect(await device.waiting.items()).toEqual([]);
});

test('an edit made while a refusal of the one before is on its way is not refused with it', async () => {
  const host = createMemoryHost();
  const { promise: judged, resolve: judge } = Promise.withResolvers<void>();
  const isAsked = vi.fn();
  const device = openSignedIn(host, {
    fetch: async (address, init) => {
      if (!String(init?.body).includes('Wrong')) return host.fetch(address, init);
      isAsked();
      await judged;
      return Response.json({ errors: [{ status: '422', title: 'Unprocessable Content' }] }, { status: 422 });
    },
  });
  const pack = draftOf(device, 'Wrong');
  const first = device.packs.save(pack);
  await vi.waitFor(() => expect(isAsked).toHaveBeenCalled());
  const second = device.packs.save({ ...pack, title: 'Right' });
  await vi.waitFor(async () => expect((await device.packs.get(pack.id))?.title).toBe('Right'));
  judge();
  await first;
  expect(await second).toMatchObject({ savedRemotely: true, failure: null });
  expect(titleAt(host, pack.id)).toBe('Right');
  expect(await device.waiting.items()).toEqual([]);
});

test('[PSEND-25] a message waits for its own pack, and no other message waits for it', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const [stuck, free] = [draftOf(device, 'Stuck'), draftOf(device, 'Free')];
  host.refused.add(stuck.id);
  await offline(device, async () => {
    await device.packs.save(stuck);
    await device.packs.save(free);
    await device.messages.record(stuck, { ...form, subject: 'waits' }, 'send');
    await device.messages.record(free, { ...form, subject: 'goes' }, 'send');
  });
  const report = await device.waiting.push();
  expect([report.packs, report.messages]).toEqual([
    [2, 1],
    [1, 1],
  ]);
  expect((await device.waiting.items()).map(({ title, state }) => [title, state])).toEqual([
    ['Stuck', 'refused'],
    ['waits', 'waiting'],
  ]);
  host.refused.clear();
  for (const item of await device.waiting.items()) await device.waiting.retry(item);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  expect(host.mailed.size).toBe(2);
});

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

test('[F23] a refused message is corrected in its own place: same id, same link, the pack as it is now, and one mail', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const pack = draftOf(device, 'Offer');
  await device.packs.save(pack);
  host.state.mood = 'refuses';
  const { message, link } = await device.messages.record(pack, { ...form, email: 'daniel@nowhere' }, 'send');
  host.state.mood = 'well';
  const found = await device.messages.refused(message.id);
  expect(found).toMatchObject({
    form: { ...form, email: 'daniel@nowhere' },
    reason: expect.stringContaining('Unprocessable'),
  });

  const second = { ...pack, title: 'Offer, second' };
  await device.packs.save(second);
  const corrected = await device.messages.record(second, form, 'send', { corrects: message.id });
  expect(corrected).toMatchObject({ link, message: { id: message.id } });
  expect(host.records.get(message.id)?.attributes).toMatchObject({
    email: form.email,
    pack_snapshot: expect.stringContaining('Offer, second'),
  });
  expect([...host.mailed]).toEqual([[message.id, 1]]);
  expect(await device.waiting.items()).toEqual([]);
});

test('a message that is not refused any more is not written over', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const pack = draftOf(device, 'Offer');
  await device.packs.save(pack);
  const { message } = await device.messages.record(pack, form, 'send');
  expect(await device.messages.refused(message.id)).toBeNull();
  await expect(
    device.messages.record(pack, { ...form, subject: 'Other' }, 'send', { corrects: message.id }),
  ).rejects.toThrow('The message does not wait any more');
});

test('[SYNC-35, SYNC-37] signatures go before packs, packs before messages, and the report counts each', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const pack = draftOf(device, 'Pack');
  await offline(device, async () => {
    await device.packs.save(pack);
    await device.messages.record(pack, form, 'send');
    const { saves } = await device.engine();
    const signature = {
      id: crypto.randomUUID(),
      type: 'salestool--signature' as const,
      title: 'Nora',
      ownerId: user.uuid,
    };
    await saves.save(signature, 'local-then-push');
  });
  const report = await device.waiting.push();
  expect(report).toMatchObject({ signatures: [1, 1], packs: [1, 1], messages: [1, 1] });
  const posts = device.network.calls
    .filter((call) => call.startsWith('POST'))
    .map((call) => call.split('/').at(-1));
  expect(posts).toEqual(['signature', 'pack', 'message']);
});

test('[SYNC-35, CONST-08] after ten messages what came meanwhile goes first', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const [pack, late] = [draftOf(device, 'Offer'), draftOf(device, 'Late')];
  await device.packs.save(pack);
  await device.waiting.push();
  await offline(device, async () => {
    for (let count = 0; count < 12; count += 1) await device.messages.record(pack, form, 'send');
  });
  // Somebody who saves in the same window is not held up that long.
  const other = openSignedIn(host, { shared: device.shared });
  const letAnswer = host.holdAnswers();
  device.network.calls.length = 0;
  const pushing = device.waiting.push();
  await vi.waitFor(() => expect(host.mailed.size).toBe(1));
  const saving = other.packs.save(late);
  await vi.waitFor(async () => expect(await device.database.queue.get(late.id)).toBeDefined());
  letAnswer();
  await Promise.all([pushing, saving]);
  const posts = device.network.calls.flatMap((call) => /^POST .*\/(\w+)$/.exec(call)?.[1] ?? []);
  expect(posts).toEqual([...Array(10).fill('message'), 'pack', 'message', 'message']);
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

test('a window that froze inside a run and wakes later sends nothing more', async () => {
  const host = createMemoryHost();
  // As if the lock had been taken from the frozen window.
  const withLock = <T>(_name: string, task: () => Promise<T>) => task();
  const frozen = openSignedIn(host, { withLock });
  const awake = openSignedIn(host, { withLock, shared: frozen.shared });
  const [first, second, third] = ['1', '2', '3'].map((title) => draftOf(frozen, title)) as [
    ReturnType<typeof draftOf>,
    ReturnType<typeof draftOf>,
    ReturnType<typeof draftOf>,
  ];
  await offline(frozen, async () => {
    await frozen.packs.save(first);
    await frozen.packs.save(second);
  });
  const wakeUp = host.holdAnswers();
  const frozenRun = frozen.waiting.push();
  await vi.waitFor(() => expect(host.records.size).toBe(1));
  const awakeRun = awake.waiting.push();
  await vi.waitFor(async () => expect((await awake.database.lease.get('push'))?.epoch).toBe(2));
  await offline(frozen, () => frozen.packs.save(third));
  frozen.network.calls.length = 0;
  wakeUp();
  await Promise.all([frozenRun, awakeRun]);
  expect(frozen.network.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  expect([first, second].map(({ id }) => titleAt(host, id))).toEqual(['1', '2']);
});

test('[SYNC-33, SYNC-34] the queue is made anew from the records: private packs that wait, and nothing else', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const packs = device.database.records('salestool--pack');
  const base = { type: 'salestool--pack' as const, ownerId: user.uuid };
  await packs.bulkPut([
    { ...base, id: 'flagged', pack_type: 'private', drupal_internal__id: 1, _meta: { push: true } },
    { ...base, id: 'never-there', pack_type: 'private' },
    { ...base, id: 'shared', pack_type: 'global', _meta: { push: true } },
    { ...base, id: 'known', pack_type: 'private', drupal_internal__id: 2 },
  ]);
  await device.database.queue.put({
    id: 'gone',
    type: 'salestool--pack',
    ownerId: user.uuid,
    attempts: 3,
    notBefore: 0,
    refused: 'why',
    claimedBy: null,
  });
  await device.engine();
  expect((await device.database.queue.toArray()).map(({ id }) => id).sort()).toEqual([
    'flagged',
    'never-there',
  ]);
});

test('what an older version left without an owner goes to whoever signs in first', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  await device.database
    .records('salestool--pack')
    .put({ id: 'old', type: 'salestool--pack', pack_type: 'private', title: 'Old', ownerId: null });
  await device.engine();
  expect((await device.packs.get('old'))?.title).toBe('Old');
  expect((await device.waiting.items()).map(({ id }) => id)).toEqual(['old']);
});

test('[PERM-17] how much waits of others on this device is known, and nothing more of it', async () => {
  const device = openSignedIn(createMemoryHost());
  await offline(device, async () => {
    for (const title of ['One', 'Two']) await device.packs.save(draftOf(device, title));
  });
  const counts = async () => [await device.waiting.count(), await device.waiting.countOfOthers()];
  expect(await counts()).toEqual([2, 0]);
  device.session.change({ user: { ...user, uuid: '7a2c9a4e-0000-4000-8000-000000000002' } });
  expect(await counts()).toEqual([0, 2]);
  expect(await device.waiting.items()).toEqual([]);
  device.session.clear();
  expect(await counts()).toEqual([0, 2]);
});

test('discarding gives up what waits, and nothing of it reaches the host', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const pack = draftOf(device, 'Never mind');
  await offline(device, () => device.packs.save(pack));
  const [item] = await device.waiting.items();
  await device.waiting.discard(item!);
  await device.waiting.push();
  expect(host.records.size).toBe(0);
  expect(await device.packs.get(pack.id)).toBeNull();
});

test('what is given up while another message is on its way never goes', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const pack = draftOf(device, 'Offer');
  await device.packs.save(pack);
  // Until the push that follows a save has ended.
  await device.waiting.push();
  await offline(device, async () => {
    await device.messages.record(pack, { ...form, subject: 'First' }, 'send');
    await device.messages.record(pack, { ...form, subject: 'Second' }, 'send');
  });
  const letAnswer = host.holdAnswers();
  const pushing = device.waiting.push();
  await vi.waitFor(() => expect(host.records.size).toBe(2));
  const [first, second] = await device.waiting.items();
  // To the same person: the second waits for the first one's turn to end.
  expect([first?.state, second?.state]).toEqual(['going', 'waiting']);
  await device.waiting.discard(second!);
  letAnswer();
  await pushing;
  expect(host.records.has(second!.id)).toBe(false);
  expect(await device.waiting.items()).toEqual([]);
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
