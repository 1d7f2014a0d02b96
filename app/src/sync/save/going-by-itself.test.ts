import { describe, expect, test, vi } from 'vitest';
import type { Device } from '#testing/device.ts';
import { createMemoryHost } from '#testing/memory-host.ts';
import { draftOf, offline, openSignedIn, user } from '#testing/signed-in-device.ts';

const form = {
  ...{ firstName: 'Daniel', lastName: 'Okafor', email: 'daniel@example.test', company: 'Brightwater' },
  ...{ subject: 'Offer', messageHtml: '', contactPermission: false, memo: '', signature: 'none' as const },
};

/** A device in front of a host that tests make busy, with a clock that they set. */
function open() {
  const host = createMemoryHost();
  const clock = { now: 1_800_000_000_000 };
  const line = { isGenerationTold: true, retryAfter: '', onWrite: () => {}, onAsk: (_method: string) => {} };
  const fetch: typeof globalThis.fetch = async (address, init) => {
    if (String(address).endsWith('/config.json')) {
      return line.isGenerationTold ? Response.json({ generation: '1' }) : new Response(null, { status: 503 });
    }
    line.onAsk(init?.method ?? 'GET');
    const answer = await host.fetch(address, init);
    if (answer.status === 503 && line.retryAfter !== '') answer.headers.set('retry-after', line.retryAfter);
    if ((init?.method ?? 'GET') !== 'GET') line.onWrite();
    return answer;
  };
  const device = openSignedIn(host, { fetch, now: () => clock.now });
  return { host, device, clock, line, fetch };
}

const waiting = async (device: Device) => (await device.waiting.items()).map(({ title }) => title);

/** The wait that ends next ends. */
function wait({ timers }: Device, clock: { now: number }) {
  const { task, ms } = timers.at(-1)!;
  clock.now += ms;
  task();
}

test('what waits for a busy host goes by itself although the clock is put back meanwhile', async () => {
  const { host, device, clock } = open();
  host.state.mood = 'busy';
  await device.packs.save(draftOf(device, 'Patience'));
  await vi.waitFor(() => expect(device.timers).toHaveLength(1));
  clock.now -= 60_000;
  wait(device, clock);
  await vi.waitFor(() => expect(device.timers).toHaveLength(2));
  host.state.mood = 'well';
  wait(device, clock);
  await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
});

test('what met a busy host goes by itself, too, when its time came while others were on their way', async () => {
  const { host, device, clock, line } = open();
  device.connection.unreachable();
  for (const title of ['First', 'Second']) await device.packs.save(draftOf(device, title));
  device.connection.answered();
  host.state.mood = 'busy';
  line.onWrite = () => {
    clock.now += 8000;
    host.state.mood = 'well';
  };
  await device.waiting.push();
  expect(await waiting(device)).toEqual(['First']);
  await vi.waitFor(() => expect(device.timers).toHaveLength(1));
  wait(device, clock);
  await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
});

test.each([
  ['at once', '0'],
  ['at a moment that is over by the clock of the device', 'Thu, 01 Jan 2026 00:00:00 GMT'],
])(
  '[F24] a busy host that asks to come back %s is left alone for a while all the same',
  async (_when, said) => {
    const { host, device, clock, line } = open();
    host.state.mood = 'busy';
    line.retryAfter = said;
    await device.packs.save(draftOf(device, 'Patience'));
    await vi.waitFor(() => expect(device.timers.map(({ ms }) => ms)).toEqual([5000]));
    host.state.mood = 'well';
    wait(device, clock);
    await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
  },
);

test.each([
  ['goes by itself', true],
  ['waits for the connection', false],
])('what came nowhere while something else was answered %s', async (_what, isThere) => {
  const { device, clock, line } = open();
  await offline(device, () => device.packs.save(draftOf(device, 'Patience')));
  line.onAsk = (method) => {
    if (method !== 'GET' || !isThere) throw new TypeError('Failed to fetch');
  };
  // As it is where the answer to another call comes late.
  const late = device.connection.subscribe(({ host }) => {
    if (host !== 'unreachable') return;
    late();
    device.connection.answered();
  });
  await device.waiting.push();
  await vi.waitFor(() => expect(device.connection.isOnline()).toBe(isThere));
  if (!isThere) return expect(device.timers).toEqual([]);
  await vi.waitFor(() => expect(device.timers.map(({ ms }) => ms)).toEqual([5000]));
  line.onAsk = () => {};
  wait(device, clock);
  await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
});

test('a mail in doubt is tried again by itself, although nobody could tell at first which host is there', async () => {
  const { host, device, clock, line } = open();
  await (await device.engine()).meetHost();
  const pack = draftOf(device, 'Offer');
  await device.packs.save(pack);
  await device.waiting.push();
  host.state.mood = 'busy';
  line.isGenerationTold = false;
  await device.messages.record(pack, form, 'send');
  await vi.waitFor(() => expect(device.timers).toHaveLength(1));
  wait(device, clock);
  await vi.waitFor(() => expect(device.timers).toHaveLength(2));
  expect(await waiting(device)).toEqual(['Offer']);
  host.state.mood = 'well';
  line.isGenerationTold = true;
  wait(device, clock);
  await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
  expect(host.mailed.size).toBe(1);
});

