import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newQueueRow } from '#sync/save/pushable.ts';
import type { Device } from '#testing/device.ts';
import {
  comesBack,
  type DeviceOptions,
  devicesAtHost,
  draftOf,
  goesDown,
  messageForm,
} from '#testing/devices-at-host.ts';
import { startMailReceiver, startRealHost } from '#testing/real-host.ts';

const at = devicesAtHost();

type Attributes = Record<string, unknown>;

/** What the device says of messages that the host has, in order, and what becomes of it. */
function listening(befalls: () => Promise<Response | undefined> = async () => undefined) {
  const said: Attributes[] = [];
  const listen: typeof fetch = async (address, call) => {
    if (call?.method !== 'PATCH' || !String(address).includes('/salestool/message/'))
      return fetch(address, call);
    said.push(JSON.parse(String(call.body)).data.attributes);
    return (await befalls()) ?? fetch(address, call);
  };
  return { said, fetch: listen };
}

/** A link made on a laptop, and a tablet that saw it as it was made. */
async function onTwoDevices(options?: DeviceOptions) {
  const laptop = await at.inRetail('nora');
  const pack = draftOf(laptop, 'On two devices');
  await laptop.packs.save(pack);
  const { message } = await laptop.messages.record(pack, messageForm, 'link');
  const tablet = await at.inRetail('nora', options);
  expect(await tablet.messages.control(message.id)).toMatchObject({ revoked: false, maxVisits: null });
  const set = async (on: Device, change: Parameters<Device['messages']['setControl']>[1]) =>
    expect((await on.messages.setControl(message.id, change)).failure).toBeNull();
  const { id } = message;
  return { laptop, tablet, id, set, page: () => at.openAsProspect(message.link_token!) };
}

async function atHost(id: string): Promise<Attributes> {
  const asNora = await at.host.signIn('nora');
  return (await (await asNora(`/jsonapi/salestool/message/${id}`)).json()).data.attributes;
}

const opens = 'Hello';
const locked = 'This page has a password';

