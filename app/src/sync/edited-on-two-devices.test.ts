import { describe, expect, test } from 'vitest';
import type { PackRecord } from '#storage/records.ts';
import { packState } from '#sync/save/pack-state.ts';
import type { Device } from '#testing/device.ts';
import { comesBack, type DeviceOptions, devicesAtHost, goesDown } from '#testing/devices-at-host.ts';
import { packWith } from '#testing/real-host.ts';

const at = devicesAtHost();
const channel = () => at.retail;
const deviceOfNora = (options?: DeviceOptions) => at.inRetail('nora', options);

const refresh = (device: Device) => device.channels.load(channel(), { force: true });

async function comesBackAndPushes(device: Device) {
  await comesBack(device);
  await device.waiting.push();
}

const text = (words: string) => packWith(`<p>${words}</p>`);

async function edit(device: Device, id: string, words: string, from?: PackRecord) {
  const pack = from ?? (await device.packs.get(id))!;
  return device.packs.save({ ...pack, ...text(words) });
}

async function atHost(path: string) {
  const response = await (await at.host.signIn('nora'))(path);
  return (await response.json()) as {
    data: { attributes: { title: string; pack_data: string; archived: boolean } };
    results: { title: string }[];
  };
}

/** A pack on two devices that are both without a connection. */
async function packOnTwo(options?: DeviceOptions) {
  const [tablet, phone] = [await deviceOfNora(options), await deviceOfNora(options)];
  const pack = { ...tablet.packs.draft(), title: 'For Brightwater', ...text('start') };
  await tablet.packs.save(pack);
  await refresh(phone);
  at.host.advance(2000);
  for (const device of [tablet, phone]) goesDown(device);
  return { tablet, phone, id: pack.id };
}

/** The tablet's edit is at the host. The phone, where the pack was opened before, is back and knows nothing of it. */
async function tabletWasFirst() {
  const { tablet, phone, id } = await packOnTwo();
  const asOpened = (await phone.packs.get(id))!;
  await edit(tablet, id, 'tablet');
  await comesBackAndPushes(tablet);
  await comesBack(phone);
  return { phone, id, asOpened };
}

const wordsOf = (pack: PackRecord | null) => /<p>(\w+)<\/p>/.exec(pack?.pack_data ?? '')?.[1];

/** Where the only notice leads. */
const copyIn = (device: Device) => device.shown[0]!.action!.to.split('/')[2]!;