test.each([{}, { pack_type: null }, { pack_type: '' }])(
  '[PLIST-02, SYNC-33] a pack without a type (%j) waits as a private one does, and goes by itself',
  async (type) => {
    const { host, device } = open();
    const id = crypto.randomUUID();
    const untyped = { id, type: 'salestool--pack' as const, ...type, title: 'Untyped', ownerId: user.uuid };
    await device.database.records('salestool--pack').put(untyped);
    const { meetHost } = await device.engine();
    expect(await device.waiting.items()).toMatchObject([{ id, title: 'Untyped', state: 'waiting' }]);
    await meetHost();
    await vi.waitFor(() => expect(host.records.has(id)).toBe(true));
    await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
  },
);

describe('a host that is overloaded', () => {
  /** A device with messages to so many people, oldest first, in front of a host that answers their creates as told. */
  async function manyWaiting(count: number, answer: (subject: string) => Response | null) {
    const host = createMemoryHost();
    const clock = { now: 1_800_000_000_000 };
    const tried: string[] = [];
    const line = { answer };
    const device = openSignedIn(host, {
      now: () => clock.now,
      fetch: async (address, init) => {
        const isMessage = init?.method === 'POST' && String(address).endsWith('/salestool/message');
        if (!isMessage) return host.fetch(address, init);
        const { subject } = JSON.parse(String(init.body)).data.attributes as { subject: string };
        tried.push(subject);
        return line.answer(subject) ?? host.fetch(address, init);
      },
    });
    const pack = draftOf(device, 'Offer');
    await device.packs.save(pack);
    await device.waiting.push();
    await offline(device, async () => {
      for (let at = 0; at < count; at += 1) {
        clock.now += 1;
        const typed = { ...form, email: `p${at}@example.test`, subject: `m${at}` };
        await device.messages.record(pack, typed, 'send');
      }
    });
    return { host, device, clock, line, tried, pack };
  }

  const overloaded = (retryAfter: string) =>
    Response.json(
      { errors: [{ status: '503', title: 'Service Unavailable' }] },
      { status: 503, headers: { 'content-type': 'application/vnd.api+json', 'retry-after': retryAfter } },
    );

  test('[F24] is not sent all that waits: nothing more goes until it may be asked again, and then everything', async () => {
    const { host, device, clock, line, tried } = await manyWaiting(50, () => overloaded('20'));
    const { wake, queue } = await device.engine();
    wake();
    await vi.waitFor(() => expect(device.timers).toHaveLength(1));
    expect(tried.length).toBeLessThanOrEqual(4);
    expect(device.timers[0]!.ms).toBe(20_000);
    const untried = (await device.database.queue.toArray()).filter(({ attempts }) => attempts === 0);
    expect(untried.length).toBe(50 - tried.length);
    const before = tried.length;
    // What else would have it pushed meanwhile does not.
    wake();
    await queue.whileQuiet(async () => {});
    clock.now += 19_000;
    wake();
    await queue.whileQuiet(async () => {});
    expect(tried.length).toBe(before);
    line.answer = () => null;
    clock.now += 1_000;
    device.timers[0]!.task();
    await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
    expect(tried.length - before).toBe(50);
    expect(host.mailed.size).toBe(50);
  });

  test('[F24] is asked less and less often where it does not say when, and at least every minute', async () => {
    const { device, clock, tried } = await manyWaiting(50, () => new Response(null, { status: 503 }));
    (await device.engine()).wake();
    for (const [at, ms] of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000].entries()) {
      await vi.waitFor(() => expect(device.timers).toHaveLength(at + 1));
      expect(device.timers[at]!.ms).toBe(ms);
      wait(device, clock);
    }
    expect(tried.length).toBeLessThanOrEqual(7 * 4);
  });

  test('[SYNC-38, F24] messages over which it breaks down each time keep no other one from going', async () => {
    const broken = new Set(Array.from({ length: 9 }, (_, at) => `m${at}`));
    const { host, device, clock } = await manyWaiting(20, (subject) =>
      broken.has(subject) ? overloaded('3600') : null,
    );
    (await device.engine()).wake();
    for (let at = 0; host.mailed.size < 11; at += 1) {
      await vi.waitFor(() => expect(device.timers).toHaveLength(at + 1));
      expect(at).toBeLessThan(9);
      wait(device, clock);
      await vi.waitFor(() => expect(device.timers.length > at + 1 || host.mailed.size === 11).toBe(true));
    }
    await vi.waitFor(async () => expect(await waiting(device)).toHaveLength(9));
  });

  test('[F24] is asked all the same by who wants one message tried again', async () => {
    const { host, device, line } = await manyWaiting(20, () => overloaded('3600'));
    (await device.engine()).wake();
    await vi.waitFor(() => expect(device.timers).toHaveLength(1));
    line.answer = () => null;
    const [item] = await device.waiting.items();
    await device.waiting.retry(item!);
    await vi.waitFor(() => expect(host.mailed.size).toBeGreaterThan(0));
  });

  test('[F24] goes on with the rest at once when it takes what somebody sends meanwhile', async () => {
    const { host, device, line, pack } = await manyWaiting(20, () => overloaded('600'));
    (await device.engine()).wake();
    await vi.waitFor(() => expect(device.timers).toHaveLength(1));
    line.answer = () => null;
    await device.packs.save({ ...pack, title: 'Anew' });
    await vi.waitFor(() => expect(host.mailed.size).toBeGreaterThanOrEqual(16));
  });
});

