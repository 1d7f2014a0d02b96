import { describe, expect, test } from 'vitest';
import type { Device } from '#testing/device.ts';
import { comesBack, devicesAtHost } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

const beginning = '{"data":{"type":"salestool--channel","id":"';
const answers = {
  'is cut off': () => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(beginning));
        stream.error(new TypeError('network error'));
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/vnd.api+json' } });
  },
  'ends too early': () =>
    new Response(beginning, { headers: { 'content-type': 'application/vnd.api+json' } }),
  'is the page of a gateway': () =>
    new Response('<html>504 Gateway Time-out</html>', {
      status: 504,
      headers: { 'content-type': 'text/html' },
    }),
};
const ways = Object.keys(answers) as (keyof typeof answers)[];

const saysNo = (status: number) => () =>
  new Response('{"errors":[]}', { status, headers: { 'content-type': 'application/vnd.api+json' } });
const refusals = { 'the host is busy': saysNo(503), 'no token is any good': saysNo(401) };

/** A line over which everything comes but a whole channel. */
function badLine(way: keyof typeof answers | keyof typeof refusals) {
  const line = { isBad: true, asked: 0, later: 0 };
  return {
    line,
    options: {
      now: () => Date.now() + line.later,
      fetch: async (address, init) => {
        const asked = new URL(String(address));
        const isWhole =
          asked.pathname.includes('/salestool/channel/') && asked.search.includes('bundles.medias');
        if (!line.isBad || !isWhole) return fetch(address, init);
        line.asked += 1;
        return { ...answers, ...refusals }[way]();
      },
    } satisfies Parameters<typeof at.signedIn>[1],
  };
}

/** As home does that stands there: it loads when it is drawn and whenever the host goes or comes back. */
function standAtHome({ channels, connection }: Device) {
  const loads: Promise<unknown>[] = [];
  const load = () => void loads.push(channels.load(at.retail));
  connection.subscribe(load);
  load();
  return {
    async settled() {
      for (let count = 0; count < loads.length; ) {
        count = loads.length;
        await Promise.all(loads);
      }
    },
  };
}

describe('a channel whose answer never comes whole', () => {
  test.each(ways)(
    '[F24, SYNC-09] (%s) is asked for twice, then after a while or when somebody says so',
    async (way) => {
      const { line, options } = badLine(way);
      const device = await at.signedIn('nora', options);
      await device.service.selectChannel(at.retail);
      async function loadOnline(how = {}) {
        await comesBack(device);
        return device.channels.load(at.retail, how);
      }
      for (let times = 0; times < 4; times += 1)
        expect(await loadOnline()).toMatchObject({ ok: false, failure: 'No response' });
      expect(line.asked).toBe(2);
      expect(await loadOnline({ force: true })).toMatchObject({ ok: false });
      expect(line.asked).toBe(3);
      const { againInMs = 0 } = await loadOnline();
      expect(againInMs).toBeGreaterThan(40_000);
      line.later += againInMs;
      for (let times = 0; times < 2; times += 1) await loadOnline();
      expect(line.asked).toBe(4);
      line.isBad = false;
      expect(await loadOnline({ force: true })).toEqual({ ok: true });
      expect(await loadOnline()).toEqual({ ok: true, skipped: 'Content fresh enough' });
    },
  );

  test('[F24] is not asked for by each return of the host that its own loss brings about', async () => {
    const { line, options } = badLine('is cut off');
    const device = await at.signedIn('nora', options);
    await device.service.selectChannel(at.retail);
    const home = standAtHome(device);
    await home.settled();
    expect(line.asked).toBe(2);
    expect(device.connection.isOnline()).toBe(true);
    line.isBad = false;
    expect(await device.channels.load(at.retail, { force: true })).toEqual({ ok: true });
  });

  test('[SYNC-06] shows silently as it was, as old as it is, and says when it is asked for again', async () => {
    const { line, options } = badLine('is the page of a gateway');
    line.isBad = false;
    const device = await at.inRetail('nora', options);
    const before = await device.channels.summary(at.retail);
    line.later = 60 * 60_000;
    line.isBad = true;
    // Else its ETag says that nothing is to be fetched.
    await device.database.marks.where('id').startsWith('etag:').delete();
    expect(await device.channels.load(at.retail)).toEqual({ ok: true, againInMs: expect.any(Number) });
    expect(await device.channels.summary(at.retail)).toEqual(before);
    expect(await device.channels.load(at.retail, { force: true })).toMatchObject({ failure: 'No response' });
  });

  test('[F20] is not left alone for an outage: it is asked for as soon as the host is back', async () => {
    const device = await at.signedIn('nora');
    await device.service.selectChannel(at.retail);
    for (let times = 0; times < 3; times += 1) {
      device.network.state = 'down';
      expect(await device.channels.load(at.retail)).toMatchObject({ ok: false });
      await comesBack(device);
    }
    expect(await device.channels.load(at.retail)).toEqual({ ok: true });
  });

  test('is not left alone any more once another window has brought it', async () => {
    const { line, options } = badLine('is cut off');
    const device = await at.signedIn('nora', options);
    await device.service.selectChannel(at.retail);
    for (let times = 0; times < 2; times += 1) {
      await comesBack(device);
      await device.channels.load(at.retail);
    }
    const other = at.open({ shared: device.shared });
    expect(await other.channels.load(at.retail)).toEqual({ ok: true });
    expect(await device.channels.load(at.retail)).toEqual({ ok: true, skipped: 'Content fresh enough' });
    expect(line.asked).toBe(2);
  });
});

describe('a channel that the host does not serve', () => {
  test.each([
    ['the host is busy', 1],
    ['no token is any good', 2],
  ] as const)(
    '[F24, SYNC-09] (%s) is asked for by two pages, then after a while or when somebody says so',
    async (way, callsOfOne) => {
      const { line, options } = badLine(way);
      const device = await at.signedIn('nora', options);
      await device.service.selectChannel(at.retail);
      const load = (how = {}) => device.channels.load(at.retail, how);
      for (let pages = 0; pages < 4; pages += 1)
        expect(await load()).toMatchObject({ ok: false, againInMs: expect.any(Number) });
      expect(line.asked).toBe(2 * callsOfOne);
      expect(await load({ force: true })).toMatchObject({ ok: false });
      expect(line.asked).toBe(3 * callsOfOne);
      line.isBad = false;
      expect(await load({ force: true })).toEqual({ ok: true });
    },
  );

  test('[SYNC-11] is asked for at once by whoever signs in again', async () => {
    const { line, options } = badLine('no token is any good');
    const device = await at.signedIn('nora', options);
    await device.service.selectChannel(at.retail);
    for (let pages = 0; pages < 3; pages += 1) await device.channels.load(at.retail);
    line.isBad = false;
    await device.service.signIn({ username: 'nora', password: at.password });
    expect(await device.channels.load(at.retail)).toEqual({ ok: true });
  });
});
