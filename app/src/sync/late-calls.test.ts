import { describe, expect, test, vi } from 'vitest';
import type { MessageRecord } from '#storage/records.ts';
import { type Device, startDevice } from '#testing/device.ts';
import { comesBack, devicesAtHost, draftOf, messageForm } from '#testing/devices-at-host.ts';
import { createHostInMemory } from '#testing/model/host-in-memory.ts';
import { withoutEtags } from '#testing/without-etags.ts';

const at = devicesAtHost();
const anew = { ...messageForm, subject: 'Written anew' };

type Call = [address: string, call: RequestInit | undefined];

/** A device with a pack, and a line on which somebody decides what becomes of each call. */
async function withPack(befalls: (...call: Call) => Promise<Response> | null) {
  const device = await at.inRetail('nora', {
    fetch: (address, call) => befalls(String(address), call) ?? fetch(address, call),
  });
  const pack = draftOf(device, 'Under way');
  await device.packs.save(pack);
  await device.waiting.push();
  return { device, pack };
}

const isOfMessages = (address: string, call: RequestInit | undefined, method: string) =>
  (call?.method ?? 'GET') === method && /\/salestool\/message(\/|\?|$)/.test(address);

const busy = () => Promise.resolve(new Response(null, { status: 503 }));

/** Reaches the host when somebody says so, long after the app has given it up. */
function givenUp(late: (() => Promise<Response>)[], [address, call]: Call): Promise<Response> {
  late.push(() => fetch(address, { ...call, signal: null }));
  return Promise.reject(new TypeError('Failed to fetch'));
}

async function logOf({ packLog }: Device, packId: string) {
  await packLog.load(packId);
  return packLog.ofPack(packId);
}

describe('a call that was given up and comes late', () => {
  test('takes no link away that was written anew since', async () => {
    const late: (() => Promise<Response>)[] = [];
    let isBusy = true;
    const { device, pack } = await withPack((address, call) => {
      if (isBusy && isOfMessages(address, call, 'POST')) {
        isBusy = false;
        return busy();
      }
      return isOfMessages(address, call, 'DELETE') ? givenUp(late, [address, call]) : null;
    });
    const { message } = await device.messages.record(pack, messageForm, 'link');
    await expect(device.messages.cancel(message.id)).rejects.toThrow('No response');
    expect(late).toHaveLength(1);
    await comesBack(device);
    expect(await device.messages.edit(message.id)).not.toBeNull();
    await device.messages.record(pack, anew, 'link', { corrects: message.id });
    await device.waiting.push();
    await device.messages.endEdit(message.id);
    expect((await late[0]!()).status).toBe(412);
    expect((await logOf(device, pack.id)).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['link', 'Written anew'],
    ]);
  });

  test('opens no link again that was taken back since', async () => {
    const late: (() => Promise<Response>)[] = [];
    const { device, pack } = await withPack((address, call) =>
      late.length === 0 && isOfMessages(address, call, 'PATCH') ? givenUp(late, [address, call]) : null,
    );
    const { message, link } = await device.messages.record(pack, messageForm, 'link');
    const control = { expires: null, maxVisits: 5, password: '', download: true, revoked: false };
    expect((await device.messages.setControl(message.id, control)).savedRemotely).toBe(false);
    await comesBack(device);
    await device.waiting.push();
    expect((await device.messages.setControl(message.id, { ...control, revoked: true })).failure).toBeNull();
    expect((await late[0]!()).status).toBe(412);
    expect((await fetch(`${at.host.url}${new URL(link).pathname}`)).status).toBe(404);
  });

  test('puts no signature back that was changed since', async () => {
    const late: (() => Promise<Response>)[] = [];
    let isLate = false;
    const device = await at.inRetail('nora', {
      fetch: (address, call) =>
        isLate && call?.method === 'PATCH' && String(address).includes('/salestool/signature/')
          ? givenUp(late, [String(address), call])
          : fetch(address, call),
    });
    const signature = { title: 'Nora', job_title: '', email: '', telephone: '', telephone2: '' };
    await device.signatures.save(signature);
    isLate = true;
    expect((await device.signatures.save({ ...signature, title: 'Nora L.' })).savedRemotely).toBe(false);
    isLate = false;
    await comesBack(device);
    expect((await device.signatures.save({ ...signature, title: 'Nora Lindqvist' })).savedRemotely).toBe(
      true,
    );
    expect((await late[0]!()).status).toBe(412);
    await (await device.engine()).loads.signatures();
    expect((await device.signatures.mine())?.title).toBe('Nora Lindqvist');
  });
});