describe('[PSEND-16] a limit that is changed on a device that has not heard of a later change', () => {
  test('opens no link again that was taken back on another one, and the device hears of that', async () => {
    const { laptop, tablet, id, set, page } = await onTwoDevices();
    await set(laptop, { revoked: true });
    await set(tablet, { maxVisits: 9 });
    expect(await atHost(id)).toMatchObject({ link_revoked: true, link_max_views: 9 });
    expect(await page()).not.toContain(opens);
    expect(await tablet.messages.control(id)).toMatchObject({ revoked: true, maxVisits: 9 });
  });

  test('leaves the later day, visits, ban on downloads and password as they are', async () => {
    const { laptop, tablet, id, set, page } = await onTwoDevices();
    const expires = Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000;
    await set(tablet, { password: 'the old one' });
    await set(laptop, { expires, maxVisits: 7, download: false });
    await set(laptop, { password: 'the new one' });
    const { link_expires } = await atHost(id);
    goesDown(tablet);
    const waits = await tablet.messages.setControl(id, { revoked: true });
    expect(waits.savedRemotely).toBe(false);
    await tablet.messages.setControl(id, { revoked: false });
    await comesBack(tablet);
    await tablet.waiting.push();
    const limits = { link_expires, link_max_views: 7, link_download: false, link_revoked: false };
    expect(await atHost(id)).toMatchObject(limits);
    expect(link_expires).not.toBeNull();
    expect(await page()).toContain(locked);
    await set(laptop, { password: '' });
    await set(tablet, { maxVisits: 9 });
    expect(await page()).toContain(opens);
  });

  test('says nothing else of the message', async () => {
    const { said, fetch } = listening();
    const { tablet, set } = await onTwoDevices({ fetch });
    await set(tablet, { maxVisits: 9 });
    await set(tablet, { download: false });
    expect(said).toEqual([{ link_max_views: 9 }, { link_download: false }]);
  });

  test('gives back a link on purpose', async () => {
    const { laptop, tablet, set, page } = await onTwoDevices();
    await set(laptop, { revoked: true });
    await tablet.channels.load(at.retail, { force: true });
    await set(tablet, { revoked: false });
    expect(await page()).toContain(opens);
  });

  test('of several that wait says each, and of those that went before none again', async () => {
    const { said, fetch } = listening();
    const { laptop, tablet, id, set } = await onTwoDevices({ fetch });
    await set(tablet, { download: false });
    await set(laptop, { revoked: true, download: true });
    goesDown(tablet);
    await tablet.messages.setControl(id, { maxVisits: 9 });
    await tablet.messages.setControl(id, { password: 'terminal' });
    await comesBack(tablet);
    await tablet.waiting.push();
    expect(said.at(-1)).toEqual({ link_max_views: 9, link_password: 'terminal' });
    expect(await atHost(id)).toMatchObject({ link_revoked: true, link_download: true, link_max_views: 9 });
  });

  test('is refused, tried again and given up as what it was', async () => {
    let isRefused = true;
    const { said, fetch } = listening(async () =>
      isRefused
        ? new Response('{}', { status: 422, headers: { 'content-type': 'application/vnd.api+json' } })
        : undefined,
    );
    const { laptop, tablet, id, set } = await onTwoDevices({ fetch });
    await set(laptop, { revoked: true });
    await tablet.messages.setControl(id, { maxVisits: 9 });
    await tablet.messages.setControl(id, { download: false });
    await tablet.waiting.discard((await tablet.waiting.items())[0]!);
    await tablet.messages.setControl(id, { maxVisits: 8 });
    const [item] = await tablet.waiting.items();
    expect(item).toMatchObject({ state: 'refused' });
    isRefused = false;
    await tablet.waiting.retry(item!);
    await tablet.waiting.push();
    expect(await tablet.waiting.items()).toEqual([]);
    const [first, second] = [{ link_max_views: 9 }, { link_max_views: 9, link_download: false }];
    expect(said).toEqual([first, second, { link_max_views: 8 }, { link_max_views: 8 }]);
    expect(await atHost(id)).toMatchObject({ link_revoked: true, link_download: true, link_max_views: 8 });
  });

  test('while another change is on its way goes after it, and that is not said again', async () => {
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { said, fetch } = listening(async () => {
      asked.resolve();
      await answered.promise;
      return undefined;
    });
    const { tablet, id } = await onTwoDevices({ fetch });
    const first = tablet.messages.setControl(id, { maxVisits: 9, download: false });
    await asked.promise;
    const second = tablet.messages.setControl(id, { maxVisits: 8, revoked: false });
    await expect.poll(async () => (await tablet.messages.control(id))?.maxVisits).toBe(8);
    answered.resolve();
    await Promise.all([first, second]);
    await tablet.waiting.push();
    expect(await tablet.waiting.items()).toEqual([]);
    const later = { link_max_views: 8, link_revoked: false };
    expect(said).toEqual([{ link_max_views: 9, link_download: false }, later]);
    expect(await atHost(id)).toMatchObject({ link_max_views: 8, link_download: false });
  });

  test('opens no link again that another window of the device took back', async () => {
    const { laptop, id, set } = await onTwoDevices();
    const window = at.open({ shared: laptop.shared });
    await set(window, { revoked: true });
    await set(laptop, { maxVisits: 9 });
    expect(await atHost(id)).toMatchObject({ link_revoked: true, link_max_views: 9 });
  });

  test('goes whole where an app of before left it so, also with what is changed since', async () => {
    const { said, fetch } = listening();
    const { tablet, id } = await onTwoDevices({ fetch });
    const messages = tablet.database.records('salestool--message');
    goesDown(tablet);
    const message = { ...(await messages.get(id))!, link_max_views: 9, _meta: { push: true } };
    await messages.put(message);
    await tablet.database.queue.put(newQueueRow(message));
    await tablet.messages.setControl(id, { download: false });
    await comesBack(tablet);
    await tablet.waiting.push();
    expect(said).toEqual([
      expect.objectContaining({ subject: messageForm.subject, link_max_views: 9, link_download: false }),
    ]);
    await tablet.messages.setControl(id, { maxVisits: 8 });
    expect(said.at(-1)).toEqual({ link_max_views: 8 });
  });
});

