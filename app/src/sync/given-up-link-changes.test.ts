import { describe, expect, test } from 'vitest';
import type { SentLinkControl } from '#services.ts';
import { type DeviceOptions, devicesAtHost, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { waitingMessagesAt } from '#testing/waiting-messages.ts';

const at = devicesAtHost();
const { withPack } = waitingMessagesAt(at);

const refusal = () =>
  new Response('{}', { status: 422, headers: { 'content-type': 'application/vnd.api+json' } });

const opens = 'Under way';
const locked = 'This page has a password';

/**
 * A link that the host has.
 * @param password that it was made with
 */
async function withLink(password = '') {
  const line = {
    /** Whether the host takes no change of a message. */
    isRefusing: false,
    beforeChange: async () => {},
    beforeLook: async () => {},
    beforeAnswer: async () => {},
  };
  const { device, pack } = await withPack({
    fetch: async (address, call) => {
      if (!String(address).includes('/salestool/message/')) return fetch(address, call);
      if (call?.method === 'PATCH') {
        const isRefused = line.isRefusing;
        await line.beforeChange();
        return isRefused ? refusal() : fetch(address, call);
      }
      await line.beforeLook();
      const answer = await fetch(address, call);
      await line.beforeAnswer();
      return answer;
    },
  });
  const link = { expires: null, maxVisits: null, password, download: true };
  const { message } = await device.messages.record(pack, { ...messageForm, link }, 'link');
  const { id } = message;
  const set = (change: Partial<SentLinkControl>) => device.messages.setControl(id, change);
  const refused = async (change: Partial<SentLinkControl>) => {
    line.isRefusing = true;
    expect(await set(change)).toMatchObject({ savedRemotely: false });
    line.isRefusing = false;
  };
  const shownItem = async () => (await device.waiting.items())[0]!;
  const discard = async () => device.waiting.discard(await shownItem());
  const shown = async () => (await device.messages.control(id))!;
  const page = () => at.openAsProspect(message.link_token!);
  return { device, line, id, set, refused, shownItem, discard, shown, page };
}

describe('[SYNC-32] giving up a refused change of a link that another window changes once more meanwhile', () => {
  const meanwhile = 'It was edited in another window meanwhile';

  /** Given up in one window, which has asked the host what it has and waits for the answer. */
  async function whileAsked(held: 'beforeLook' | 'beforeAnswer', options: DeviceOptions = {}) {
    const made = await withLink();
    await made.refused({ maxVisits: 9 });
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    made.line[held] = async () => {
      asked.resolve();
      await answered.promise;
    };
    const givingUp = made.discard();
    await asked.promise;
    const window = at.open({ shared: made.device.shared, ...options });
    const later = window.messages.setControl(made.id, { revoked: true });
    await expect.poll(async () => (await made.shown()).revoked).toBe(true);
    return { ...made, givingUp, later, answer: answered.resolve };
  }

  test('is not done, and the later change goes with what it was made on', async () => {
    const { givingUp, later, answer, device, page } = await whileAsked('beforeAnswer');
    answer();
    await expect(givingUp).rejects.toThrow(meanwhile);
    expect(await later).toMatchObject({ savedRemotely: true });
    expect(await page()).not.toContain(opens);
    expect(await device.waiting.items()).toEqual([]);
  });

  test('nor is the later change taken for saved where the host has the link no more', async () => {
    const { givingUp, later, answer, id, device } = await whileAsked('beforeLook');
    await (await at.host.signIn('nora'))(`/jsonapi/salestool/message/${id}`, { method: 'DELETE' });
    answer();
    await expect(givingUp).rejects.toThrow(meanwhile);
    expect(await later).toMatchObject({ savedLocally: true, savedRemotely: false });
    expect(await device.waiting.items()).toMatchObject([{ id, state: 'refused' }]);
  });

  test('nor is the later change taken from the screen that has come to the host by then', async () => {
    // The window that asked seemed to be frozen, and the other one did not wait for it.
    const withLock: DeviceOptions['withLock'] = (_name, task) => task();
    const { givingUp, later, answer, shown } = await whileAsked('beforeAnswer', { withLock });
    expect(await later).toMatchObject({ savedRemotely: true });
    answer();
    await expect(givingUp).rejects.toThrow(meanwhile);
    expect(await shown()).toMatchObject({ maxVisits: 9, revoked: true });
  });

  test('is not done while the question is open whether to, either', async () => {
    const { device, refused, shownItem, id, shown } = await withLink();
    await refused({ maxVisits: 9 });
    const item = await shownItem();
    const window = at.open({ shared: device.shared });
    goesDown(window);
    await window.messages.setControl(id, { revoked: true });
    await expect(device.waiting.discard(item)).rejects.toThrow(meanwhile);
    expect(await shown()).toMatchObject({ maxVisits: 9, revoked: true });
    expect(await device.waiting.items()).toMatchObject([{ id, state: 'waiting' }]);
  });
});

describe('[PSEND-16] a password that the host refused and that is given up', () => {
  test('is not shown as that of the link, and can be set anew', async () => {
    const { refused, discard, shown, set, page } = await withLink();
    await refused({ password: 'beta' });
    expect(await shown()).toMatchObject({ password: 'beta' });
    await discard();
    expect(await shown()).toMatchObject({ password: '' });
    expect(await page()).toContain(opens);
    expect(await set({ password: 'beta' })).toMatchObject({ savedRemotely: true });
    expect(await page()).toContain(locked);
  });

  test('gives way to the one that the link had, however often it was changed while it waited', async () => {
    const { refused, discard, shown } = await withLink('alpha');
    await refused({ maxVisits: 9 });
    await refused({ password: 'beta' });
    await refused({ password: 'gamma' });
    await discard();
    expect(await shown()).toMatchObject({ password: 'alpha', maxVisits: null });
  });

  test('gives way to the one that came to the host just before it', async () => {
    const { line, set, refused, discard, shown } = await withLink('alpha');
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    line.beforeChange = async () => {
      asked.resolve();
      await answered.promise;
    };
    const first = set({ password: 'beta' });
    await asked.promise;
    line.isRefusing = true;
    const second = set({ password: 'gamma' });
    await expect.poll(async () => (await shown()).password).toBe('gamma');
    answered.resolve();
    await first;
    expect(await second).toMatchObject({ savedRemotely: false });
    line.isRefusing = false;
    await discard();
    expect(await shown()).toMatchObject({ password: 'beta' });
    await refused({ maxVisits: 9 });
    await discard();
    expect(await shown()).toMatchObject({ password: 'beta', maxVisits: null });
  });

  test('is another one than what the host has taken, which stays when a later change is given up', async () => {
    const { set, refused, discard, shown } = await withLink('alpha');
    expect(await set({ password: 'beta' })).toMatchObject({ savedRemotely: true });
    await refused({ maxVisits: 9 });
    await discard();
    expect(await shown()).toMatchObject({ password: 'beta', maxVisits: null });
  });
});
