import { expect, test } from 'vitest';
import { devicesAtHost, draftOf } from '#testing/devices-at-host.ts';
import { putIntoChannels } from '#testing/real-host.ts';

const at = devicesAtHost();

const words =
  'You are no longer in the channel ‘Retail & Hospitality’. What you have not sent yet stays on this device.';

const isPack = (address: RequestInfo | URL) => String(address).includes('/salestool/pack');
const notFound = () =>
  new Response('{"errors":[{"status":"404","title":"Not Found"}]}', {
    status: 404,
    headers: { 'content-type': 'application/vnd.api+json' },
  });
const busy = async () => new Response('', { status: 503 });

test('[CHAN-18, SYNC-06] whoever is taken out of a channel leaves it and is told, and what waits to be sent stays', async () => {
  let later = 0;
  const device = await at.inRetail('nora', {
    now: () => Date.now() + later,
    fetch: (address, init) => (init?.method === 'POST' && isPack(address) ? busy() : fetch(address, init)),
  });
  const pack = draftOf(device, 'Not sent yet');
  expect(await device.packs.save(pack)).toMatchObject({ savedLocally: true, savedRemotely: false });
  await putIntoChannels(at.host, 'nora', []);
  try {
    later = 60 * 60_000;
    expect(await device.channels.load(at.retail)).toMatchObject({ ok: true });
    expect(device.shown).toMatchObject([{ tone: 'problem', text: words }]);
    expect(device.service.current().activeChannelId).toBeNull();
    expect(await device.channels.mine()).toEqual([]);
    expect(await device.waiting.items()).toMatchObject([{ id: pack.id, title: 'Not sent yet' }]);
  } finally {
    await putIntoChannels(at.host, 'nora', [at.retail]);
  }
});

test('[SYNC-06] a channel that the host refuses while it is still theirs stays, and the refusal is told', async () => {
  let isRefused = false;
  let later = 0;
  const device = await at.inRetail('nora', {
    now: () => Date.now() + later,
    fetch: async (address, init) =>
      isRefused && new URL(String(address)).pathname.includes('/salestool/channel/')
        ? notFound()
        : fetch(address, init),
  });
  // What the host has is not what stood for it before.
  await device.packs.save(draftOf(device, 'New at the host'));
  isRefused = true;
  later = 60 * 60_000;
  expect(await device.channels.load(at.retail)).toEqual({
    ok: false,
    failure: 'Not Found (404)',
    isNowhere: true,
  });
  expect(device.shown).toEqual([]);
  expect(device.service.current().activeChannelId).toBe(at.retail);
  expect((await device.channels.view(at.retail))?.counts.files).toBeGreaterThan(0);
});

test('[SYNC-06, F24] packs that the host refuses are told of each time, and say when they are asked for again', async () => {
  let later = 0;
  let asked = 0;
  const device = await at.inRetail('nora', {
    now: () => Date.now() + later,
    fetch: async (address, init) => {
      if (later === 0 || !isPack(address)) return fetch(address, init);
      asked += 1;
      return notFound();
    },
  });
  later = 60 * 60_000;
  // Else it says that nothing is to be fetched.
  await device.database.marks.where('id').startsWith('etag:').delete();
  const told = { ok: false, failure: 'Not Found (404)', isNowhere: true, againInMs: expect.any(Number) };
  for (let pages = 0; pages < 4; pages += 1) {
    later += 1;
    expect(await device.channels.load(at.retail)).toEqual(told);
  }
  expect(asked).toBe(2);
});

test('[CHAN-18] whoever signs in while the channel of somebody else is refused is not told of it', async () => {
  let isRefused = false;
  let later = 0;
  const device = await at.inRetail('nora', {
    now: () => Date.now() + later,
    fetch: async (address, init) => {
      if (!isRefused || !new URL(String(address)).pathname.includes('/salestool/channel/'))
        return fetch(address, init);
      isRefused = false;
      const window = at.open({ shared: device.shared });
      await window.service.signIn({ username: 'tomas', password: at.password });
      device.session.reread();
      return notFound();
    },
  });
  await device.database.marks.where('id').startsWith('etag:').delete();
  isRefused = true;
  later = 60 * 60_000;
  await device.channels.load(at.retail);
  expect(device.session.current().user?.channels).not.toContain(at.retail);
  expect(device.shown).toEqual([]);
  expect(device.channel.current()).toBe(at.retail);
});
