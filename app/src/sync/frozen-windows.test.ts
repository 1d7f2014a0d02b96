import { describe, expect, test } from 'vitest';
import type { WithLock } from '#remote/with-lock.ts';
import type { PackRecord } from '#storage/records.ts';
import type { Device } from '#testing/device.ts';
import { comesBack, devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { packWith } from '#testing/real-host.ts';

const at = devicesAtHost();

/** As if it had been taken from a window that froze. */
const takenLock: WithLock = (_name, task) => task();

type Freezes = 'before its call has left' | 'before it hears the answer';
const both: Freezes[] = ['before its call has left', 'before it hears the answer'];

interface Call {
  method: string;
  path: string;
}

/** Calls of a window that freezes over the first that is named once it is told to, and thaws again. */
function freezing(isFatal: (call: Call) => boolean, when: Freezes) {
  const [frozen, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isReady = false;
  let isBusy = false;
  const calls: typeof fetch = async (address, init) => {
    const call = { method: init?.method ?? 'GET', path: new URL(String(address)).pathname };
    if (isBusy) return new Response(null, { status: 503 });
    if (!isReady || !isFatal(call)) return fetch(address, init);
    isReady = false;
    const early = when === 'before it hears the answer' ? await fetch(address, init) : null;
    frozen.resolve();
    await thawed.promise;
    return early ?? fetch(address, init);
  };
  return {
    fetch: calls,
    ready() {
      isReady = true;
    },
    /** The host takes nothing meanwhile. */
    async whileBusy<T>(task: () => Promise<T>): Promise<T> {
      isBusy = true;
      const done = await task();
      isBusy = false;
      return done;
    },
    isFrozen: frozen.promise,
    thaw: thawed.resolve,
  };
}

/** Two windows of one device; the first freezes over a call, and the second one gets its lock. */
async function twoWindows(isFatal: (call: Call) => boolean, when: Freezes = 'before its call has left') {
  const ice = freezing(isFatal, when);
  const first = await at.inRetail('nora', { withLock: takenLock, fetch: ice.fetch });
  const second = at.open({ withLock: takenLock, shared: first.shared });
  const pack = draftOf(first, 'For Brightwater');
  await first.packs.save(pack);
  await first.waiting.push();
  return { ice, first, second, pack };
}

const isOf = (type: string, method: string) => (call: Call) =>
  call.method === method && call.path.includes(`/salestool/${type}/`);

const words = (text: string) => packWith(`<p>${text}</p>`);

async function saveOffline(device: Device, id: string, text: string) {
  const before = (await device.packs.get(id)) as PackRecord;
  goesDown(device);
  await device.packs.save({ ...before, ...words(text) });
  await comesBack(device);
}

const asNora = async (path: string) => (await at.host.signIn('nora'))(path);

async function titlesOf({ packs }: Device) {
  return (await packs.inChannel(at.retail)).map(({ title }) => title);
}

const control = { expires: null, maxVisits: 5, password: '', download: true, revoked: false };

describe('[F14] a window that froze while it told the host something, and wakes after another one has gone on', () => {
  test.each(both)('opens no link again that was revoked since (it froze %s)', async (when) => {
    const { ice, first, second, pack } = await twoWindows(isOf('message', 'GET'), when);
    const { message, link } = await first.messages.record(pack, messageForm, 'link');
    goesDown(first);
    await first.messages.setControl(message.id, control);
    await comesBack(first);
    ice.ready();
    const pushing = first.waiting.push();
    await ice.isFrozen;
    const revoked = await second.messages.setControl(message.id, { ...control, revoked: true });
    expect(revoked.failure).toBeNull();
    ice.thaw();
    await pushing;
    expect((await fetch(`${at.host.url}${new URL(link).pathname}`)).status).toBe(404);
    expect((await second.messages.get(message.id))?.link_revoked).toBe(true);
    expect(await second.waiting.items()).toEqual([]);
  });

  test.each(both)('makes no copy of a pack that was edited on since (it froze %s)', async (when) => {
    const { ice, first, second, pack } = await twoWindows(isOf('pack', 'PATCH'), when);
    await saveOffline(first, pack.id, 'first');
    ice.ready();
    const pushing = first.waiting.push();
    await ice.isFrozen;
    await second.waiting.push();
    const goneOn = { ...(await second.packs.get(pack.id))!, ...words('second') };
    expect(await second.packs.save(goneOn)).toMatchObject({ savedRemotely: true });
    ice.thaw();
    await pushing;
    expect(first.shown).toEqual([]);
    expect((await titlesOf(second)).filter((title) => title?.startsWith('For Brightwater (my'))).toEqual([]);
    expect((await second.packs.get(pack.id))?.pack_data).toContain('second');
    const { data } = await (await asNora(`/jsonapi/salestool/pack/${pack.id}`)).json();
    expect(data.attributes.pack_data).toContain('second');
    expect(await second.waiting.items()).toEqual([]);
  });

  test('does not bring back a pack that was deleted since', async () => {
    const { ice, first, second, pack } = await twoWindows(isOf('pack', 'PATCH'));
    await saveOffline(first, pack.id, 'first');
    ice.ready();
    const pushing = first.waiting.push();
    await ice.isFrozen;
    await second.waiting.push();
    await second.packs.delete((await second.packs.get(pack.id))!);
    ice.thaw();
    await pushing;
    expect((await asNora(`/jsonapi/salestool/pack/${pack.id}`)).status).toBe(404);
    expect(await second.packs.get(pack.id)).toBeNull();
  });

  test('does not bring back a pack that another one is just deleting', async () => {
    const { ice, first, pack } = await twoWindows(isOf('pack', 'PATCH'));
    const otherIce = freezing(isOf('pack', 'DELETE'), 'before it hears the answer');
    const second = at.open({ withLock: takenLock, shared: first.shared, fetch: otherIce.fetch });
    await saveOffline(first, pack.id, 'first');
    ice.ready();
    const pushing = first.waiting.push();
    await ice.isFrozen;
    otherIce.ready();
    const deleting = second.packs.delete((await second.packs.get(pack.id))!);
    await otherIce.isFrozen;
    ice.thaw();
    await pushing;
    otherIce.thaw();
    await deleting;
    expect((await asNora(`/jsonapi/salestool/pack/${pack.id}`)).status).toBe(404);
    expect(await second.packs.get(pack.id)).toBeNull();
  });

  test.each(both)('cancels no link that was written anew since (it froze %s)', async (when) => {
    const { ice, first, second, pack } = await twoWindows(isOf('message', 'GET'), when);
    const { message } = await ice.whileBusy(() => first.messages.record(pack, messageForm, 'link'));
    const { id } = message;
    ice.ready();
    const cancelling = first.messages.cancel(id);
    const refused = expect(cancelling).rejects.toThrow('Another window of this device has taken over');
    await ice.isFrozen;
    await second.waiting.push();
    expect(await second.messages.edit(id)).not.toBeNull();
    const anew = { ...messageForm, subject: 'Written anew' };
    expect(await second.messages.record(pack, anew, 'link', { corrects: id })).toMatchObject({
      savedRemotely: true,
    });
    ice.thaw();
    await refused;
    await second.packLog.load(pack.id);
    expect((await second.packLog.ofPack(pack.id)).map(({ subject }) => subject)).toEqual(['Written anew']);
  });
});

test('what somebody chose to cancel is not cancelled under the account of who has signed in by then', async () => {
  const device = await at.inRetail('nora');
  const pack = draftOf(device, 'Handed over');
  await device.packs.save(pack);
  await device.waiting.push();
  const { message } = await device.messages.record(pack, messageForm, 'link');
  const asHenrik = await at.signedIn('henrik');
  const window = at.open({ shared: device.shared });
  const cancelling = window.messages.cancel(message.id);
  const refused = expect(cancelling).rejects.toThrow('You are not logged in');
  await window.messages.get(message.id);
  window.session.change(asHenrik.session.current());
  await refused;
  expect((await asNora(`/jsonapi/salestool/message/${message.id}`)).status).toBe(200);
});
