import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Device, startDevice } from '#testing/device.ts';
import { createMemoryHost } from '#testing/memory-host.ts';
import { packWith } from '#testing/real-host.ts';
import { removeLocally } from './save-record.ts';

const user = {
  ...{ uuid: '7a2c9a4e-0000-4000-8000-000000000001', id: 1, name: 'nora', mail: 'nora@velden.example' },
  ...{ roles: ['sales_tool_user'], channels: [] },
};
const tokens = { token: 'token', refreshToken: 'refresh', expiresIn: 300, expires: 0 };

const form = {
  ...{ firstName: 'Daniel', lastName: 'Okafor', email: '', company: 'Brightwater', subject: 'Offer' },
  ...{ messageHtml: '', contactPermission: false, memo: '', signature: 'none' as const },
};

type Host = ReturnType<typeof createMemoryHost>;
/** What befalls a message on its way to one address. */
type Fate = (reach: () => Promise<Response>) => Promise<Response>;

const says = (status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ errors: [{ status: String(status), title: 'No' }] }), {
    status,
    headers: { 'content-type': 'application/vnd.api+json', ...headers },
  });
const never = () => new Promise<never>(() => {});
const clock = { now: 1_800_000_000_000 };

const opened: Device[] = [];
afterEach(() => {
  for (const device of opened.splice(0)) device.database.dexie.close();
});

/** A window whose messages meet their fates on the way, and the addresses that they went to, in order. */
function open(host: Host, options: Partial<Parameters<typeof startDevice>[0]> = {}) {
  const fates = new Map<string, Fate>();
  const wentTo: string[] = [];
  const fetch: typeof globalThis.fetch = (address, init) => {
    if (String(address).endsWith('/oauth/token')) return Promise.resolve(says(400));
    const isMessage = init?.method === 'POST' && String(address).endsWith('/salestool/message');
    if (!isMessage) return host.fetch(address, init);
    const { email } = JSON.parse(String(init.body)).data.attributes as { email: string };
    wentTo.push(email);
    const reach = () => host.fetch(address, init);
    return fates.get(email)?.(reach) ?? reach();
  };
  const device = startDevice({ origin: 'https://host.example', fetch, now: () => clock.now, ...options });
  device.session.change({ tokens, user });
  opened.push(device);
  return { device, fates, wentTo };
}

/** Messages to these people wait, oldest first; their ids by address. */
async function waitingFor(device: Device, emails: readonly string[]) {
  const pack = { ...device.packs.draft(), title: 'Offer', ...packWith('') };
  await device.packs.save(pack);
  await device.waiting.push();
  device.connection.unreachable();
  const ids: string[] = [];
  for (const email of emails) {
    clock.now += 1;
    ids.push((await device.messages.record(pack, { ...form, email }, 'send')).message.id);
  }
  device.connection.answered();
  return { pack, ids };
}