describe('[F26] a pack that was edited on two devices without a connection', () => {
  test.each(['tablet', 'phone'] as const)(
    'is what came to the host first; the edit of the other one is a pack of its own (first: the %s)',
    async (first) => {
      const { tablet, phone, id } = await packOnTwo();
      await edit(tablet, id, 'tablet');
      await edit(phone, id, 'phone');
      const [winner, loser, lost] = first === 'tablet' ? [tablet, phone, 'phone'] : [phone, tablet, 'tablet'];
      await comesBackAndPushes(winner);
      await comesBackAndPushes(loser);

      expect((await atHost(`/jsonapi/salestool/pack/${id}`)).data.attributes.pack_data).toContain(first);
      expect(winner.shown).toEqual([]);
      const [notice, ...more] = loser.shown;
      expect(more).toEqual([]);
      const copyTitle = /‘(For Brightwater \(my copy of \w{3} \d{1,2}, \d{4}\))’/.exec(notice!.text!)?.[1];
      expect(notice).toMatchObject({
        tone: 'waiting',
        text: `‘For Brightwater’ was changed on another device too. Your changes are kept as ‘${copyTitle}’.`,
        action: { label: 'Open my copy', to: expect.stringMatching(/^\/packs\/[\w-]{36}\/view$/) },
      });
      const copyId = copyIn(loser);
      expect(wordsOf(await loser.packs.get(id))).toBe(first);
      expect(wordsOf(await loser.packs.get(copyId))).toBe(lost);
      expect(await loser.waiting.items()).toEqual([]);
      // Both are on every device.
      await refresh(winner);
      expect(await winner.packs.get(copyId)).toMatchObject({ title: copyTitle, pack_type: 'private' });
      expect(wordsOf(await winner.packs.get(copyId))).toBe(lost);
    },
  );

  test('says so to whoever waits for the save', async () => {
    const { phone, id } = await tabletWasFirst();
    expect(await edit(phone, id, 'phone')).toEqual({
      savedLocally: true,
      savedRemotely: false,
      failure: 'The pack was changed on another device too',
    });
  });

  test('[PLIST-14] is not written over by who archives it as it was, and goes when they archive it as it is', async () => {
    const { phone, id, asOpened } = await tabletWasFirst();
    expect(await phone.packs.archive(asOpened)).toEqual({
      savedLocally: false,
      savedRemotely: false,
      failure: 'The pack was changed on another device too',
    });
    const { attributes } = (await atHost(`/jsonapi/salestool/pack/${id}`)).data;
    expect(attributes.archived).toBe(false);
    expect(attributes.pack_data).toContain('tablet');
    const asItIs = (await phone.packs.get(id))!;
    expect(wordsOf(asItIs)).toBe('tablet');
    expect(await phone.packs.archive(asItIs)).toMatchObject({ savedRemotely: true });
    expect((await atHost(`/jsonapi/salestool/pack/${id}`)).data.attributes.archived).toBe(true);
  });

  test('is not taken away by who deletes it as it was', async () => {
    const { phone, id, asOpened } = await tabletWasFirst();
    await expect(phone.packs.delete(asOpened)).rejects.toThrow('The pack was changed on another device too');
    expect((await atHost(`/jsonapi/salestool/pack/${id}`)).data.attributes.pack_data).toContain('tablet');
    const asItIs = (await phone.packs.get(id))!;
    expect(wordsOf(asItIs)).toBe('tablet');
    await phone.packs.delete(asItIs);
    expect(await phone.packs.get(id)).toBeNull();
    expect((await (await at.host.signIn('nora'))(`/jsonapi/salestool/pack/${id}`)).status).toBe(404);
  });

  test('is not taken away by who deletes what this device stored itself', async () => {
    const { tablet, phone, id } = await packOnTwo();
    await comesBackAndPushes(phone);
    await edit(phone, id, 'phone');
    const stored = (await phone.packs.get(id))!;
    await comesBackAndPushes(tablet);
    await refresh(tablet);
    await edit(tablet, id, 'tablet');
    await expect(phone.packs.delete(stored)).rejects.toThrow('The pack was changed on another device too');
    expect(wordsOf(await phone.packs.get(id))).toBe('tablet');
  });

  test('makes one copy, however often a screen that stays open saves', async () => {
    const { phone, id, asOpened } = await tabletWasFirst();
    let open = asOpened;
    let began = packState(asOpened);
    for (const words of ['one', 'two', 'three']) {
      const { pack } = await phone.packs.save({ ...open, ...text(words) }, { began });
      // The screen goes on with what it saved.
      open = { ...open, id: pack!.id };
      began = packState(pack!);
      // The copy comes back with the list.
      await refresh(phone);
    }
    await phone.waiting.push();
    const copies = new Set(phone.shown.map(({ action }) => action!.to.split('/')[2]));
    expect(copies.size).toBe(1);
    const [copyId] = copies;
    expect((await atHost(`/jsonapi/salestool/pack/${copyId}`)).data.attributes.pack_data).toContain('three');
    expect((await atHost(`/jsonapi/salestool/pack/${id}`)).data.attributes.pack_data).toContain('tablet');
  });

  test('gives the copy the name that it gets after that was made, and leaves it its day', async () => {
    const { phone, id, asOpened } = await tabletWasFirst();
    const began = packState(asOpened);
    const { pack } = await phone.packs.save({ ...asOpened, ...text('one') }, { began });
    const copyId = copyIn(phone);
    const title = 'For Brightwater (my copy of Jan 2, 2026)';
    await phone.database.records('salestool--pack').update(copyId, { title });
    const goneOn = { ...asOpened, id, title: 'For Bergen', ...text('two') };
    const { pack: copy } = await phone.packs.save(goneOn, { began: packState(pack!) });
    expect(copy).toMatchObject({ id: copyId, title: 'For Bergen (my copy of Jan 2, 2026)' });
    expect((await atHost(`/jsonapi/salestool/pack/${copyId}`)).data.attributes.title).toBe(copy!.title);
  });

  test('leaves a copy alone that was worked on since, and makes another one', async () => {
    const { tablet, phone, id } = await packOnTwo();
    const asOpened = (await phone.packs.get(id))!;
    await edit(tablet, id, 'tablet');
    await comesBackAndPushes(tablet);
    await comesBack(phone);
    await edit(phone, id, 'one', asOpened);
    await phone.waiting.push();
    await refresh(phone);
    const first = copyIn(phone);
    await edit(phone, first, 'polished');
    await edit(phone, id, 'two', asOpened);
    await phone.waiting.push();
    expect(wordsOf(await phone.packs.get(first))).toBe('polished');
    const second = phone.shown.at(-1)!.action!.to.split('/')[2]!;
    expect(wordsOf(await phone.packs.get(second))).toBe('two');
  });

  test('is seen as well when the other edit had reached this device while the screen was open', async () => {
    const { tablet, phone, id } = await packOnTwo();
    const asOpened = (await phone.packs.get(id))!;
    await edit(tablet, id, 'tablet');
    await comesBackAndPushes(tablet);
    await comesBackAndPushes(phone);
    await refresh(phone);
    expect(wordsOf(await phone.packs.get(id))).toBe('tablet');
    await edit(phone, id, 'phone', asOpened);
    await phone.waiting.push();
    expect(phone.shown).toHaveLength(1);
    expect(wordsOf(await phone.packs.get(id))).toBe('tablet');
  });

  test('is none when both say the same', async () => {
    const { tablet, phone, id } = await packOnTwo();
    await edit(tablet, id, 'same');
    await edit(phone, id, 'same');
    await comesBackAndPushes(tablet);
    await comesBackAndPushes(phone);
    expect(phone.shown).toEqual([]);
    expect(await phone.waiting.items()).toEqual([]);
  });
});