test('a push that fails by itself is begun anew by itself, later each time', async () => {
  const { host, device, clock } = open();
  await offline(device, async () => void (await device.packs.save(draftOf(device, 'Patience'))));
  const { wake } = await device.engine();
  const failing = vi.spyOn(device.database, 'write').mockRejectedValue(new Error('The disk is full'));
  wake();
  for (const [at, ms] of [5_000, 10_000].entries()) {
    await vi.waitFor(() => expect(device.timers).toHaveLength(at + 1));
    expect(device.timers[at]!.ms).toBe(ms);
    if (at === 1) failing.mockRestore();
    wait(device, clock);
  }
  await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
  expect(host.records.size).toBe(1);
  expect(device.problems).toHaveLength(2);
});

describe('[SYNC-38] a device whose database fails while something is sent', () => {
  const broken = () => new DOMException('Internal error opening backing store', 'UnknownError');
  const notSaved = 'This device could not save it.';

  /** Once, when what the host tells of the fields of records is to be kept. */
  function failsToKeepDefinitions({ database: { marks } }: Device) {
    const { put } = marks;
    let isDue = true;
    vi.spyOn(marks, 'put').mockImplementation(((mark: { id: string; value: unknown }) => {
      if (!isDue || mark.id !== 'model-definitions') return put.call(marks, mark);
      isDue = false;
      return Promise.reject(broken());
    }) as never);
  }

  async function goesByItself(device: Device, clock: { now: number }) {
    await vi.waitFor(() => expect(device.timers).toHaveLength(1));
    wait(device, clock);
    await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
  }

  test('does not take that for a refusal of the host: it goes by itself', async () => {
    const { host, device, clock } = open();
    const pack = draftOf(device, 'First');
    await device.packs.save(pack);
    await device.waiting.push();
    const { lease } = device.database;
    const { get } = host.records;
    // It is looked at just before it is written over.
    host.records.get = (id) => {
      vi.spyOn(lease, 'get').mockRejectedValueOnce(broken());
      host.records.get = get;
      return get.call(host.records, id);
    };
    expect(await device.packs.save({ ...pack, title: 'Second' })).toMatchObject({
      savedLocally: true,
      savedRemotely: false,
      failure: notSaved,
    });
    expect(await device.waiting.items()).toMatchObject([{ title: 'Second', state: 'waiting', reason: null }]);
    await goesByItself(device, clock);
    expect(host.records.get(pack.id)?.attributes).toMatchObject({ title: 'Second' });
  });

  test.each([200, 404])(
    'asks its host anew for the fields of records, which it could not keep (%i)',
    async (status) => {
      const host = createMemoryHost();
      const clock = { now: 1_800_000_000_000 };
      const device = openSignedIn(host, {
        now: () => clock.now,
        fetch: async (address, init) =>
          status === 404 && String(address).includes('/openapi/')
            ? new Response('{}', { status, headers: { 'content-type': 'application/json' } })
            : host.fetch(address, init),
      });
      failsToKeepDefinitions(device);
      const pack = draftOf(device, 'Offer');
      expect(await device.packs.save(pack)).toMatchObject({ savedRemotely: false, failure: notSaved });
      expect(await device.waiting.items()).toMatchObject([{ state: 'waiting', reason: null }]);
      await goesByItself(device, clock);
      expect(host.records.has(pack.id)).toBe(true);
    },
  );

  test('keeps in mind that a mail may have left, and sends it once', async () => {
    const { host, device, clock, fetch } = open();
    const pack = draftOf(device, 'Offer');
    await device.packs.save(pack);
    await device.waiting.push();
    const window = openSignedIn(host, { shared: device.shared, fetch, now: () => clock.now });
    failsToKeepDefinitions(window);
    expect(await window.messages.record(pack, form, 'send')).toMatchObject({ savedRemotely: false });
    expect(await window.waiting.items()).toMatchObject([{ state: 'waiting', mayHaveLeft: true }]);
    await goesByItself(window, clock);
    expect(host.mailed.size).toBe(1);
  });
});
