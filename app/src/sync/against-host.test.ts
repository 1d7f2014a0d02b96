import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { MessageForm } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { type Device, startDevice } from '#testing/device.ts';
import { packWith, passwordOfAll, type RealHost, startRealHost } from '#testing/real-host.ts';

let host: RealHost;
let password: string;
beforeAll(async () => {
  host = await startRealHost();
  password = await passwordOfAll();
});
afterAll(() => host.stop());

const opened: Device[] = [];
afterEach(() => {
  for (const device of opened.splice(0)) {
    expect(device.problems).toEqual([]);
    device.database.dexie.close();
  }
});

async function deviceOf(username: string | null, options: Partial<Parameters<typeof startDevice>[0]> = {}) {
  const device = startDevice({ origin: host.url, ...options });
  opened.push(device);
  if (username) await device.service.signIn({ username, password });
  return device;
}

async function inRetail(username = 'nora') {
  const device = await deviceOf(username);
  const { id } = host.world.channels.retail;
  await device.service.selectChannel(id);
  expect(await device.channels.load(id)).toEqual({ ok: true });
  return device;
}

const draftOf = (device: Device, title: string, text = '<p>Hello</p>'): PackRecord => ({
  ...device.packs.draft(),
  title,
  ...packWith(text),
});

const form: MessageForm = {
  firstName: 'Daniel',
  lastName: 'Okafor',
  email: 'daniel@example.test',
  company: 'Brightwater',
  subject: 'Our offer',
  messageHtml: '<p>As discussed</p>',
  contactPermission: true,
  memo: 'Met at the fair',
  signature: 'mine',
};

async function storedAt(person: 'nora', path: string) {
  const response = await (await host.signIn(person))(`/jsonapi/salestool/${path}`);
  return {
    status: response.status,
    body: (await response.json()) as { data: { attributes: Record<string, unknown> } },
  };
}

const goesDown = (device: Device) => {
  device.network.state = 'down';
  device.connection.unreachable();
};

async function comesBack(device: Device) {
  device.network.state = 'up';
  await device.connection.ask();
}