describe('a pack edited on one device alone', () => {
  test('is stored edit after edit, also from a screen that was opened before the first', async () => {
    const device = await deviceOfNora();
    const draft = { ...device.packs.draft(), title: 'Alone', ...text('start') };
    await device.packs.save(draft);
    for (const words of ['one', 'two']) {
      at.host.advance(2000);
      expect(await edit(device, draft.id, words, draft)).toMatchObject({ savedRemotely: true });
    }
    expect(device.shown).toEqual([]);
    const { results } = await atHost(`/salestool/pack/${draft.id}/versions`);
    expect(results).toHaveLength(2);
  });

  test('is no conflict with itself when an answer was lost and it was edited again', async () => {
    const { phone, id } = await packOnTwo();
    phone.network.state = 'up';
    await phone.connection.ask();
    await phone.packs.save({ ...phone.packs.draft(), title: 'Definitions first' });
    await edit(phone, id, 'first');
    at.host.advance(2000);
    phone.network.loseAnswers = 1;
    await edit(phone, id, 'second');
    at.host.advance(2000);
    await edit(phone, id, 'third');
    await comesBackAndPushes(phone);
    expect(phone.shown).toEqual([]);
    expect((await atHost(`/jsonapi/salestool/pack/${id}`)).data.attributes.pack_data).toContain('third');
  });
});

test('[F26] a host without states stores the last edit, as before', async () => {
  const withoutStates: typeof fetch = async (address, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('if-match');
    const response = await fetch(address, { ...init, headers });
    const kept = new Headers(response.headers);
    for (const name of ['etag', 'content-encoding', 'content-length']) kept.delete(name);
    const body = [204, 304].includes(response.status) ? null : await response.arrayBuffer();
    return new Response(body, { status: response.status, headers: kept });
  };
  const { tablet, phone, id } = await packOnTwo({ fetch: withoutStates });
  await edit(tablet, id, 'tablet');
  await edit(phone, id, 'phone');
  await comesBackAndPushes(tablet);
  await comesBackAndPushes(phone);
  expect(phone.shown).toEqual([]);
  expect((await atHost(`/jsonapi/salestool/pack/${id}`)).data.attributes.pack_data).toContain('phone');
});