describe('[PSEND-16] a link whose first answer was lost, and whose limits another device changed since', () => {
  const day = 86_400_000;
  const [early, late] = [1, 2].map((days) => Math.ceil(Date.now() / day + days) * day);

  /** Made on a tablet that has not heard of it, closed earlier and under another password on a laptop. */
  async function changedSince() {
    const { said, fetch } = listening();
    const tablet = await at.inRetail('nora', { fetch });
    const pack = draftOf(tablet, 'Answer lost');
    await tablet.packs.save(pack);
    await tablet.waiting.push();
    tablet.network.loseAnswers = 1;
    const link = { expires: late!, maxVisits: 9, password: 'the old one', download: true };
    const { message, savedRemotely } = await tablet.messages.record(pack, { ...messageForm, link }, 'link');
    expect(savedRemotely).toBe(false);
    const laptop = await at.inRetail('nora');
    const { id } = message;
    await laptop.packLog.load(pack.id);
    const change = { expires: early!, password: 'the new one', maxVisits: 2, download: false };
    expect((await laptop.messages.setControl(id, change)).failure).toBeNull();
    return { tablet, pack, id, said, before: await atHost(id) };
  }
  const limits = ({ link_expires, link_max_views, link_download }: Attributes) => ({
    ...{ link_expires, link_max_views, link_download },
  });

  test('keeps them when it goes once more', async () => {
    const { tablet, id, said, before } = await changedSince();
    await comesBack(tablet);
    await tablet.waiting.push();
    expect(await tablet.waiting.items()).toEqual([]);
    expect(limits(await atHost(id))).toEqual(limits(before));
    expect(said).toEqual([]);
  });

  test('takes of the first device only what was changed there while it waited', async () => {
    const { tablet, id, said, before } = await changedSince();
    goesDown(tablet);
    await tablet.messages.setControl(id, { maxVisits: 5 });
    await comesBack(tablet);
    await tablet.waiting.push();
    expect(limits(await atHost(id))).toEqual({ ...limits(before), link_max_views: 5 });
    expect(said).toHaveLength(1);
    expect(said[0]).not.toHaveProperty('link_password');
  });
});