test('a mail whose cancelling was broken off stays one that is to leave, whatever is read before it goes', async () => {
  const said: string[] = [];
  const { device, pack } = await withPack((address, call) => {
    if (!isOfMessages(address, call, 'POST')) return null;
    said.push('POST');
    if (said.length === 1) return busy();
    if (said.length > 2) return null;
    return fetch(address, call).then(() => Promise.reject(new TypeError('Failed to fetch')));
  });
  const { message } = await device.messages.record(pack, messageForm, 'send');
  await expect(device.messages.cancel(message.id)).rejects.toThrow('No response');
  // The host has it by now, as a link that mails nobody.
  await (await device.engine()).loads.sync(at.retail);
  expect(await device.waiting.items()).toMatchObject([{ id: message.id, state: 'waiting' }]);
  await comesBack(device);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  expect((await logOf(device, pack.id)).map(({ kind }) => kind)).toEqual(['mail']);
});

const isMakingOfPack = (address: string, call: RequestInit | undefined) =>
  call?.method === 'POST' && address.endsWith('/salestool/pack');

type Making = (count: number, ...call: Call) => Promise<Response> | null;

/** A device whose line does as told with each call that makes a pack at the host, counted from 1. */
function deviceMaking(befalls: Making, reach = fetch) {
  let count = 0;
  return at.inRetail('nora', {
    fetch: (address, call) => {
      if (!isMakingOfPack(String(address), call)) return reach(address, call);
      count += 1;
      return befalls(count, String(address), call) ?? reach(address, call);
    },
  });
}

/** A pack that the phone has deleted, while it was edited here; what would bring it back is on its way. */
async function deletedOnPhone(befalls: Making = () => null, reach = fetch) {
  const late: (() => Promise<Response>)[] = [];
  const device = await deviceMaking(
    (count, ...call) => (count === 2 ? givenUp(late, call) : befalls(count, ...call)),
    reach,
  );
  const pack = draftOf(device, 'Not wanted');
  await device.packs.save(pack);
  const phone = await at.inRetail('nora');
  await phone.packs.delete((await phone.packs.get(pack.id))!);
  await device.packs.save({ ...(await device.packs.get(pack.id))!, title: 'Wanted once more' });
  expect(late).toHaveLength(1);
  await comesBack(device);
  return { device, pack, late };
}

/** What is made third comes there, and nobody hears of it. */
const losesThirdAnswer: Making = (count, ...call) =>
  count === 3 ? fetch(...call).then(() => Promise.reject(new TypeError('Failed to fetch'))) : null;

/** A pack of which this device has not heard that it has come. */
async function cameUnheard(reach = fetch) {
  const device = await at.inRetail('nora', { fetch: reach });
  const pack = { ...draftOf(device, 'Came unheard'), notes: 'For Daniel' };
  device.network.loseAnswers = 1;
  await device.packs.save(pack);
  expect(await packAtHost(pack.id)).toMatchObject({ title: 'Came unheard' });
  return { device, pack };
}

const forbidsDeleting: typeof fetch = (address, call) => {
  if (call?.method !== 'DELETE') return fetch(address, call);
  const errors = [{ status: '403', title: 'Nothing is deleted here' }];
  const headers = { 'content-type': 'application/vnd.api+json' };
  return Promise.resolve(Response.json({ errors }, { status: 403, headers }));
};

