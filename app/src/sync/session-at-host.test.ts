import { eventTypes } from '@satchel/core/contract/events.ts';
import { describe, expect, test, vi } from 'vitest';
import type { Device } from '#testing/device.ts';
import { devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { startRealHost } from '#testing/real-host.ts';

const at = devicesAtHost();
const ended = { token: 'ended', refreshToken: 'ended', expiresIn: 300, expires: 0 };
const isOfTokens = (call: string) => call.endsWith('/oauth/token');

function logTest({ events, service }: Device, description: string) {
  const ownerId = service.current().user?.uuid ?? null;
  return events.log({ eventTypeId: eventTypes.TEST, description, ownerId });
}

describe('signing in and out', () => {
  test('[AUTH-12, API-05, API-15, API-16] reads the user and logs the event', async () => {
    const device = await at.signedIn('nora');
    expect(device.service.current().user).toMatchObject({
      uuid: at.host.world.people.nora.id,
      name: 'nora',
      roles: ['sales_tool_user'],
      channels: [at.host.world.channels.retail.id],
    });
    expect((await device.events.entries()).map(({ data }) => data.event_type_id)).toEqual([1]);
  });

  test('[AUTH-10, AUTH-12] a wrong password clears who was signed in and says why', async () => {
    const device = await at.signedIn('nora');
    const wrong = device.service.signIn({ username: 'nora', password: 'wrong' });
    await expect(wrong).rejects.toThrow(/^Failed to log in: ./);
    expect(device.service.current().user).toBeNull();
  });

  test('[AUTH-13] the session holds token, refresh token, seconds and the time they end', async () => {
    const device = await at.signedIn('nora');
    const { tokens } = device.session.current();
    expect(tokens).toMatchObject({
      token: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: 300,
    });
    expect(Math.abs(tokens!.expires - Date.now() - 300_000)).toBeLessThan(20_000);
  });

  test('[AUTH-25] signing out logs, pushes the log, tells the host, then forgets user and channel', async () => {
    const device = await at.inRetail();
    const refreshToken = device.session.current().tokens!.refreshToken;
    device.network.calls.length = 0;
    expect(await device.service.signOut()).toEqual({ failure: null });
    const calls = device.network.calls.map((call) => new URL(call.split(' ')[1]!).pathname);
    expect(calls.slice(-2)).toEqual(['/salestool/log', '/oauth/revoke']);
    expect(device.service.current()).toEqual({ user: null, tokenExpires: null, activeChannelId: null });
    expect(await device.channels.get(at.host.world.channels.retail.id)).not.toBeNull();
    const again = await fetch(`${at.host.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'satchel',
        refresh_token: refreshToken,
      }),
    });
    expect(again.ok).toBe(false);
  });

  test('[AUTH-25] signing out ends the session at a host that asks for the secret of the app, too', async () => {
    const secret = 'of the app';
    const host = await startRealHost({ client: { id: 'satchel', secret } });
    const device = await at.signedIn('nora', { origin: host.url, secret });
    const { token } = device.session.current().tokens!;
    const me = () => fetch(`${host.url}/oauth/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await me()).status).toBe(200);
    expect(await device.service.signOut()).toEqual({ failure: null });
    expect((await me()).status).toBe(401);
    await host.stop();
  });

  test.each(['/salestool/log', '/oauth/revoke'])(
    '[AUTH-25] a sign-out of a window that froze over %s leaves whoever has signed in since alone',
    async (path) => {
      const [frozen, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const first = await at.inRetail('nora', {
        fetch: async (address, init) => {
          if (String(address).endsWith(path)) {
            frozen.resolve();
            await thawed.promise;
          }
          return fetch(address, init);
        },
      });
      const leaving = first.service.signOut();
      await frozen.promise;
      const second = at.open({ shared: first.shared });
      await second.service.signIn({ username: 'henrik', password: at.password });
      thawed.resolve();
      await leaving;
      second.session.reread();
      expect(second.service.current().user?.name).toBe('henrik');
      expect(first.service.current().user?.name).toBe('henrik');
      const authorization = `Bearer ${second.session.current().tokens?.token}`;
      const me = await fetch(`${at.host.url}/oauth/api/me`, { headers: { authorization } });
      expect(me.status).toBe(200);
    },
  );

  /** A device in its channel, what it tells of the log, and a host that refuses some of it as told. */
  async function loggingDevice(isRefused: (description: string) => boolean = () => false) {
    const told: Record<string, unknown>[] = [];
    const device = await at.inRetail('nora', {
      fetch: async (address, init) => {
        if (!String(address).endsWith('/salestool/log')) return fetch(address, init);
        const { attributes } = JSON.parse(String(init?.body)).data;
        told.push(attributes);
        return isRefused(attributes.description)
          ? Response.json([{ status: 'error', message: 'No.' }])
          : fetch(address, init);
      },
    });
    return { device, told };
  }

  test('[LOG-02, LOG-13] signing out is told to the host once, by its number and the name', async () => {
    const { device, told } = await loggingDevice();
    await device.service.signOut();
    const logouts = told.filter(({ event_type_id }) => event_type_id === 2);
    expect(logouts).toMatchObject([{ description: 'nora logged out' }]);
  });

  test('[LOG-12, LOG-13] signing out tells what the host refused a moment ago once more', async () => {
    let refuses = true;
    const { device, told } = await loggingDevice((description) => refuses && description === 'Test');
    await logTest(device, 'Test');
    await device.events.push();
    await device.events.push();
    const tries = () => told.filter(({ description }) => description === 'Test').length;
    expect(tries()).toBe(1);
    refuses = false;
    await device.service.signOut();
    expect(tries()).toBe(2);
  });

  test('[CHAN-16, F18] the channel that somebody chose just before they left is in the log of nobody else', async () => {
    const device = await at.inRetail('nora');
    const choosing = device.service.selectChannel(at.retail);
    device.session.clear();
    await choosing;
    const chosen = (await device.database.events.toArray()).filter(({ data }) => data.event_type_id === 5);
    const { id } = at.host.world.people.nora;
    expect(chosen.map(({ ownerId }) => ownerId)).toEqual([id, id]);
  });

  test('[AUTH-26, AUTH-28] a sign-out the host never heard of says so, and nobody is signed in all the same', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const device = await at.signedIn('nora');
    goesDown(device);
    const { failure } = await device.service.signOut();
    expect(failure).toBe('No response');
    expect(warn.mock.calls.map(([words]) => words)).toEqual(['Error saving logs on logout']);
    warn.mockRestore();
    expect(device.service.current().user).toBeNull();
  });

  test('[AUTH-20, AUTH-25] whoever signs out is not asked to sign in again, however much of the log the host has not heard yet', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const waits = new Map<number, () => void>();
    const forgotten = Promise.withResolvers<void>();
    let told = 0;
    const device = await at.inRetail('nora', {
      setTimeout: (task, ms) => void waits.set(ms, task),
      fetch: async (address, init) => {
        const { pathname } = new URL(String(address));
        if (pathname === '/oauth/revoke') {
          await fetch(address, init);
          forgotten.resolve();
          return new Promise(() => {});
        }
        if (pathname === '/salestool/log' && ++told === 3) {
          waits.get(1250)?.();
          await forgotten.promise;
        }
        return fetch(address, init);
      },
    });
    for (const description of ['One', 'Two', 'Three', 'Four']) await logTest(device, description);
    told = 0;
    const leaving = device.service.signOut();
    await expect.poll(() => warn.mock.calls.map(([words]) => words)).toEqual(['Error saving logs on logout']);
    expect(device.service.current().user).not.toBeNull();
    waits.get(2500)?.();
    expect(await leaving).toEqual({ failure: 'No response' });
    expect(device.refusals).toEqual([]);
    expect(device.shown).toEqual([]);
    warn.mockRestore();
  });

  test('[F4, F18] a device without room for its log signs people in and out all the same, and the host hears of it', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const comes = vi.fn();
    const device = at.open({ onSignedIn: comes });
    vi.spyOn(device.database.events, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await device.service.signIn({ username: 'nora', password: at.password });
    expect(comes).toHaveBeenCalledOnce();
    await device.service.selectChannel(at.retail);
    expect(await device.service.signOut()).toEqual({ failure: null });
    expect(device.service.current()).toEqual({ user: null, tokenExpires: null, activeChannelId: null });
    expect(device.network.calls.at(-1)).toContain('/oauth/revoke');
    warn.mockRestore();
  });

  test('[AUTH-18, AUTH-19, API-07] an ended token is refreshed once for all calls, which then go on', async () => {
    const device = await at.signedIn('nora');
    const { tokens } = device.session.current();
    device.session.change({ tokens: { ...tokens!, token: 'ended' } });
    device.network.calls.length = 0;
    const { id } = at.host.world.channels.retail;
    const answers = await Promise.all([
      device.channels.load(id),
      device.channels.loadMine(),
      device.signatures.load(),
    ]);
    expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(device.network.calls.filter((call) => call.endsWith('/oauth/token'))).toHaveLength(1);
    expect(device.session.current().tokens?.refreshToken).not.toBe(tokens?.refreshToken);
  });

  test('[AUTH-19] two windows of a device share one refresh', async () => {
    const first = await at.signedIn('nora');
    const second = at.open({ shared: first.shared });
    const { tokens } = first.session.current();
    first.session.change({ tokens: { ...tokens!, token: 'ended' } });
    second.session.reread();
    const both = await Promise.all([first.channels.loadMine(), second.channels.loadMine()]);
    expect(both).toEqual([{ ok: true }, { ok: true }]);
    const refreshes = [first, second].flatMap(({ network }) =>
      network.calls.filter((call) => call.endsWith('/oauth/token')),
    );
    // One of them was the sign-in.
    expect(refreshes).toHaveLength(2);
  });

  test('[AUTH-17, AUTH-19] the session says that a refresh is under way in the one window that asks for it for the calls of all, and then all go on with new tokens', async () => {
    const refreshing = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<void>();
    const bearers: string[] = [];
    const watched: typeof globalThis.fetch = async (address, init) => {
      const bearer = new Headers(init?.headers).get('authorization');
      if (bearer) bearers.push(bearer);
      // Not before the calls of both windows met a refusal.
      else if (String(init?.body).includes('grant_type=refresh_token')) {
        await refused.promise;
        refreshing.resolve();
        await answers.promise;
      }
      const answer = await fetch(address, init);
      if (answer.status === 401 && bearers.filter((each) => each === 'Bearer ended').length === 4)
        refused.resolve();
      return answer;
    };
    const answers = Promise.withResolvers<void>();
    const first = await at.signedIn('nora', { fetch: watched });
    const second = at.open({ shared: first.shared, fetch: watched });
    const before = { ...first.session.current().tokens!, token: 'ended' };
    first.session.change({ tokens: before });
    second.session.reread();
    const windows = [first, second];
    const saying = () => windows.filter(({ session }) => session.current().refreshing).length;
    expect(saying()).toBe(0);
    bearers.length = 0;
    for (const { network } of windows) network.calls.length = 0;

    const calls = windows.flatMap(({ channels, signatures }) => [channels.loadMine(), signatures.load()]);
    await refreshing.promise;
    expect(saying()).toBe(1);
    expect(bearers).toEqual(Array(4).fill('Bearer ended'));
    answers.resolve();
    expect(await Promise.all(calls)).toEqual(Array(4).fill({ ok: true }));

    expect(saying()).toBe(0);
    expect(windows.flatMap(({ network }) => network.calls.filter(isOfTokens))).toHaveLength(1);
    const { tokens } = first.session.current();
    expect(tokens?.refreshToken).not.toBe(before.refreshToken);
    expect(second.session.current().tokens).toEqual(tokens);
    const after = bearers.slice(4);
    expect(after.length).toBeGreaterThanOrEqual(4);
    expect(new Set(after)).toEqual(new Set([`Bearer ${tokens?.token}`]));
  });

  const ends: [string, (device: Device) => void][] = [
    ['was refused', ({ session }) => session.change({ tokens: { ...ended, refreshToken: 'unknown' } })],
    ['found no host', goesDown],
  ];
  test.each(ends)('[AUTH-17] a refresh that %s is not under way any more', async (_, make) => {
    const device = await at.signedIn('nora');
    const said: boolean[] = [];
    device.session.subscribe(({ refreshing }) => said.push(refreshing));
    const { token } = device.session.current().tokens!;
    make(device);
    await expect(device.credentials.renew(device.session.current().tokens?.token ?? token)).rejects.toThrow();
    expect(said).toContain(true);
    expect(device.session.current().refreshing).toBe(false);
  });

  test('[AUTH-20, AUTH-21, AUTH-22] a refused refresh signs out and tells; what is here stays usable', async () => {
    const device = await at.inRetail();
    device.session.change({
      tokens: { token: 'ended', refreshToken: 'unknown', expiresIn: 300, expires: 0 },
    });
    const { id } = at.host.world.channels.retail;
    expect(await device.channels.load(id, { force: true })).toEqual({
      ok: false,
      failure: 'You are not logged in',
    });
    expect(device.refusals.map(String)).toEqual([
      expect.stringMatching(/^Error: Failed to refresh token: ./),
    ]);
    expect(device.service.current().user).toBeNull();
    expect(await device.channels.view(id)).toMatchObject({ title: at.host.world.channels.retail.title });
  });

  test('[AUTH-22] a refresh that finds no host signs nobody out', async () => {
    const device = await at.signedIn('nora');
    const { tokens } = device.session.current();
    device.session.change({ tokens: { ...tokens!, token: 'ended' } });
    goesDown(device);
    await device.channels.loadMine();
    expect(device.refusals).toEqual([]);
    expect(device.service.current().user).not.toBeNull();
  });

  const notOfTokens: [string, Response][] = [
    ['a page and 404', new Response('<h1>Not Found</h1>', { status: 404 })],
    ['404', Response.json({ message: 'Not Found' }, { status: 404 })],
    ['405', Response.json({ message: 'Not allowed' }, { status: 405 })],
    ['413', new Response('Too large', { status: 413 })],
  ];
  test.each(notOfTokens)(
    '[F17, AUTH-22] a message whose token has run out waits while the host answers %s for tokens, and goes out afterwards',
    async (_, answer) => {
      let isAway = false;
      let later = 0;
      const device = await at.inRetail('nora', {
        now: () => Date.now() + later,
        fetch: async (address, init) =>
          isAway && isOfTokens(String(address)) ? answer.clone() : fetch(address, init),
      });
      const pack = draftOf(device, 'Offer');
      await device.packs.save(pack);
      const { tokens } = device.session.current();
      device.session.change({ tokens: { ...tokens!, token: 'ended' } });
      isAway = true;
      const { message } = await device.messages.record(pack, messageForm, 'link');
      expect((await device.waiting.items()).map(({ state }) => state)).toEqual(['waiting']);
      expect(await device.channels.load(at.retail, { force: true })).toMatchObject({ ok: false });
      expect(await device.messages.get(message.id)).not.toBeNull();
      expect(device.service.current().user).not.toBeNull();
      isAway = false;
      later = 60 * 60_000;
      await device.waiting.push();
      expect(await device.waiting.items()).toEqual([]);
      expect((await device.messages.get(message.id))?._meta?.push).toBeUndefined();
    },
  );

  const refusals: [number, string[], number][] = [
    [401, [], 1],
    // Whether the person is still in the channel is another question than the token, and asked once (CHAN-18).
    [403, ['/oauth/api/me'], 0],
  ];
  test.each(refusals)(
    '[F17] a host whose data answers %i for ever hears one call, one refresh and one retry, and no more',
    async (status, others, notices) => {
      let isRefused = false;
      const device = await at.inRetail('nora', {
        fetch: async (address, init) =>
          isRefused && String(address).startsWith(`${at.host.url}/jsonapi`)
            ? Response.json({}, { status })
            : fetch(address, init),
      });
      isRefused = true;
      device.network.calls.length = 0;
      expect(await device.channels.load(at.retail, { force: true })).toMatchObject({ ok: false });
      await expect.poll(() => device.shown).toHaveLength(notices);
      // Whatever was begun by then has been asked.
      await device.diagnostics.ask({ path: '/config.json' });
      const calls = device.network.calls.map((call) => new URL(call.split(' ')[1]!).pathname);
      expect(calls).toEqual(['/jsonapi', '/oauth/token', '/jsonapi', ...others, '/config.json']);
      expect(device.service.current().user).not.toBeNull();
    },
  );

  test('[AUTH-20] nobody is asked to sign in again because one call alone takes no token', async () => {
    let isAll = false;
    const report = `${at.host.url}/salestool/report`;
    const device = await at.signedIn('nora', {
      fetch: async (address, init) => {
        const { pathname } = new URL(String(address));
        const isRefused = isAll ? pathname !== '/oauth/token' : String(address) === report;
        return isRefused ? Response.json({}, { status: 401 }) : fetch(address, init);
      },
    });
    const ask = () => expect(device.request(report)).rejects.toThrow('You are not logged in');
    await ask();
    await expect.poll(() => device.network.calls.at(-1)).toContain('/api/me');
    // Its answer has come by then.
    await device.channels.loadMine();
    expect(device.shown).toEqual([]);
    isAll = true;
    await ask();
    await expect.poll(() => device.shown).toMatchObject([{ action: { label: 'Login', to: '/user/login' } }]);
    expect(device.service.current().user).not.toBeNull();
  });
});