const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@brightwater.example`);

const states = async (device: Device) => (await device.waiting.items()).map(({ state }) => state);

const mailedOnce = (host: Host, ids: readonly string[]) =>
  expect([...host.mailed].sort()).toEqual(ids.map((id) => [id, 1]).sort());

test('three messages are on their way at the same time, oldest first, and the others wait', async () => {
  const host = createMemoryHost();
  const { device, wentTo } = open(host);
  const { ids } = await waitingFor(device, people(7));
  const letAnswer = host.holdAnswers();
  const pushing = device.waiting.push();
  await vi.waitFor(() => expect(host.mailed.size).toBe(3));
  expect(wentTo).toEqual(people(3));
  expect(await states(device)).toEqual([...Array(3).fill('going'), ...Array(4).fill('waiting')]);
  letAnswer();
  expect(await pushing).toMatchObject({ messages: [7, 7] });
  expect(wentTo).toEqual(people(7));
  expect(await device.waiting.items()).toEqual([]);
  mailedOnce(host, ids);
});

test('what one person gets leaves one after the other, in the order in which it was written', async () => {
  const host = createMemoryHost();
  const { device, wentTo } = open(host);
  const [daniel, noor] = people(2) as [string, string];
  const { ids } = await waitingFor(device, [daniel, daniel, noor, `${daniel.toUpperCase()} `]);
  const letAnswer = host.holdAnswers();
  const pushing = device.waiting.push();
  await vi.waitFor(() => expect(host.mailed.size).toBe(2));
  expect(await states(device)).toEqual(['going', 'waiting', 'going', 'waiting']);
  letAnswer();
  await pushing;
  expect(wentTo.map((email) => email.trim().toLowerCase())).toEqual([daniel, noor, daniel, daniel]);
  expect([...host.mailed.keys()]).toEqual([ids[0], ids[2], ids[1], ids[3]]);
});

test('answers that come right after one another are settled, and their places filled, by one transaction', async () => {
  const host = createMemoryHost();
  const { device, fates } = open(host);
  const { ids } = await waitingFor(device, people(6));
  const { setImmediate } = globalThis as unknown as { setImmediate: (task: () => void) => void };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  for (const [at, email] of people(6).entries())
    fates.set(email, async (reach) => {
      const answer = await reach();
      for (let turns = 0; turns < at % 3; turns += 1) await turn();
      return answer;
    });
  const write = vi.spyOn(device.database, 'write');
  expect(await device.waiting.push()).toMatchObject({ messages: [6, 6] });
  const ofMessages = write.mock.calls.filter(([tables]) =>
    tables.some(({ name }) => name === 'salestool--message'),
  );
  // Three are claimed, three settled and three claimed, three settled.
  expect(ofMessages).toHaveLength(3);
  mailedOnce(host, ids);
});

test('each meets an outcome of its own, and every mail leaves once in the end', async () => {
  const host = createMemoryHost();
  const { device, fates } = open(host);
  const [taken, told, refused, busy, unheard] = people(5) as [string, string, string, string, string];
  const { ids } = await waitingFor(device, [taken, told, refused, busy, unheard]);
  fates.set(refused, async () => says(422));
  fates.set(told, async () => says(429, { 'retry-after': '30' }));
  fates.set(busy, async () => says(503));
  fates.set(unheard, async (reach) => {
    await reach();
    throw new TypeError('Failed to fetch');
  });
  expect(await device.waiting.push()).toMatchObject({ messages: [5, 1] });
  const rowOf = async (at: number) => device.database.queue.get(ids[at]!);
  expect(await rowOf(0)).toBeUndefined();
  expect(await rowOf(1)).toMatchObject({ refused: null, notBefore: clock.now + 30_000, claimedBy: null });
  expect(await rowOf(2)).toMatchObject({ refused: expect.stringContaining('No'), claimedBy: null });
  expect(await rowOf(3)).toMatchObject({ refused: null, notBefore: clock.now + 5_000, claimedBy: null });
  expect(await rowOf(4)).toMatchObject({ refused: null, notBefore: 0, claimedBy: null, tried: true });

  fates.clear();
  device.connection.answered();
  clock.now += 60_000;
  const [item] = (await device.waiting.items()).filter(({ state }) => state === 'refused');
  await device.waiting.retry(item!);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  mailedOnce(host, ids);
});

test('a token that one of three meets refused is no fault of the message, and the other two are known to be sent', async () => {
  const host = createMemoryHost();
  const { device, fates } = open(host);
  const { ids } = await waitingFor(device, people(3));
  fates.set(people(3)[2]!, async () => says(401));
  expect(await device.waiting.push()).toMatchObject({ messages: [3, 2] });
  const [row, ...others] = await device.database.queue.toArray();
  expect(row).toMatchObject({ id: ids[2], attempts: 0, claimedBy: null, refused: null });
  expect(others).toEqual([]);
  fates.clear();
  device.session.change({ tokens, user });
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  mailedOnce(host, ids);
});

test('nothing more is tried once the host is not heard any more, and what is on its way is waited for', async () => {
  const host = createMemoryHost();
  const { device, fates, wentTo } = open(host);
  const { ids } = await waitingFor(device, people(9));
  const answer = Promise.withResolvers<void>();
  for (const email of people(3)) {
    fates.set(email, async (reach) => {
      const response = await reach();
      await answer.promise;
      return response;
    });
  }
  fates.set(people(1)[0]!, async () => {
    await vi.waitFor(() => expect(wentTo).toHaveLength(3));
    device.network.state = 'down';
    throw new TypeError('Failed to fetch');
  });
  const pushing = device.waiting.push();
  await vi.waitFor(async () =>
    expect(await states(device)).toEqual(['waiting', ...Array(2).fill('going'), ...Array(6).fill('waiting')]),
  );
  expect(await device.database.queue.get(ids[0]!)).toMatchObject({
    attempts: 0,
    claimedBy: null,
    tried: true,
  });
  answer.resolve();
  expect(await pushing).toMatchObject({ messages: [3, 2] });
  expect(wentTo).toEqual(people(3));
  expect(await states(device)).toEqual(Array(7).fill('waiting'));
});

test('an answer that does not come leaves no other message waiting', async () => {
  const host = createMemoryHost();
  const { device, fates } = open(host);
  const { ids } = await waitingFor(device, people(12));
  const answer = Promise.withResolvers<void>();
  fates.set(people(1)[0]!, async (reach) => {
    await answer.promise;
    return reach();
  });
  const pushing = device.waiting.push();
  await vi.waitFor(async () => expect((await device.waiting.items()).map(({ id }) => id)).toEqual([ids[0]]));
  answer.resolve();
  await pushing;
  expect(await device.waiting.items()).toEqual([]);
  mailedOnce(host, ids);
});

test('a window that dies with three messages on their way leaves them to another one, and each is mailed once', async () => {
  const host = createMemoryHost();
  // As if the browser had taken the lock from the window that is gone.
  const withLock = <T>(_name: string, task: () => Promise<T>) => task();
  const gone = open(host, { withLock });
  const { ids } = await waitingFor(gone.device, people(7));
  const fates: Fate[] = [
    async (reach) => {
      await reach();
      return never();
    },
    never,
  ];
  people(3).forEach((email, at) => {
    gone.fates.set(email, fates[at % 2]!);
  });
  void gone.device.waiting.push();
  await vi.waitFor(() => expect([gone.wentTo.length, host.mailed.size]).toEqual([3, 2]));

  const next = open(host, { withLock, shared: gone.device.shared });
  expect(await next.device.waiting.push()).toMatchObject({ messages: [7, 7] });
  expect(await next.device.waiting.items()).toEqual([]);
  mailedOnce(host, ids);
});

test('a message that waits behind three is edited and goes as it was edited; one of the three cannot be', async () => {
  const host = createMemoryHost();
  const { device } = open(host);
  const { pack, ids } = await waitingFor(device, people(6));
  const letAnswer = host.holdAnswers();
  const pushing = device.waiting.push();
  await vi.waitFor(() => expect(host.mailed.size).toBe(3));
  expect(await device.messages.edit(ids[2]!)).toBeNull();
  expect(await device.messages.edit(ids[5]!)).not.toBeNull();
  const corrected = { ...form, email: people(6)[5]!, subject: 'Another offer' };
  const correcting = device.messages.record(pack, corrected, 'send', { corrects: ids[5]! });
  await vi.waitFor(async () => expect((await device.messages.get(ids[5]!))?.subject).toBe(corrected.subject));
  await device.messages.endEdit(ids[5]!);
  letAnswer();
  await Promise.all([pushing, correcting]);
  await device.waiting.push();
  expect(host.records.get(ids[5]!)?.attributes).toMatchObject({ subject: corrected.subject });
  expect(await device.waiting.items()).toEqual([]);
  mailedOnce(host, ids);
});

/** As by an app of before, in another window. */
const takenOff = async ({ database, messages }: Device, id: string) =>
  removeLocally(database, (await messages.get(id))!);

test('one of several that is taken off while it is on its way stays away, and the others are settled', async () => {
  const host = createMemoryHost();
  const { device } = open(host);
  const { ids } = await waitingFor(device, people(5));
  const letAnswer = host.holdAnswers();
  const pushing = device.waiting.push();
  await vi.waitFor(() => expect(host.mailed.size).toBe(3));
  await takenOff(device, ids[2]!);
  letAnswer();
  await pushing;
  expect(await device.messages.get(ids[2]!)).toBeNull();
  expect(await device.messages.get(ids[3]!)).toMatchObject({ drupal_internal__id: expect.any(Number) });
  expect(await device.waiting.items()).toEqual([]);
});

test('an answer that the device cannot keep leaves the answers beside it kept', async () => {
  const host = createMemoryHost();
  const { device } = open(host);
  const { ids } = await waitingFor(device, people(7));
  const letAnswer = host.holdAnswers();
  const pushing = device.waiting.push();
  await vi.waitFor(() => expect(host.mailed.size).toBe(3));
  const refuse = (_changes: object, id: string) => {
    if (id === ids[2]) throw new DOMException('full', 'QuotaExceededError');
  };
  const messages = device.database.records('salestool--message');
  messages.hook('updating', refuse);
  letAnswer();
  await expect(pushing).rejects.toThrow('This device has no space left');
  const left = (await device.waiting.items()).map(({ id }) => id);
  expect(left).toContain(ids[2]);
  for (const kept of [0, 1]) expect(left).not.toContain(ids[kept]);
  messages.hook('updating').unsubscribe(refuse);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  mailedOnce(host, ids);
});

test('[F4] a claim that found no space goes with the same push once room was made, and each message once', async () => {
  const host = createMemoryHost();
  const { device } = open(host);
  const { ids } = await waitingFor(device, people(7));
  let isFull = true;
  device.database.queue.hook('updating', () => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
  });
  device.database.makeRoom = async () => {
    isFull = false;
    return true;
  };
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  mailedOnce(host, ids);
});

describe('what is claimed ahead while the host answers fast', () => {
  /** Three that are answered at once; from the next one on answers come when they are let go. */
  async function aheadOfAnswers(options: Parameters<typeof open>[1] = {}) {
    const host = createMemoryHost();
    const time = { elapsed: 0, endPauses: () => {} };
    const pauses: (() => void)[] = [];
    time.endPauses = () => {
      for (const end of pauses.splice(0)) end();
    };
    const first = open(host, {
      elapsed: () => time.elapsed,
      pause: () => new Promise((resolve) => pauses.push(resolve)),
      ...options,
    });
    const { pack, ids } = await waitingFor(first.device, people(20));
    const [four, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    for (const [at, email] of people(20).entries()) {
      if (at < 3) continue;
      first.fates.set(email, async (reach) => {
        const response = await reach();
        await (at < 7 ? four : others).promise;
        return response;
      });
    }
    function letAnswer() {
      four.resolve();
      others.resolve();
    }
    const pushing = first.device.waiting.push();
    await vi.waitFor(async () => expect(await states(first.device)).toEqual(Array(17).fill('going')));
    expect(first.wentTo).toHaveLength(7);
    return { host, ...first, pack, ids, time, letFourAnswer: four.resolve, letAnswer, pushing };
  }

  test('leaves as soon as there is a place, with a few transactions for many', async () => {
    const host = createMemoryHost();
    const { device } = open(host);
    const { ids } = await waitingFor(device, people(60));
    const write = vi.spyOn(device.database, 'write');
    expect(await device.waiting.push()).toMatchObject({ messages: [60, 60] });
    const ofMessages = write.mock.calls.filter(([tables]) =>
      tables.some(({ name }) => name === 'salestool--message'),
    );
    expect(ofMessages.length).toBeLessThan(15);
    mailedOnce(host, ids);
  });

  test('waits again when answers do not come for a moment, and may be edited', async () => {
    const { host, device, wentTo, pack, ids, time, letAnswer, pushing } = await aheadOfAnswers();
    expect(await device.messages.edit(ids[12]!)).toBeNull();
    time.elapsed += 250;
    time.endPauses();
    await vi.waitFor(async () =>
      expect(await states(device)).toEqual([...Array(4).fill('going'), ...Array(13).fill('waiting')]),
    );
    expect(await device.database.queue.get(ids[12]!)).toMatchObject({
      ...{ attempts: 0, tried: false, inDoubtSince: null, claimedBy: null },
    });
    expect(await device.messages.edit(ids[12]!)).not.toBeNull();
    const corrected = { ...form, email: people(20)[12]!, subject: 'Another offer' };
    const correcting = device.messages.record(pack, corrected, 'send', { corrects: ids[12]! });
    await vi.waitFor(async () =>
      expect((await device.messages.get(ids[12]!))?.subject).toBe(corrected.subject),
    );
    await device.messages.endEdit(ids[12]!);
    expect(wentTo).toHaveLength(7);
    letAnswer();
    const ending = setInterval(time.endPauses);
    await Promise.all([pushing, correcting]);
    await device.waiting.push();
    clearInterval(ending);
    expect(host.records.get(ids[12]!)?.attributes).toMatchObject({ subject: corrected.subject });
    expect(await device.waiting.items()).toEqual([]);
    mailedOnce(host, ids);
  });

  test.each([
    ['by the clock of the device', (time: { elapsed: number }) => ({ time, ms: 0, now: 60_000 })],
    ['by one that people cannot set', (time: { elapsed: number }) => ({ time, ms: 60_000, now: 0 })],
  ])(
    'stays when its window has slept meanwhile, %s, and goes from the one that has taken over',
    async (_by, slept) => {
      // As if the browser had taken the lock from the window that sleeps.
      const withLock = <T>(_name: string, task: () => Promise<T>) => task();
      const { host, device, wentTo, ids, time, letAnswer, pushing } = await aheadOfAnswers({ withLock });
      const { ms, now } = slept(time);
      time.elapsed += ms;
      clock.now += now;
      const next = open(host, { withLock, shared: device.shared });
      await next.device.waiting.push();
      expect(await next.device.waiting.items()).toEqual([]);
      letAnswer();
      time.endPauses();
      await pushing;
      expect(wentTo).toHaveLength(7);
      mailedOnce(host, ids);
    },
  );

  test('leaves no more once it has been taken off', async () => {
    const { host, device, wentTo, ids, time, letFourAnswer, letAnswer, pushing } = await aheadOfAnswers();
    await takenOff(device, ids[19]!);
    // What was looked at just now is not looked at again.
    clock.now += 50;
    letFourAnswer();
    await vi.waitFor(async () => expect(await device.database.queue.get(ids[6]!)).toBeUndefined());
    letAnswer();
    const ending = setInterval(time.endPauses);
    await pushing;
    clearInterval(ending);
    expect(wentTo).toHaveLength(19);
    expect(wentTo).not.toContain(people(20)[19]);
    mailedOnce(host, ids.slice(0, 19));
    expect(await device.waiting.items()).toEqual([]);
  });

  test('goes once from the next window when its own dies', async () => {
    const withLock = <T>(_name: string, task: () => Promise<T>) => task();
    const { host, device, ids } = await aheadOfAnswers({ withLock });
    const next = open(host, { withLock, shared: device.shared });
    await next.device.waiting.push();
    expect(await next.device.waiting.items()).toEqual([]);
    mailedOnce(host, ids);
  });

  test('waits as before when the host is not heard any more', async () => {
    const { device, fates, wentTo, time, ids, letAnswer, pushing } = await aheadOfAnswers();
    for (const email of people(20).slice(7)) {
      fates.set(email, async () => {
        device.network.state = 'down';
        throw new TypeError('Failed to fetch');
      });
    }
    letAnswer();
    const ending = setInterval(time.endPauses);
    expect((await pushing).messages[1]).toBe(7);
    clearInterval(ending);
    expect(wentTo.length).toBeLessThan(20);
    expect(await states(device)).toEqual(Array(13).fill('waiting'));
    expect(await device.database.queue.get(ids[19]!)).toMatchObject({
      ...{ attempts: 0, tried: false, inDoubtSince: null, claimedBy: null },
    });
  });
});