const servers = [
  ['with ETags', fetch],
  ['without', withoutEtags],
] as const;

const ways = [
  ['deleted', async (device: Device, id: string) => device.packs.delete((await device.packs.get(id))!)],
  ['discarded', async (device: Device) => device.waiting.discard((await device.waiting.items())[0]!)],
] as const;

async function packAtHost(id: string) {
  const answer = await (await at.host.signIn('nora'))(`/jsonapi/salestool/pack/${id}`);
  return answer.status === 200 ? (await answer.json()).data.attributes : null;
}

/** Neither here nor on another device of its owner. */
async function isNowhere(device: Device, id: string) {
  await device.channels.load(at.retail, { force: true });
  const phone = await at.inRetail('nora');
  const shown = await Promise.all([device, phone].map(({ packs }) => packs.inChannel(at.retail)));
  return !shown.flat().some((pack) => pack.id === id) && (await device.packs.get(id)) === null;
}

describe.each(ways)('a pack that was %s while its making was on its way', (_way, takeAway) => {
  test('[SYNC-23] does not come back with that, and the server keeps nothing of what it held', async () => {
    const late: (() => Promise<Response>)[] = [];
    const device = await deviceMaking((count, ...call) => (count === 1 ? givenUp(late, call) : null));
    const pack = { ...draftOf(device, 'Not wanted'), notes: 'For nobody' };
    await device.packs.save(pack);
    await comesBack(device);
    await takeAway(device, pack.id);
    expect((await late[0]!()).status).toBe(409);
    expect(await isNowhere(device, pack.id)).toBe(true);
    expect(await packAtHost(pack.id)).toMatchObject({ archived: true, pack_data: null, notes: null });
  });

  test('[SYNC-23] does not come back when that is quicker than the server can be told', async () => {
    const late: (() => Promise<Response>)[] = [];
    const came: number[] = [];
    const device = await deviceMaking((count, ...call) => {
      if (count === 1) return givenUp(late, call);
      return late[0]!().then(({ status }) => {
        came.push(status);
        return fetch(...call);
      });
    });
    const pack = draftOf(device, 'Not wanted');
    await device.packs.save(pack);
    await comesBack(device);
    await takeAway(device, pack.id);
    expect(came).toEqual([201]);
    expect(await isNowhere(device, pack.id)).toBe(true);
    expect(await packAtHost(pack.id)).toBeNull();
  });

  test('[SYNC-23] stays when the server cannot be told, and does not come back once it was', async () => {
    const late: (() => Promise<Response>)[] = [];
    const device = await deviceMaking((count, ...call) => {
      if (count === 1) return givenUp(late, call);
      return fetch(...call).then(() => Promise.reject(new TypeError('Failed to fetch')));
    });
    const pack = draftOf(device, 'Not wanted');
    await device.packs.save(pack);
    await comesBack(device);
    await expect(takeAway(device, pack.id)).rejects.toThrow('No response');
    expect(await device.packs.get(pack.id)).not.toBeNull();
    expect(await device.waiting.items()).toMatchObject([{ id: pack.id, state: 'waiting' }]);
    await comesBack(device);
    await takeAway(device, pack.id);
    expect((await late[0]!()).status).toBe(409);
    expect(await isNowhere(device, pack.id)).toBe(true);
  });

  test('[SYNC-23] does not come back either when another device had deleted it before', async () => {
    const { device, pack, late } = await deletedOnPhone();
    await takeAway(device, pack.id);
    expect((await late[0]!()).status).toBe(409);
    expect(await isNowhere(device, pack.id)).toBe(true);
  });

  test.each(servers)(
    '[SYNC-23] goes at the second try when another device had deleted it before and no answer came at the first (server %s)',
    async (_which, reach) => {
      let isBusy = false;
      const { device, pack, late } = await deletedOnPhone(losesThirdAnswer, (address, call) =>
        isBusy && call?.method === 'PATCH' ? busy() : reach(address, call),
      );
      // For a push that comes in between by itself.
      isBusy = true;
      await expect(takeAway(device, pack.id)).rejects.toThrow('No response');
      expect(await device.packs.get(pack.id)).not.toBeNull();
      await comesBack(device);
      await takeAway(device, pack.id);
      expect(await device.packs.get(pack.id)).toBeNull();
      expect(await device.waiting.items()).toEqual([]);
      expect((await late[0]!()).status).toBe(409);
      expect(await isNowhere(device, pack.id)).toBe(true);
    },
  );

  test.each(servers)(
    '[SYNC-23] leaves nothing at the server where another device has archived it meanwhile (server %s)',
    async (_which, reach) => {
      const { device, pack } = await cameUnheard(reach);
      const phone = await at.inRetail('nora');
      at.host.advance(5000);
      expect((await phone.packs.archive((await phone.packs.get(pack.id))!)).failure).toBeNull();
      await comesBack(device);
      await takeAway(device, pack.id);
      expect(await isNowhere(device, pack.id)).toBe(true);
      expect(await packAtHost(pack.id)).toBeNull();
    },
  );

  test('[SYNC-23] stays, and the reason is said, where the server had it and forbids to delete it', async () => {
    const { device, pack } = await cameUnheard(forbidsDeleting);
    await comesBack(device);
    await expect(takeAway(device, pack.id)).rejects.toThrow('Nothing is deleted here');
    expect(await device.packs.get(pack.id)).not.toBeNull();
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
  });
});

