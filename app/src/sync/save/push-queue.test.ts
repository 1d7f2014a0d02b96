import { describe, expect, test, vi } from 'vitest';
import type { KeptSubject } from '#storage/device-rows.ts';
import { createMemoryHost } from '#testing/memory-host.ts';
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

test('a message that is sent now goes after an earlier one to the same person, whose changed pack waits among others', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const [first, second] = [draftOf(device, 'First'), draftOf(device, 'Second')];
  for (const pack of [first, second]) await device.packs.save(pack);
  await device.waiting.push();
  const backlog = ['1', '2', '3', '4', '5'].map((title) => draftOf(device, title));
  await offline(device, async () => {
    for (const pack of backlog) await device.packs.save(pack);
    await device.packs.save({ ...(await device.packs.get(first.id))!, title: 'First, changed' });
    await device.messages.record(first, { ...form, subject: 'Earlier' }, 'send');
  });
  const letAnswer = host.holdAnswers();
  const pushing = device.waiting.push();
  await vi.waitFor(() => expect(titleAt(host, backlog[0]!.id)).toBe('1'));
  const sending = device.messages.record(second, { ...form, subject: 'Now' }, 'send');
  await vi.waitFor(async () => expect(await device.waiting.count()).toBe(8));
  letAnswer();
  await Promise.all([pushing, sending]);
  await device.waiting.push();
  const mailed = [...host.mailed.keys()].map((id) => host.records.get(id)?.attributes as { subject: string });
  expect(mailed.map(({ subject }) => subject)).toEqual(['Earlier', 'Now']);
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

describe('sending a pack to the server that never came there', () => {
  async function shownInTwoWindows() {
    const host = createMemoryHost();
    const device = openSignedIn(host);
    const other = openSignedIn(host, { shared: device.shared });
    const pack = draftOf(device, 'Old');
    await offline(device, () => device.packs.save(pack));
    return { host, device, other, shown: (await device.packs.get(pack.id))! };
  }

  test('sends what another window has made of it since', async () => {
    const { host, device, other, shown } = await shownInTwoWindows();
    await offline(other, () => other.packs.save({ ...shown, title: 'New' }));
    expect(await device.packs.sendToServer(shown)).toMatchObject({ savedRemotely: true });
    expect((await device.packs.get(shown.id))?.title).toBe('New');
    expect(titleAt(host, shown.id)).toBe('New');
    expect(await device.waiting.items()).toEqual([]);
  });

  test('brings none back that another window has deleted since', async () => {
    const { host, device, other, shown } = await shownInTwoWindows();
    await other.packs.delete(shown);
    await expect(device.packs.sendToServer(shown)).rejects.toThrow('Not found');
    expect(await device.packs.get(shown.id)).toBeNull();
    expect(host.records.size).toBe(0);
  });

  test('lets go what was set aside, and says why it still waits', async () => {
    const { host, device, shown } = await shownInTwoWindows();
    host.refused.add(shown.id);
    expect(await device.packs.sendToServer(shown)).toMatchObject({
      ...{ savedLocally: true, savedRemotely: false, failure: expect.stringContaining('Unprocessable') },
    });
    host.refused.clear();
    expect(await device.packs.sendToServer(shown)).toMatchObject({ savedRemotely: true, failure: null });
    expect(titleAt(host, shown.id)).toBe('Old');
  });
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

const wantedHere = (packId: string): KeptSubject => ({
  ...{ id: `pack:${packId}`, kind: 'pack', subjectId: packId },
  ...{ videos: false, wanted: true, problem: null },
});

test('[PLIST-04] with a pack that is given up goes the choice to have its files, unless the host has the pack', async () => {
  const host = createMemoryHost();
  const device = openSignedIn(host);
  const packs = [draftOf(device, 'Never mind'), draftOf(device, 'As it was')] as const;
  await device.packs.save(packs[1]);
  await device.waiting.push();
  for (const pack of packs) {
    host.refused.add(pack.id);
    await device.packs.save({ ...((await device.packs.get(pack.id)) ?? pack), title: 'Changed' });
  }
  const choices = packs.map(({ id }) => `pack:${id}`);
  for (const { id } of packs) await device.database.kept.put(wantedHere(id));
  for (const item of await device.waiting.items()) await device.waiting.discard(item);
  expect(await device.database.kept.toCollection().primaryKeys()).toEqual([choices[1]]);
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
