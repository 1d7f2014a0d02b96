import { describe, expect, test } from 'vitest';
import type { PackRecord } from '#storage/records.ts';
import { type Device, startDevice } from '#testing/device.ts';
import { comesBack, devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { createHostInMemory } from '#testing/model/host-in-memory.ts';
import { packWith } from '#testing/real-host.ts';
import { withoutEtags } from '#testing/without-etags.ts';

const at = devicesAtHost();
const meanwhile = 'It was edited in another window meanwhile';

const says = (status: number) =>
  new Response(JSON.stringify({ errors: [{ status: String(status), title: 'No' }] }), {
    status,
    headers: { 'content-type': 'application/vnd.api+json' },
  });

/** A device whose host does not take what says that it is wrong. */
async function deviceOfNora(
  befalls: (call: string) => Promise<Response | undefined> = async () => undefined,
  reach = fetch,
) {
  const device = await at.inRetail('nora', {
    fetch: async (address, init) => {
      if (String(init?.body).includes('Wrong')) return says(422);
      return (
        (await befalls(`${init?.method ?? 'GET'} ${new URL(String(address)).pathname}`)) ??
        reach(address, init)
      );
    },
  });
  return { device, window: at.open({ shared: device.shared }) };
}

async function atHost(path: string) {
  const answer = await (await at.host.signIn('nora'))(`/jsonapi/salestool/${path}`);
  return answer.status === 200 ? (await answer.json()).data.attributes : null;
}

const save = (device: Device, pack: PackRecord, title: string) => device.packs.save({ ...pack, title });

/** Set aside, and shown in a list that stays open. */
async function refused(device: Device) {
  const [item] = await device.waiting.items();
  expect(item).toMatchObject({ state: 'refused' });
  return item!;
}

describe('giving up what the host refused', () => {
  test.each([
    ['a change of what it has', true],
    ['what was never there', false],
  ])('leaves alone what another window has made of it since, which goes (%s)', async (_what, isThere) => {
    const { device, window } = await deviceOfNora();
    const draft = draftOf(device, 'As it was');
    if (isThere) await device.packs.save(draft);
    const pack = (await device.packs.get(draft.id)) ?? draft;
    await save(device, pack, 'Wrong');
    const shown = await refused(device);
    goesDown(window);
    await save(window, (await window.packs.get(pack.id))!, 'Right');
    await expect(device.waiting.discard(shown)).rejects.toThrow(meanwhile);
    expect((await device.packs.get(pack.id))?.title).toBe('Right');
    await device.waiting.push();
    expect(await atHost(`pack/${pack.id}`)).toMatchObject({ title: 'Right' });
  });

  test('leaves alone what is tried again in another window', async () => {
    const { device, window } = await deviceOfNora();
    const pack = draftOf(device, 'As it was');
    await device.packs.save(pack);
    await save(device, (await device.packs.get(pack.id))!, 'Wrong');
    // Until the push that follows a save has ended.
    await device.waiting.push();
    const shown = await refused(device);
    goesDown(window);
    await window.waiting.retry(shown);
    await expect(device.waiting.discard(shown)).rejects.toThrow(meanwhile);
    expect((await device.packs.get(pack.id))?.title).toBe('Wrong');
  });

  test('takes back a message that another window has sent again meanwhile, or says that it cannot', async () => {
    const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isWrong = true;
    const { device } = await deviceOfNora();
    const pack = draftOf(device, 'To be sent');
    await device.packs.save(pack);
    await device.waiting.push();
    const window = at.open({
      shared: device.shared,
      fetch: async (address, init) => {
        const isCreate = init?.method === 'POST' && String(address).endsWith('/salestool/message');
        if (isCreate && isWrong) return says(422);
        const answer = await fetch(address, init);
        if (isCreate) {
          sent.resolve();
          await answered.promise;
        }
        return answer;
      },
    });
    const { message } = await window.messages.record(pack, messageForm, 'link');
    const shown = await refused(device);
    isWrong = false;
    await window.waiting.retry(shown);
    await sent.promise;
    const givingUp = device.waiting.discard(shown);
    answered.resolve();
    await givingUp;
    expect(await device.messages.get(message.id)).toBeNull();
    expect(await atHost(`message/${message.id}`)).toBeNull();
  });

  test('of a signature brings back at once what the host has, and needs it for that', async () => {
    const { device } = await deviceOfNora();
    const fields = { job_title: '', email: 'nora@velden.example', telephone: '', telephone2: '' };
    await device.signatures.save({ title: 'Nora', ...fields });
    await device.signatures.save({ title: 'Wrong', ...fields });
    const shown = await refused(device);
    goesDown(device);
    await expect(device.waiting.discard(shown)).rejects.toThrow('Application is offline');
    expect(await device.signatures.mine()).toMatchObject({ title: 'Wrong' });
    await comesBack(device);
    await device.waiting.discard(shown);
    expect(await device.signatures.mine()).toMatchObject({ title: 'Nora' });
    expect(await device.waiting.items()).toEqual([]);
  });

  test('takes a new pack from the host as well, which had it before and never said so', async () => {
    const { device } = await deviceOfNora();
    device.network.loseAnswers = 1;
    const pack = draftOf(device, 'First');
    await device.packs.save(pack);
    expect(await atHost(`pack/${pack.id}`)).toMatchObject({ title: 'First' });
    await save(device, (await device.packs.get(pack.id))!, 'Wrong');
    await comesBack(device);
    await device.waiting.push();
    const shown = await refused(device);
    expect(shown).toMatchObject({ isChange: false, mayBeThere: true });
    goesDown(device);
    await expect(device.waiting.discard(shown)).rejects.toThrow('Application is offline');
    await comesBack(device);
    await device.waiting.discard(shown);
    await device.channels.load(at.retail, { force: true });
    expect(await device.packs.get(pack.id)).toBeNull();
    expect(await atHost(`pack/${pack.id}`)).toBeNull();
  });

  test.each([
    ['with ETags', fetch],
    ['without', withoutEtags],
  ])('leaves of such a pack what another device has made of it there (host %s)', async (_which, reach) => {
    const { device } = await deviceOfNora(undefined, reach);
    device.network.loseAnswers = 1;
    const pack = draftOf(device, 'First');
    await device.packs.save(pack);
    await save(device, (await device.packs.get(pack.id))!, 'Wrong');
    const { device: phone } = await deviceOfNora();
    at.host.advance(5000);
    await save(phone, (await phone.packs.get(pack.id))!, 'From the phone');
    await comesBack(device);
    await device.waiting.push();
    await device.waiting.discard(await refused(device));
    expect((await device.packs.get(pack.id))?.title).toBe('From the phone');
    expect(await atHost(`pack/${pack.id}`)).toMatchObject({ title: 'From the phone' });
    expect(await device.waiting.items()).toEqual([]);
  });

  test.each([403, 400])(
    '[SYNC-32] keeps a link with its password where the host does not say what it has (%i)',
    async (status) => {
      let isClosed = false;
      const { device } = await deviceOfNora(async (call) =>
        isClosed && call.startsWith('GET /jsonapi/salestool/message/') ? says(status) : undefined,
      );
      const pack = draftOf(device, 'With a link');
      await device.packs.save(pack);
      const { message } = await device.messages.record(pack, messageForm, 'link');
      await device.messages.setControl(message.id, { password: 'Wrong' });
      const shown = await refused(device);
      isClosed = true;
      await expect(device.waiting.discard(shown)).rejects.toThrow('No');
      expect(await device.messages.get(message.id)).toMatchObject({
        link_token: message.link_token,
        link_password: 'Wrong',
      });
      expect(await device.waiting.items()).toMatchObject([{ id: message.id, state: 'refused' }]);
    },
  );

  test('leaves alone another change of a link, which waits under the same date', async () => {
    const { device } = await deviceOfNora();
    const pack = draftOf(device, 'With a link');
    await device.packs.save(pack);
    const { message } = await device.messages.record(pack, messageForm, 'link');
    await device.messages.setControl(message.id, { password: 'Wrong' });
    const shown = await refused(device);
    await device.messages.setControl(message.id, { password: 'Wrong again' });
    expect(await refused(device)).toMatchObject({ updated: shown.updated });
    await expect(device.waiting.discard(shown)).rejects.toThrow(meanwhile);
    expect(await device.messages.get(message.id)).toMatchObject({ link_password: 'Wrong again' });
    await device.waiting.discard(await refused(device));
    expect(await device.waiting.items()).toEqual([]);
  });

  test('says of what has gone meanwhile that it went', async () => {
    const { device } = await deviceOfNora();
    const pack = draftOf(device, 'First');
    goesDown(device);
    await device.packs.save(pack);
    const [shown] = await device.waiting.items();
    await comesBack(device);
    await device.waiting.push();
    await expect(device.waiting.discard(shown!)).rejects.toThrow('It has gone to the server meanwhile');
    expect((await device.packs.get(pack.id))?.title).toBe('First');
  });

  test('takes off what the host has no more, for good', async () => {
    let isGone = false;
    const { device } = await deviceOfNora(async (call) =>
      isGone && call.includes('/jsonapi/salestool/pack/') ? says(410) : undefined,
    );
    const pack = draftOf(device, 'As it was');
    await device.packs.save(pack);
    await save(device, (await device.packs.get(pack.id))!, 'Wrong');
    const shown = await refused(device);
    isGone = true;
    await device.waiting.discard(shown);
    expect(await device.packs.get(pack.id)).toBeNull();
    expect(await device.waiting.items()).toEqual([]);
  });

  test('takes off a message that came to the host unheard and is there no more, for good', async () => {
    let isGone = false;
    const { device } = await deviceOfNora(async (call) =>
      isGone && call.includes('/jsonapi/salestool/message') ? says(410) : undefined,
    );
    const pack = draftOf(device, 'To be sent');
    await device.packs.save(pack);
    await device.waiting.push();
    device.network.loseAnswers = 1;
    const { message } = await device.messages.record(pack, messageForm, 'link');
    isGone = true;
    await comesBack(device);
    await device.waiting.push();
    await device.waiting.discard(await refused(device));
    expect(await device.messages.get(message.id)).toBeNull();
    expect(await device.waiting.items()).toEqual([]);
  });
});

test.each([
  ['is sent there again', false],
  ['stays while nobody can tell', true],
])(
  '[F27] what a restored host has lost %s, although a change of it was to be given up',
  async (_what, staysUntold) => {
    const channelId = '0c000000-0000-4000-8000-000000000001';
    const people = [{ name: 'nora', id: '7a2c9a4e-0000-4000-8000-000000000001' }];
    const host = createHostInMemory({ people, channelId, now: Date.now });
    let [isRestored, isUntold] = [false, false];
    const device = startDevice({
      origin: 'https://host.example',
      fetch: async (address, init) => {
        if (isUntold && String(address).endsWith('/config.json')) return new Response(null, { status: 503 });
        return !isRestored && String(init?.body).includes('Wrong') ? says(422) : host.fetch(address, init);
      },
    });
    const signIn = () => device.service.signIn({ username: 'nora', password: 'right' });
    await signIn();
    await device.service.selectChannel(channelId);
    const { meetHost } = await device.engine();
    await meetHost();
    host.backUp();
    const pack = { ...device.packs.draft(), title: 'As it was', ...packWith('<p>Hello</p>') };
    await device.packs.save(pack);
    await device.waiting.push();
    await save(device, (await device.packs.get(pack.id))!, 'Wrong');
    await device.waiting.push();
    const shown = await refused(device);
    host.restore();
    [isRestored, isUntold] = [true, true];
    await signIn();
    isUntold = staysUntold;
    await expect(device.waiting.discard(shown)).rejects.toThrow(
      staysUntold ? 'No response' : 'The server was restored from a backup meanwhile',
    );
    expect((await device.packs.get(pack.id))?.title).toBe('Wrong');
    if (!staysUntold) await expect.poll(() => host.record(pack.id)?.attributes.title).toBe('Wrong');
    device.database.dexie.close();
  },
);