test('[SYNC-02] a pack that could not be taken away goes out whole when its maker keeps it', async () => {
  const late: (() => Promise<Response>)[] = [];
  const device = await deviceMaking((count, ...call) => {
    if (count === 1) return givenUp(late, call);
    if (count > 2) return null;
    return fetch(...call).then(() => Promise.reject(new TypeError('Failed to fetch')));
  });
  const pack = { ...draftOf(device, 'Wanted after all'), notes: 'For Daniel' };
  await device.packs.save(pack);
  await comesBack(device);
  await expect(device.packs.delete((await device.packs.get(pack.id))!)).rejects.toThrow('No response');
  await comesBack(device);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  const kept = { title: 'Wanted after all', notes: 'For Daniel', archived: false };
  expect(await packAtHost(pack.id)).toMatchObject({ ...kept, pack_data: expect.any(String) });
  const phone = await at.inRetail('nora');
  expect(await phone.packs.get(pack.id)).toMatchObject({ title: 'Wanted after all' });
});

test('[SYNC-02] so does one that another device had deleted, under its own id and without a copy', async () => {
  const { device, pack, late } = await deletedOnPhone(losesThirdAnswer);
  await expect(device.packs.delete((await device.packs.get(pack.id))!)).rejects.toThrow('No response');
  await comesBack(device);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  expect((await late[0]!()).status).toBe(409);
  expect(await packAtHost(pack.id)).toMatchObject({
    title: 'Wanted once more',
    archived: false,
    pack_data: expect.any(String),
  });
  const phone = await at.inRetail('nora');
  const titles = (await phone.packs.inChannel(at.retail)).map(({ title }) => title);
  expect(titles.filter((title) => title?.includes('my copy'))).toEqual([]);
  await device.packs.delete((await device.packs.get(pack.id))!);
  expect(await isNowhere(device, pack.id)).toBe(true);
});