describe('[PSEND-16] a link that was corrected before it left its device for the first time', () => {
  const expires = Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000;
  const link = { expires, maxVisits: 9, password: 'the old one', download: true };

  /** The host has it, and its device does not know. */
  async function corrected() {
    let losesAnswer = true;
    const tablet = await at.inRetail('nora', {
      fetch: async (address, call) => {
        const answer = await fetch(address, call);
        const isCreate = call?.method === 'POST' && String(address).endsWith('/salestool/message');
        if (!isCreate || !losesAnswer) return answer;
        losesAnswer = false;
        throw new TypeError('Failed to fetch');
      },
    });
    const pack = draftOf(tablet, 'Corrected');
    await tablet.packs.save(pack);
    await tablet.waiting.push();
    goesDown(tablet);
    const { message } = await tablet.messages.record(pack, { ...messageForm, link }, 'link');
    const { id } = message;
    const form = { ...messageForm, subject: 'Corrected' };
    await tablet.messages.record(pack, form, 'link', { corrects: id });
    await comesBack(tablet);
    await tablet.waiting.push();
    expect(await tablet.waiting.items()).toMatchObject([{ id, title: 'Corrected', mayBeThere: true }]);
    const phone = await at.inRetail('nora');
    await phone.packLog.load(pack.id);
    const comeBack = async () => {
      await comesBack(tablet);
      await tablet.waiting.push();
      expect(await tablet.waiting.items()).toEqual([]);
    };
    return { tablet, phone, pack, form, id, comeBack, page: () => at.openAsProspect(message.link_token!) };
  }

  test('has no limits of before', async () => {
    const { page } = await corrected();
    expect(await page()).toContain(opens);
  });

  test('keeps those that another device sets before it comes back', async () => {
    const { phone, id, comeBack, page } = await corrected();
    const change = { expires, maxVisits: 2, download: false, password: 'the new one' };
    expect((await phone.messages.setControl(id, change)).failure).toBeNull();
    const before = await atHost(id);
    await comeBack();
    expect(await page()).toContain(locked);
    expect(await atHost(id)).toEqual(before);
  });

  test('keeps them also when it is corrected once more, where that says nothing of them', async () => {
    const { tablet, phone, pack, form, id, comeBack, page } = await corrected();
    const change = { maxVisits: 2, password: 'the new one' };
    expect((await phone.messages.setControl(id, change)).failure).toBeNull();
    goesDown(tablet);
    await tablet.messages.record(pack, { ...form, subject: 'Once more' }, 'link', { corrects: id });
    await comeBack();
    expect(await page()).toContain(locked);
    expect(await atHost(id)).toMatchObject({ subject: 'Once more', link_max_views: 2 });
  });

  test('goes without a question where it was cancelled on another device', async () => {
    const { tablet, phone, id, comeBack } = await corrected();
    await phone.messages.cancel(id);
    await comeBack();
    expect(await tablet.messages.get(id)).toBeNull();
  });
});

describe('[PSEND-24] a mail that waits since its link was taken back', () => {
  let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
  let host: Awaited<ReturnType<typeof startRealHost>>;
  beforeAll(async () => {
    receiver = await startMailReceiver();
    host = await startRealHost({ smtpUrl: receiver.url, mailFrom: 'packs@velden.example' });
  });
  afterAll(async () => {
    await host.stop();
    await receiver.stop();
  });

  async function deviceAtMailingHost() {
    const device = at.open({ origin: host.url });
    await device.service.signIn({ username: 'nora', password: at.password });
    const { id } = host.world.channels.retail;
    await device.service.selectChannel(id);
    expect(await device.channels.load(id, { force: true })).toEqual({ ok: true });
    return device;
  }

  const subjects = () => receiver.accepted.map(({ raw }) => /^Subject: (.*?)\r?$/m.exec(raw)?.[1]);

  test('does not leave when a device that has not heard of it changes a limit', async () => {
    const met = Promise.withResolvers<void>();
    receiver.behave((stage) => {
      if (stage !== 'data') return 'accept';
      met.resolve();
      return { refuse: 451 };
    });
    const laptop = await deviceAtMailingHost();
    const pack = draftOf(laptop, 'To be mailed');
    await laptop.packs.save(pack);
    const { message } = await laptop.messages.record(pack, { ...messageForm, subject: 'Held' }, 'send');
    await met.promise;
    const tablet = await deviceAtMailingHost();
    expect((await laptop.messages.setControl(message.id, { revoked: true })).failure).toBeNull();
    receiver.behave(() => 'accept');
    expect((await tablet.messages.setControl(message.id, { maxVisits: 9 })).failure).toBeNull();
    await laptop.messages.record(pack, { ...messageForm, subject: 'Let go' }, 'send');
    await vi.waitFor(() => expect(subjects()).toContain('Let go'), { timeout: 15_000 });
    expect(subjects()).toEqual(['Let go']);
    const asNora = await host.signIn('nora');
    const { data } = await (await asNora(`/jsonapi/salestool/message/${message.id}`)).json();
    expect(data.attributes).toMatchObject({ delivery: 'queued', link_revoked: true, link_max_views: 9 });
  });
});