describe('[F26] two edits of a pack in a row that are not answered', () => {
  /** The first arrives, its answer lost; the second one is lost itself. */
  function lossy() {
    const line = { isLossy: true };
    const reach: typeof fetch = async (address, call) => {
      if (!line.isLossy || call?.method !== 'PATCH') return fetch(address, call);
      if (String(call.body).includes('first')) await fetch(address, call);
      throw new TypeError('Failed to fetch');
    };
    return { line, reach };
  }

  test.each([
    ['of one that the host has', true],
    ['of one that is new', false],
  ])('are not taken for those of another device (%s)', async (what, isThere) => {
    const { line, reach } = lossy();
    const device = await deviceOfNora({ fetch: reach });
    const pack = { ...device.packs.draft(), title: `Unanswered ${what}`, ...text('start') };
    if (isThere) await device.packs.save(pack);
    else {
      device.network.loseAnswers = 1;
      await device.packs.save(pack);
      await comesBack(device);
    }
    at.host.advance(2000);
    for (const words of ['first', 'second']) {
      expect(await edit(device, pack.id, words)).toMatchObject({ savedRemotely: false });
      await comesBack(device);
    }
    line.isLossy = false;
    await device.waiting.retry((await device.waiting.items())[0]!);
    await device.waiting.push();
    expect((await atHost(`/jsonapi/salestool/pack/${pack.id}`)).data.attributes.pack_data).toContain(
      'second',
    );
    expect(wordsOf(await device.packs.get(pack.id))).toBe('second');
    expect(device.shown).toEqual([]);
    expect(await device.waiting.items()).toEqual([]);
    const packs = await device.packs.inChannel(channel());
    expect(packs.filter(({ title }) => title?.startsWith(pack.title))).toHaveLength(1);
  });
});

/** Whose way loses the name of a pack's state while it is told to. */
async function onLossyWay() {
  const way = { isLosing: false };
  const devices = await packOnTwo({
    fetch: async (address, call) => {
      const answer = await fetch(address, call);
      const isLook = (call?.method ?? 'GET') === 'GET' && String(address).includes('/salestool/pack/');
      if (!way.isLosing || !isLook) return answer;
      const headers = new Headers(answer.headers);
      headers.delete('etag');
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
    },
  });
  return { ...devices, way };
}

test('[F26] an edit on another device is not written over where the name of its state is lost on the way', async () => {
  const { tablet, phone, id, way } = await onLossyWay();
  await comesBack(phone);
  // The host has told this window a state of another pack.
  await phone.packs.save({ ...phone.packs.draft(), title: 'For Halden', ...text('other') });
  goesDown(phone);
  await edit(tablet, id, 'tablet');
  await comesBackAndPushes(tablet);
  await edit(phone, id, 'phone');
  await comesBack(phone);
  way.isLosing = true;
  await phone.waiting.push();
  expect((await atHost(`/jsonapi/salestool/pack/${id}`)).data.attributes.pack_data).toContain('tablet');
  expect(wordsOf(await phone.packs.get(id))).toBe('tablet');
  expect(wordsOf(await phone.packs.get(copyIn(phone)))).toBe('phone');
});

test('[F26] nor after the name was lost once, before this window had heard of any', async () => {
  const { tablet, phone, id, way } = await onLossyWay();
  way.isLosing = true;
  await edit(phone, id, 'first');
  await comesBackAndPushes(phone);
  way.isLosing = false;
  goesDown(phone);
  await comesBack(tablet);
  await tablet.channels.load(channel(), { force: true });
  await edit(tablet, id, 'tablet');
  await comesBackAndPushes(tablet);
  await edit(phone, id, 'phone');
  await comesBackAndPushes(phone);
  expect((await atHost(`/jsonapi/salestool/pack/${id}`)).data.attributes.pack_data).toContain('tablet');
  expect(wordsOf(await phone.packs.get(copyIn(phone)))).toBe('phone');
});
