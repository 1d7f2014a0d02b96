import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMemoryHost } from '#testing/memory-host.ts';
import { draftOf, form, offline, openSignedIn } from '#testing/signed-in-device.ts';

const channels: BroadcastChannel[] = [];
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

/** Where windows of one device hear each other. */
function windowsOf(name: string) {
  const opened = new BroadcastChannel(name);
  channels.push(opened);
  return opened;
}

describe('while many messages go', () => {
  /** So many wait, three of them are on their way, and their answers come when they are let go. */
  async function manyGoing(count: number, emailOf = (at: number) => `p${at}@example.test`) {
    const host = createMemoryHost();
    const answers: (() => void)[] = [];
    const clock = { now: 1_800_000_000_000 };
    const time = { elapsed: 0 };
    const went: string[] = [];
    const held = { isHeld: true };
    const name = crypto.randomUUID();
    const device = openSignedIn(host, {
      now: () => clock.now,
      elapsed: () => time.elapsed,
      pause: () => Promise.resolve(),
      windows: windowsOf(name),
      fetch: async (address, init) => {
        if (init?.method === 'DELETE') {
          host.records.delete(String(address).split('/').at(-1)!);
          return new Response(null, { status: 204 });
        }
        const response = await host.fetch(address, init);
        if (init?.method !== 'POST' || !String(address).endsWith('/salestool/message')) return response;
        went.push(JSON.parse(String(init.body)).data.attributes.subject);
        if (held.isHeld) await new Promise<void>((resolve) => answers.push(resolve));
        return response;
      },
    });
    const pack = draftOf(device, 'Offer');
    await device.packs.save(pack);
    await device.waiting.push();
    const ids: string[] = [];
    await offline(device, async () => {
      for (let at = 0; at < count; at += 1) {
        clock.now += 1;
        const typed = { ...form, email: emailOf(at), subject: `m${at}` };
        ids.push((await device.messages.record(pack, typed, 'send')).message.id);
      }
    });
    clock.now += 1;
    const pushing = device.waiting.push();
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    /** Those that are on their way come, slowly enough that nothing is claimed ahead. */
    function answer() {
      time.elapsed += 1_000;
      for (const come of answers.splice(0)) come();
    }
    async function end() {
      held.isHeld = false;
      answer();
      await pushing;
      await device.waiting.push();
    }
    /** Lets answers come until something is done. */
    async function answerUntil<T>(task: Promise<T>): Promise<T> {
      let isDone = false;
      const done = () => {
        isDone = true;
      };
      task.then(done, done);
      await vi.waitFor(() => {
        answer();
        expect(isDone).toBe(true);
      }, 10_000);
      return task;
    }
    /** Another window of the device. */
    const openOther = () =>
      openSignedIn(host, { now: () => clock.now, shared: device.shared, windows: windowsOf(name) });
    return { host, device, pack, ids, went, answerUntil, end, openOther };
  }

  const mailedOnce = (host: ReturnType<typeof createMemoryHost>, ids: readonly string[]) =>
    expect([...host.mailed].sort()).toEqual(ids.map((id) => [id, 1]).sort());

  test('[SYNC-21] whoever saves a pack waits for those that are on their way only', async () => {
    const { host, device, ids, went, answerUntil, end } = await manyGoing(60);
    const saving = device.packs.save(draftOf(device, 'Late'));
    expect(await answerUntil(saving)).toMatchObject({ savedRemotely: true, failure: null });
    expect(went.length).toBeLessThan(40);
    await end();
    expect(await device.waiting.items()).toEqual([]);
    expect(went).toEqual(ids.map((_id, at) => `m${at}`));
    mailedOnce(host, ids);
  });

  test('[SYNC-21] nor does whoever saves in another window of the device wait for more', async () => {
    const { host, device, ids, went, answerUntil, end, openOther } = await manyGoing(60);
    const other = openOther();
    const saving = other.packs.save(draftOf(other, 'Late'));
    expect(await answerUntil(saving)).toMatchObject({ savedRemotely: true, failure: null });
    expect(went.length).toBeLessThan(40);
    await end();
    expect(await device.waiting.items()).toEqual([]);
    expect(went).toEqual(ids.map((_id, at) => `m${at}`));
    mailedOnce(host, ids);
  });

  test('a message is cancelled, and a pack deleted, without waiting for all others', async () => {
    const { host, device, ids, went, answerUntil, end } = await manyGoing(60);
    await answerUntil(device.messages.cancel(ids.at(-1)!));
    const other = draftOf(device, 'Other');
    await answerUntil(device.packs.save(other));
    await answerUntil(device.packs.delete((await device.packs.get(other.id))!));
    expect(await device.packs.get(other.id)).toBeNull();
    expect(host.records.has(other.id)).toBe(false);
    expect(went.length).toBeLessThan(50);
    await end();
    expect(await device.waiting.items()).toEqual([]);
    mailedOnce(host, ids.slice(0, -1));
  });

  test('whoever sends another one is told in time that it waits, and it goes after those before it', async () => {
    const { host, device, pack, ids, went, answerUntil, end } = await manyGoing(60, (at) =>
      at < 3 ? `p${at}@example.test` : 'one@example.test',
    );
    const typed = { ...form, email: 'one@example.test', subject: 'second' };
    const sending = device.messages.record(pack, typed, 'send');
    const { message, savedRemotely, failure } = await answerUntil(sending);
    expect({ savedRemotely, failure }).toEqual({
      savedRemotely: false,
      failure: 'It waits on this device and goes out by itself',
    });
    expect(went.length).toBeLessThan(50);
    await end();
    expect(await device.waiting.items()).toEqual([]);
    expect(went).toEqual([...ids.map((_id, at) => `m${at}`), 'second']);
    mailedOnce(host, [...ids, message.id]);
  });

  test('whoever sends one waits for those to the same person, and for nobody else’s', async () => {
    const { host, device, pack, ids, went, answerUntil, end } = await manyGoing(60);
    // The same person has one further ahead.
    const typed = { ...form, email: 'p59@example.test', subject: 'second' };
    const { message, savedRemotely } = await answerUntil(device.messages.record(pack, typed, 'send'));
    expect(savedRemotely).toBe(true);
    expect(went.length).toBeLessThan(50);
    expect(went.indexOf('m59')).toBeLessThan(went.indexOf('second'));
    await end();
    mailedOnce(host, [...ids, message.id]);
  });

  test('the pack of a message to somebody else, which takes long, holds up none that is sent now', async () => {
    const host = createMemoryHost();
    const letGo = Promise.withResolvers<void>();
    const device = openSignedIn(host, {
      fetch: async (address, init) => {
        if (init?.method !== 'GET' && String(init?.body).includes('Large')) await letGo.promise;
        return host.fetch(address, init);
      },
    });
    const pack = draftOf(device, 'Offer');
    await device.packs.save(pack);
    await device.waiting.push();
    await offline(device, async () => {
      const large = draftOf(device, 'Large');
      await device.packs.save(large);
      await device.messages.record(large, { ...form, email: 'bob@example.test' }, 'send');
    });
    const typed = { ...form, email: 'ann@example.test' };
    expect(await device.messages.record(pack, typed, 'send')).toMatchObject({ savedRemotely: true });
    expect(host.mailed.size).toBe(1);
    letGo.resolve();
    await device.waiting.push();
    expect(host.mailed.size).toBe(2);
  });

  test('several who wait come in turn, and the push gets on between them', async () => {
    const { host, device, ids, went, answerUntil, end } = await manyGoing(60);
    const packs = ['One', 'Two', 'Three'].map((title) => draftOf(device, title));
    const saves = packs.map((pack) => device.packs.save(pack));
    for (const result of await answerUntil(Promise.all(saves))) expect(result.savedRemotely).toBe(true);
    expect(went.length).toBeLessThan(50);
    await end();
    expect(went).toHaveLength(60);
    mailedOnce(host, ids);
    for (const { id } of packs) expect(host.records.has(id)).toBe(true);
  });

  test('whoever saves while several packs go waits for one of them', async () => {
    const host = createMemoryHost();
    const device = openSignedIn(host);
    const packs = ['One', 'Two', 'Three', 'Four'].map((title) => draftOf(device, title));
    await offline(device, async () => {
      for (const pack of packs) await device.packs.save(pack);
    });
    const letAnswer = host.holdAnswers();
    device.network.calls.length = 0;
    const pushing = device.waiting.push();
    await vi.waitFor(() => expect(host.records.size).toBe(1));
    const late = draftOf(device, 'Late');
    const saving = device.packs.save(late);
    await vi.waitFor(async () => expect(await device.database.queue.get(late.id)).toBeDefined());
    letAnswer();
    await Promise.all([pushing, saving]);
    await device.waiting.push();
    const titles = [...host.records.values()].map(
      ({ attributes }) => (attributes as { title: string }).title,
    );
    expect(titles).toEqual(['One', 'Late', 'Two', 'Three', 'Four']);
  });
});