test('[F27] so does one that a restored host keeps the id of', async () => {
  const channelId = '0c000000-0000-4000-8000-000000000001';
  const people = [{ name: 'nora', id: '7a2c9a4e-0000-4000-8000-000000000001' }];
  const host = createHostInMemory({ people, channelId, now: Date.now });
  let isLossy = true;
  const device = startDevice({
    origin: 'https://host.example',
    fetch: async (address, call) => {
      if (!isLossy || !isMakingOfPack(String(address), call)) return host.fetch(address, call);
      // What is wanted does not come there, and of the other one nobody hears.
      if (String(call?.body).includes('"archived":true')) await host.fetch(address, call);
      throw new TypeError('Failed to fetch');
    },
  });
  const signIn = () => device.service.signIn({ username: 'nora', password: 'right' });
  await signIn();
  await device.service.selectChannel(channelId);
  const { meetHost } = await device.engine();
  await meetHost();
  host.backUp();
  const pack = draftOf(device, 'Wanted after all');
  await device.packs.save(pack);
  host.restore();
  await comesBack(device);
  await signIn();
  await meetHost();
  await comesBack(device);
  await expect(device.packs.delete((await device.packs.get(pack.id))!)).rejects.toThrow('No response');
  expect(host.record(pack.id)?.attributes).toMatchObject({ archived: true });
  isLossy = false;
  await comesBack(device);
  await device.waiting.retry((await device.waiting.items())[0]!);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  expect(host.record(pack.id)?.attributes).toMatchObject({ title: 'Wanted after all', archived: false });
  expect((await device.packs.inChannel(channelId)).map(({ title }) => title)).toEqual(['Wanted after all']);
  device.database.dexie.close();
});

/** A link that is on its way until somebody lets its answer come, and is chosen to be cancelled meanwhile. */
async function cancelledUnderWay() {
  const held = Promise.withResolvers<void>();
  let isUnderWay = false;
  const { device, pack } = await withPack((address, call) => {
    if (!isOfMessages(address, call, 'POST') || isUnderWay) return null;
    isUnderWay = true;
    return fetch(address, call).then(async (answer) => {
      await held.promise;
      return answer;
    });
  });
  const sending = device.messages.record(pack, messageForm, 'link');
  await vi.waitFor(() => expect(isUnderWay).toBe(true));
  const [{ id }] = (await device.messages.ofPack(pack.id)) as [MessageRecord];
  return { device, pack, id, sending, cancelling: device.messages.cancel(id), answers: held.resolve };
}

test('what is on its way while it is cancelled is taken back once it has come', async () => {
  const { device, pack, id, sending, cancelling, answers } = await cancelledUnderWay();
  answers();
  await cancelling;
  await sending;
  expect(await device.messages.get(id)).toBeNull();
  expect(await logOf(device, pack.id)).toEqual([]);
});

test('what waits for its turn is not done under the account of who has signed in meanwhile', async () => {
  const { device, pack, id, sending, cancelling, answers } = await cancelledUnderWay();
  const refused = expect(cancelling).rejects.toThrow();
  await device.service.signOut();
  await device.service.signIn({ username: 'henrik', password: at.password });
  answers();
  await refused;
  await sending;
  await device.service.signOut();
  await device.service.signIn({ username: 'nora', password: at.password });
  await device.waiting.push();
  expect(await device.messages.get(id)).not.toBeNull();
  expect((await logOf(device, pack.id)).map(({ kind }) => kind)).toEqual(['link']);
});

test('what a host shows nobody singly is changed and taken back all the same', async () => {
  const { device, pack } = await withPack((address, call) =>
    isOfMessages(address, call, 'GET') && !/[?]filter/.test(address)
      ? Promise.resolve(Response.json({ errors: [{ status: '403' }] }, { status: 403 }))
      : null,
  );
  const { message } = await device.messages.record(pack, messageForm, 'link');
  const control = { expires: null, maxVisits: 5, password: '', download: true, revoked: false };
  expect((await device.messages.setControl(message.id, control)).failure).toBeNull();
  await device.messages.cancel(message.id);
  expect(await logOf(device, pack.id)).toEqual([]);
});