describe('signing in and out', () => {
  test('[AUTH-12, API-05, API-15, API-16] reads the user and logs the event', async () => {
    const device = await deviceOf('nora');
    expect(device.service.current().user).toMatchObject({
      uuid: host.world.people.nora.id,
      name: 'nora',
      roles: ['sales_tool_user'],
      channels: [host.world.channels.retail.id],
    });
    expect((await device.events.entries()).map(({ data }) => data.event_type_id)).toEqual([1]);
  });

  test('[AUTH-10, AUTH-12] a wrong password clears who was signed in and says why', async () => {
    const device = await deviceOf('nora');
    const wrong = device.service.signIn({ username: 'nora', password: 'wrong' });
    await expect(wrong).rejects.toThrow(/^Failed to log in: ./);
    expect(device.service.current().user).toBeNull();
  });

  test('[AUTH-13] the session holds token, refresh token, seconds and the time they end', async () => {
    const device = await deviceOf('nora');
    const { tokens } = device.session.current();
    expect(tokens).toMatchObject({
      token: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: 300,
    });
    expect(Math.abs(tokens!.expires - Date.now() - 300_000)).toBeLessThan(20_000);
  });

  test('[AUTH-25] signing out logs, pushes the log, tells the host, then forgets user and channel', async () => {
    const device = await inRetail();
    const refreshToken = device.session.current().tokens!.refreshToken;
    device.network.calls.length = 0;
    expect(await device.service.signOut()).toEqual({ failure: null });
    const calls = device.network.calls.map((call) => new URL(call.split(' ')[1]!).pathname);
    expect(calls.slice(-2)).toEqual(['/salestool/log', '/oauth/revoke']);
    expect(device.service.current()).toEqual({ user: null, tokenExpires: null, activeChannelId: null });
    expect(await device.channels.get(host.world.channels.retail.id)).not.toBeNull();
    const again = await fetch(`${host.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'satchel',
        refresh_token: refreshToken,
      }),
    });
    expect(again.ok).toBe(false);
  });

  test('[AUTH-26, AUTH-28] a sign-out the host never heard of says so, and nobody is signed in all the same', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const device = await deviceOf('nora');
    goesDown(device);
    const { failure } = await device.service.signOut();
    expect(failure).toBe('No response');
    expect(warn.mock.calls.map(([words]) => words)).toEqual(['Error saving logs on logout']);
    warn.mockRestore();
    expect(device.service.current().user).toBeNull();
  });

  test('[AUTH-18, AUTH-19, API-07] an ended token is refreshed once for all calls, which then go on', async () => {
    const device = await deviceOf('nora');
    const { tokens } = device.session.current();
    device.session.change({ tokens: { ...tokens!, token: 'ended' } });
    device.network.calls.length = 0;
    const { id } = host.world.channels.retail;
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
    const first = await deviceOf('nora');
    const second = await deviceOf(null, { shared: first.shared });
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

  test('[AUTH-20, AUTH-21, AUTH-22] a refused refresh signs out and tells; what is here stays usable', async () => {
    const device = await inRetail();
    device.session.change({
      tokens: { token: 'ended', refreshToken: 'unknown', expiresIn: 300, expires: 0 },
    });
    const { id } = host.world.channels.retail;
    expect(await device.channels.load(id, { force: true })).toEqual({
      ok: false,
      failure: 'You are not logged in',
    });
    expect(device.refusals.map(String)).toEqual([
      expect.stringMatching(/^Error: Failed to refresh token: ./),
    ]);
    expect(device.service.current().user).toBeNull();
    expect(await device.channels.view(id)).toMatchObject({ title: host.world.channels.retail.title });
  });

  test('[AUTH-22] a refresh that finds no host signs nobody out', async () => {
    const device = await deviceOf('nora');
    const { tokens } = device.session.current();
    device.session.change({ tokens: { ...tokens!, token: 'ended' } });
    goesDown(device);
    await device.channels.loadMine();
    expect(device.refusals).toEqual([]);
    expect(device.service.current().user).not.toBeNull();
  });
});

describe('loading', () => {
  test('[API-31, CHAN-18] the picker lists the channels of the user, and asks for no more than it shows', async () => {
    const device = await deviceOf('henrik');
    expect(await device.channels.loadMine()).toEqual({ ok: true });
    expect((await device.channels.mine()).map(({ title }) => title)).toEqual(
      [host.world.channels.retail.title, host.world.channels.transit.title].sort(),
    );
    const call = device.network.calls.find((address) => address.includes('/salestool/channel?'));
    expect(call).toContain('fields[salestool--channel]=image,title,sandbox,body');
    expect(call).toContain('include=image,image.file');
    expect(call).toContain('sort=title');
    expect(call).toContain('filter[id][condition][operator]=IN');
  });

  test('[SYNC-01, SYNC-03, SYNC-09, MODEL-01] a loaded channel shows without a connection', async () => {
    const device = await inRetail();
    goesDown(device);
    const view = await device.channels.view(host.world.channels.retail.id);
    expect(view?.counts.bundles).toBeGreaterThan(0);
    expect(view?.counts.files).toBeGreaterThan(0);
    expect(await device.packs.inChannel(host.world.channels.retail.id)).not.toEqual([]);
    expect(await device.channels.load(host.world.channels.retail.id)).toMatchObject({ ok: true });
  });

  test('[SYNC-04, SYNC-05, SYNC-07, SYNC-08, ERR-05] what was just loaded is not asked for again and says so; a refresh asks', async () => {
    const device = await inRetail();
    const { id } = host.world.channels.retail;
    device.network.calls.length = 0;
    expect(await device.channels.load(id)).toEqual({ ok: true, skipped: 'Content fresh enough' });
    expect(device.network.calls).toEqual([]);
    await device.packs.save(draftOf(device, 'Something new'));
    await device.channels.load(id, { force: true });
    expect(device.network.calls.some((call) => call.includes(`/salestool/channel/${id}`))).toBe(true);
  });

  test('[SYNC-06] what is missing and cannot be fetched says why', async () => {
    const device = await deviceOf('nora');
    goesDown(device);
    expect(await device.channels.load(host.world.channels.retail.id)).toEqual({
      ok: false,
      failure: 'Application is offline',
    });
    const stranger = await deviceOf(null);
    expect(await stranger.channels.load(host.world.channels.retail.id)).toEqual({
      ok: false,
      failure: 'You are not logged in',
    });
  });

  test('a captive portal changes nothing that is stored', async () => {
    const device = await inRetail();
    const { id } = host.world.channels.retail;
    const before = await device.channels.view(id);
    device.network.state = 'portal';
    expect(await device.channels.load(id, { force: true })).toMatchObject({ ok: false });
    expect(device.connection.isOnline()).toBe(false);
    expect(await device.channels.view(id)).toEqual(before);
    expect(device.service.current().user).not.toBeNull();
  });

  test('[API-36] the own signature is found by its owner', async () => {
    const device = await deviceOf('nora');
    expect(await device.signatures.load()).toEqual({ ok: true });
    expect((await device.signatures.mine())?.ownerId).toBe(host.world.people.nora.id);
  });

  test('[API-40, API-41, API-42, API-43, SYNC-26] packs are asked for by type, channel and owner', async () => {
    const device = await inRetail();
    const calls = device.network.calls.filter((call) => call.includes('/salestool/pack?'));
    expect(calls).toHaveLength(3);
    for (const call of calls) expect(call).toContain('include=channel,uid');
    expect(calls[0]).toContain('filter[pack_type]=global');
    expect(calls[1]).toContain(`filter[channel.id]=${host.world.channels.retail.id}`);
    expect(calls[2]).toContain(`filter[uid.id]=${host.world.people.nora.id}`);
    for (const call of calls) expect(call).toContain('filter[live][group][conjunction]=OR');
  });
});

describe('answers that are empty', () => {
  const emptyFor =
    (part: string, state: { empty: boolean }): typeof fetch =>
    async (address, init) => {
      const response = await fetch(address, init);
      if (!state.empty || !decodeURIComponent(String(address)).includes(part)) return response;
      await response.body?.cancel();
      return Response.json({ data: [] }, { headers: { 'content-type': 'application/vnd.api+json' } });
    };

  test('[CHAN-14, CHAN-15] channels that the user has and the host does not give: one refresh, one retry, then words', async () => {
    const device = await deviceOf('nora', { fetch: emptyFor('/salestool/channel?', { empty: true }) });
    device.network.calls.length = 0;
    expect(await device.channels.loadMine()).toEqual({ ok: false, failure: 'Unable to find any channels' });
    const paths = device.network.calls.map((call) => new URL(call.split(' ')[1]!).pathname);
    expect(paths).toEqual([
      '/oauth/api/me',
      '/jsonapi/salestool/channel',
      '/oauth/token',
      '/jsonapi/salestool/channel',
    ]);
  });

  test('[CHAN-12] a user without channels is not asked about any', async () => {
    const device = await deviceOf('mei');
    device.network.calls.length = 0;
    expect(await device.channels.loadMine()).toEqual({ ok: true });
    expect(await device.channels.mine()).toEqual([]);
    expect(device.network.calls.filter((call) => call.includes('/channel'))).toEqual([]);
  });

  test('[SYNC-27] shared packs that the host has no more go from the device, and the others stay', async () => {
    const state = { empty: false };
    const device = await deviceOf('nora', { fetch: emptyFor('filter[pack_type]=channel', state) });
    const { id } = host.world.channels.retail;
    await device.service.selectChannel(id);
    await device.channels.load(id);
    const typesOf = async () => new Set((await device.packs.inChannel(id)).map(({ pack_type }) => pack_type));
    expect(await typesOf()).toContain('channel');
    state.empty = true;
    await device.packs.save(draftOf(device, 'Something new'));
    await device.channels.load(id, { force: true });
    const left = await typesOf();
    expect(left).not.toContain('channel');
    expect(left).toContain('global');
  });
});

describe('saving and pushing', () => {
  test('[SYNC-17, SYNC-21, SYNC-22, SYNC-36] a pack saved online is at the host and waits no longer', async () => {
    const device = await inRetail();
    const pack = draftOf(device, 'For Brightwater');
    const result = await device.packs.save(pack);
    expect(result).toEqual({ savedLocally: true, savedRemotely: true, failure: null });
    const stored = await storedAt('nora', `pack/${pack.id}`);
    expect(stored.body.data.attributes).toMatchObject({ title: 'For Brightwater', pack_type: 'private' });
    const local = await device.packs.get(pack.id);
    expect(local?._meta?.push).toBeUndefined();
    expect(local?.drupal_internal__id).toEqual(expect.any(Number));
    expect(local?.pushed).toEqual(expect.any(Number));
    expect(await device.waiting.items()).toEqual([]);
  });

  test('[SYNC-19, API-27] a second save of it is an update', async () => {
    const device = await inRetail();
    const pack = draftOf(device, 'First words');
    await device.packs.save(pack);
    device.network.calls.length = 0;
    await device.packs.save({ ...(await device.packs.get(pack.id))!, title: 'Second words' });
    expect(device.network.calls.map((call) => call.split(' ')[0])).toEqual(['PATCH']);
    expect((await storedAt('nora', `pack/${pack.id}`)).body.data.attributes.title).toBe('Second words');
  });

  test('[SYNC-02, SYNC-11, SYNC-39] a pack saved offline waits, says so, and goes when the host is back', async () => {
    const device = await inRetail();
    device.connection.whenGoingOnline(() => void device.waiting.push());
    goesDown(device);
    const pack = draftOf(device, 'In the lift');
    expect(await device.packs.save(pack)).toEqual({
      savedLocally: true,
      savedRemotely: false,
      failure: 'Application is offline',
    });
    expect((await device.packs.get(pack.id))?._meta?.push).toBe(true);
    expect(await device.waiting.items()).toMatchObject([
      { id: pack.id, title: 'In the lift', state: 'waiting' },
    ]);
    await comesBack(device);
    await device.waiting.push();
    expect((await storedAt('nora', `pack/${pack.id}`)).status).toBe(200);
    expect(await device.waiting.items()).toEqual([]);
  });

  test('a create whose answer was lost is found again, not made twice', async () => {
    const device = await inRetail();
    const pack = draftOf(device, 'Twice sent');
    // Definitions first, so that the next answer that gets lost is the one of the create.
    await device.packs.save(draftOf(device, 'Before'));
    await device.waiting.push();
    device.network.loseAnswers = 1;
    expect(await device.packs.save(pack)).toMatchObject({ savedRemotely: false });
    await comesBack(device);
    device.network.calls.length = 0;
    const report = await device.waiting.push();
    expect(report.packs).toEqual([1, 1]);
    expect(device.network.calls.map((call) => call.split(' ')[0])).toEqual(['POST', 'GET']);
    expect(await device.waiting.items()).toEqual([]);
  });

  test('what was edited after a lost answer still arrives', async () => {
    const device = await inRetail();
    await device.packs.save(draftOf(device, 'Before'));
    await device.waiting.push();
    const pack = draftOf(device, 'Old title');
    device.network.loseAnswers = 1;
    await device.packs.save(pack);
    await device.packs.save({ ...pack, title: 'New title' });
    await comesBack(device);
    await device.waiting.push();
    expect((await storedAt('nora', `pack/${pack.id}`)).body.data.attributes.title).toBe('New title');
  });

  test('[PSEND-11, PSEND-16, SYNC-35] a message recorded offline brings its pack along and shows it as it was', async () => {
    const device = await inRetail();
    await device.signatures.load();
    goesDown(device);
    const pack = draftOf(device, 'As it was');
    await device.packs.save(pack);
    const sent = await device.messages.record(pack, form, 'send');
    expect(sent.link).toMatch(/^https:\/\/packs\.example\/p\/[\w-]{22,64}$/);
    expect(sent).toMatchObject({ savedLocally: true, savedRemotely: false });
    await device.packs.save({ ...pack, title: 'As it is now' });
    await comesBack(device);
    const report = await device.waiting.push();
    expect([report.packs, report.messages]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    const posts = device.network.calls.filter((call) => call.startsWith('POST'));
    const paths = posts.map((call) => new URL(call.split(' ')[1]!).pathname);
    expect(paths.slice(-2)).toEqual(['/jsonapi/salestool/pack', '/jsonapi/salestool/message']);
    const { attributes } = (await storedAt('nora', `message/${sent.message.id}`)).body.data;
    expect(attributes).toMatchObject({ sent: true, subject: 'Our offer', company: 'Brightwater' });
    expect(Date.parse(String(attributes.date_sent)) / 1000).toBe(sent.message.date_sent);
    expect(JSON.parse(String(attributes.pack_snapshot))).toMatchObject({ title: 'As it was' });
    const token = sent.link.split('/').at(-1);
    expect(String(attributes.link)).toContain(token);
  });

  test('[PSEND-11] a message for a link alone is not marked as sent', async () => {
    const device = await inRetail();
    const pack = draftOf(device, 'By link');
    await device.packs.save(pack);
    const { message } = await device.messages.record(pack, { ...form, signature: 'none' }, 'link');
    expect(message).toMatchObject({ sent: false, date_sent: 0 });
    const { attributes } = (await storedAt('nora', `message/${message.id}`)).body.data;
    expect(attributes).toMatchObject({ sent: false, delivery: 'none' });
  });

  test('[SYNC-38, ERR-15] what the host refuses is set aside with its reason and holds up nothing else', async () => {
    const device = await inRetail();
    goesDown(device);
    const bad = draftOf(device, 'x'.repeat(300));
    const good = draftOf(device, 'Good');
    await device.packs.save(bad);
    await device.packs.save(good);
    await comesBack(device);
    const report = await device.waiting.push();
    expect(report.packs).toEqual([2, 1]);
    const [item] = await device.waiting.items();
    expect(item).toMatchObject({ id: bad.id, state: 'refused' });
    expect(item?.reason).toMatch(/^.+ \(422\) - .+/);
    expect((await storedAt('nora', `pack/${good.id}`)).status).toBe(200);
    expect((await device.waiting.push()).packs).toEqual([0, 0]);
    await device.packs.save({ ...bad, title: 'Short' });
    expect(await device.waiting.items()).toEqual([]);
  });

  test('[SET-10, CONST-08] the push of the Waiting tab takes three messages, the automatic one all of them', async () => {
    const device = await inRetail();
    const pack = draftOf(device, 'Many');
    await device.packs.save(pack);
    goesDown(device);
    for (let count = 0; count < 15; count += 1) {
      await device.messages.record(pack, { ...form, signature: 'none' }, 'link');
    }
    await comesBack(device);
    expect((await device.waiting.push({ messages: 3 })).messages).toEqual([3, 3]);
    expect((await device.waiting.push()).messages).toEqual([12, 12]);
    expect(device.activity.current().lastPush?.messages).toEqual([12, 12]);
  });

  test('[PERM-16, PERM-17] another person on the same device neither sees nor sends it', async () => {
    const device = await inRetail();
    goesDown(device);
    const pack = draftOf(device, 'Private');
    await device.packs.save(pack);
    await comesBack(device);
    await device.service.signIn({ username: 'ines', password });
    expect(await device.packs.get(pack.id)).toBeNull();
    expect(await device.waiting.items()).toEqual([]);
    expect((await device.waiting.push()).packs).toEqual([0, 0]);
    await device.service.signIn({ username: 'nora', password });
    expect((await device.waiting.push()).packs).toEqual([1, 1]);
    expect((await storedAt('nora', `pack/${pack.id}`)).status).toBe(200);
  });

  test('[SYNC-24] archiving tells the host and takes the local copy away', async () => {
    const device = await inRetail();
    const pack = draftOf(device, 'Done with');
    await device.packs.save(pack);
    expect(await device.packs.archive((await device.packs.get(pack.id))!)).toMatchObject({
      savedRemotely: true,
    });
    expect((await storedAt('nora', `pack/${pack.id}`)).body.data.attributes.archived).toBe(true);
    expect(await device.packs.get(pack.id)).toBeNull();
    expect(await device.channels.load(host.world.channels.retail.id, { force: true })).toEqual({ ok: true });
    expect(await device.packs.get(pack.id)).toBeNull();
  });

  test('[PERM-13] a pack never at the host is archived by creating it so; offline it fails and stays', async () => {
    const device = await inRetail();
    goesDown(device);
    const pack = draftOf(device, 'Never there');
    await device.packs.save(pack);
    expect(await device.packs.archive(pack)).toEqual({
      savedLocally: false,
      savedRemotely: false,
      failure: 'Application is offline',
    });
    expect(await device.packs.get(pack.id)).not.toBeNull();
    await comesBack(device);
    expect(await device.packs.archive(pack)).toMatchObject({ savedRemotely: true });
    expect((await storedAt('nora', `pack/${pack.id}`)).body.data.attributes.archived).toBe(true);
    expect(await device.waiting.items()).toEqual([]);
  });

  test('[SYNC-25] what cannot be archived is refused in words', async () => {
    const device = await inRetail();
    const { saves } = await device.engine();
    const message = { id: crypto.randomUUID(), type: 'salestool--message' as const };
    await expect(saves.archive(message)).rejects.toThrow("Content doesn't support archiving");
  });
});

describe('private packs of two devices', () => {
  const load = (device: Device) => device.channels.load(host.world.channels.retail.id, { force: true });

  test('[SYNC-28, SYNC-30] a new pack and a later edit of one device reach the other', async () => {
    const [first, second] = [await inRetail(), await inRetail()];
    const pack = draftOf(first, 'Made here');
    await first.packs.save(pack);
    await load(second);
    expect((await second.packs.get(pack.id))?.title).toBe('Made here');
    host.advance(2000);
    await first.packs.save({ ...(await first.packs.get(pack.id))!, title: 'Changed here' });
    await load(second);
    expect((await second.packs.get(pack.id))?.title).toBe('Changed here');
  });

  test('[SYNC-29] what was deleted at the host goes from the other device', async () => {
    const [first, second] = [await inRetail(), await inRetail()];
    const pack = draftOf(first, 'Short life');
    await first.packs.save(pack);
    await load(second);
    await first.packs.delete((await first.packs.get(pack.id))!);
    await load(second);
    expect(await second.packs.get(pack.id)).toBeNull();
  });

  test('[SYNC-32] work that waits is neither overwritten nor deleted by a sync', async () => {
    const [first, second] = [await inRetail(), await inRetail()];
    const pack = draftOf(first, 'Shared start');
    await first.packs.save(pack);
    await load(second);
    goesDown(second);
    await second.packs.save({ ...(await second.packs.get(pack.id))!, title: 'Mine' });
    await comesBack(second);
    await first.packs.save({ ...(await first.packs.get(pack.id))!, title: 'Theirs' });
    await load(second);
    expect(await second.packs.get(pack.id)).toMatchObject({ title: 'Mine', _meta: { push: true } });
    await first.packs.delete((await first.packs.get(pack.id))!);
    await load(second);
    expect(await second.packs.get(pack.id)).toMatchObject({ title: 'Mine' });
  });

  test('[SYNC-32] a fetch that fails removes nothing', async () => {
    const device = await inRetail();
    const { id } = host.world.channels.retail;
    const before = await device.packs.inChannel(id);
    device.network.state = 'down';
    await load(device);
    expect(await device.packs.inChannel(id)).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });
});
