import { describe, expect, test, vi } from 'vitest';
import { startDevice } from '#testing/device.ts';
import { comesBack, devicesAtHost, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { logOf, waitingMessagesAt, waitingPack, writtenAnew } from '#testing/waiting-messages.ts';

const at = devicesAtHost();
const { waitingMessage, withPack } = waitingMessagesAt(at);

describe('cancelling', () => {
  test('a message that waits is gone, and never goes out', async () => {
    const { device, pack, message } = await waitingMessage();
    await device.messages.cancel(message.id);
    expect(await device.waiting.items()).toEqual([]);
    await comesBack(device);
    await device.waiting.push();
    expect(await logOf(device, pack.id)).toEqual([]);
  });

  test('a link that the host has already is taken from there, too; offline it says why not', async () => {
    const { device, pack } = await withPack();
    const { message } = await device.messages.record(pack, messageForm, 'link');
    expect(await logOf(device, pack.id)).toHaveLength(1);
    goesDown(device);
    await expect(device.messages.cancel(message.id)).rejects.toThrow('Application is offline');
    expect(await device.messages.get(message.id)).not.toBeNull();
    await comesBack(device);
    await device.messages.cancel(message.id);
    expect(await device.messages.get(message.id)).toBeNull();
    expect(await device.packLog.ofPack(pack.id)).toEqual([]);
    expect(await logOf(device, pack.id)).toEqual([]);
  });

  test('a link of which nobody heard whether the host has it is taken from there, too', async () => {
    const { device, pack } = await withPack();
    device.network.loseAnswers = 1;
    const { message, savedRemotely } = await device.messages.record(pack, messageForm, 'link');
    expect(savedRemotely).toBe(false);
    await expect(device.messages.cancel(message.id)).rejects.toThrow('Application is offline');
    await comesBack(device);
    await device.messages.cancel(message.id);
    expect(await device.messages.get(message.id)).toBeNull();
    expect(await logOf(device, pack.id)).toEqual([]);
  });

  test.each(['link', 'send'] as const)(
    'one that is on its way still, given up here, is not taken by the host afterwards (%s)',
    async (how) => {
      const tries: (() => Promise<Response>)[] = [];
      const { device, pack } = await withPack({
        fetch: async (address, call) => {
          const isCreate = call?.method === 'POST' && String(address).endsWith('/salestool/message');
          if (!isCreate || tries.length === 2) return fetch(address, call);
          tries.push(() => fetch(address, { ...call, signal: null }));
          if (tries.length === 1) throw new TypeError('Failed to fetch');
          return new Response(null, { status: 503, headers: { 'retry-after': '3600' } });
        },
      });
      const { message, savedRemotely } = await device.messages.record(pack, messageForm, how);
      expect(savedRemotely).toBe(false);
      await comesBack(device);
      await device.waiting.push();
      expect(tries).toHaveLength(2);
      await device.messages.cancel(message.id);
      expect(await device.messages.get(message.id)).toBeNull();
      const [late] = tries;
      expect((await late!()).status).toBe(410);
      expect(await logOf(device, pack.id)).toEqual([]);
    },
  );

  test('one that stands behind others does not leave while it is cancelled', async () => {
    const sending = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    let isHeld = false;
    const { device, pack } = await withPack({
      fetch: async (address, call) => {
        if (isHeld && call?.method === 'POST' && String(address).endsWith('/salestool/message')) {
          sending.resolve();
          await sent.promise;
        }
        return fetch(address, call);
      },
    });
    goesDown(device);
    const ids: string[] = [];
    for (const subject of ['One', 'Two', 'Three', 'Four']) {
      const { message } = await device.messages.record(pack, { ...messageForm, subject }, 'send');
      ids.push(message.id);
    }
    isHeld = true;
    await comesBack(device);
    const pushed = device.waiting.push();
    await sending.promise;
    const last = ids.at(-1)!;
    const cancelled = device.messages.cancel(last);
    await vi.waitFor(async () => expect((await device.database.queue.get(last))?.notBefore).not.toBe(0));
    sent.resolve();
    await Promise.all([pushed, cancelled]);
    expect(await device.messages.get(last)).toBeNull();
    expect(device.network.calls.filter((call) => /^POST .*\/message$/.test(call))).toHaveLength(3);
    expect(await logOf(device, pack.id)).toHaveLength(3);
  });

  test('what the host has lost meanwhile is gone here as well', async () => {
    const { device, pack } = await withPack();
    const { message } = await device.messages.record(pack, messageForm, 'link');
    await device.messages.cancel(message.id);
    await device.database.records('salestool--message').put(message);
    await device.messages.cancel(message.id);
    expect(await device.messages.get(message.id)).toBeNull();
  });
});

describe('cancelling in one window what another one edits', () => {
  const inTwoWindows = async () => {
    const waiting = await waitingMessage();
    const other = startDevice({ origin: at.host.url, shared: waiting.device.shared });
    goesDown(other);
    return { ...waiting, other };
  };
  const edited = { ...messageForm, subject: 'Written in the other window' };

  test('an edit that was saved first stays, and the cancel says so', async () => {
    const { device, other, message } = await inTwoWindows();
    const messages = device.database.records('salestool--message');
    await other.messages.edit(message.id);
    // After the look at the message, while the cancel waits for its turn.
    vi.spyOn(messages, 'get').mockImplementationOnce((async (id: string) => {
      await other.messages.record(waitingPack(message), edited, 'send', { corrects: id });
      return message;
    }) as never);
    await expect(device.messages.cancel(message.id)).rejects.toThrow(
      'It was edited in another window meanwhile',
    );
    expect((await other.messages.get(message.id))?.subject).toBe(edited.subject);
    expect(await device.waiting.items()).toHaveLength(1);
  });

  test('a cancel that came first stands, and the edit says so; a second cancel as well', async () => {
    const { device, other, message } = await inTwoWindows();
    await other.messages.edit(message.id);
    await device.messages.cancel(message.id);
    await expect(
      other.messages.record(waitingPack(message), edited, 'send', { corrects: message.id }),
    ).rejects.toThrow('The message was cancelled in another window');
    await expect(other.messages.cancel(message.id)).rejects.toThrow('It was cancelled in another window');
    expect(await other.waiting.items()).toEqual([]);
  });

  test('an edit does not come between the host that gives it up and the device', async () => {
    const removing = Promise.withResolvers<void>();
    const removed = Promise.withResolvers<void>();
    const { device, pack } = await withPack({
      fetch: async (address, call) => {
        if (call?.method === 'DELETE') {
          removing.resolve();
          await removed.promise;
        }
        return fetch(address, call);
      },
    });
    const { message } = await device.messages.record(pack, messageForm, 'link');
    // The host refused a later change of it.
    await device.database.queue.put({
      ...{ id: message.id, type: 'salestool--message' as const, ownerId: message.ownerId ?? null },
      ...{ attempts: 1, notBefore: 0, refused: 'No', claimedBy: null },
    });
    const other = startDevice({ origin: at.host.url, shared: device.shared });
    const cancelled = device.messages.cancel(message.id);
    await removing.promise;
    expect(await other.messages.edit(message.id)).toBeNull();
    removed.resolve();
    await cancelled;
    expect(await other.messages.get(message.id)).toBeNull();
  });
});

describe('discarding what the host refused when it was written anew, and has as it was before', () => {
  async function refusedAnew() {
    const { device, pack } = await withPack({
      fetch: async (address, call) =>
        call?.method === 'PATCH' && String(address).includes('/salestool/message/')
          ? Response.json({ errors: [{ status: '422', title: 'Not now' }] }, { status: 422 })
          : fetch(address, call),
    });
    device.network.loseAnswers = 1;
    const { message } = await device.messages.record(pack, messageForm, 'link');
    await device.messages.record(pack, { ...messageForm, subject: 'Written anew' }, 'link', {
      corrects: message.id,
    });
    await comesBack(device);
    await device.waiting.push();
    const [item] = await device.waiting.items();
    expect(item).toMatchObject({ title: 'Written anew', state: 'refused' });
    return { device, item: item!, page: () => at.openAsProspect(message.link_token!) };
  }

  test('takes it from there, too', async () => {
    const { device, item, page } = await refusedAnew();
    expect(await page()).toContain('Hello');
    await device.waiting.discard(item);
    expect(await device.waiting.items()).toEqual([]);
    expect(await page()).not.toContain('Hello');
  });

  test('says that it cannot without a connection, and keeps it', async () => {
    const { device, item } = await refusedAnew();
    goesDown(device);
    await expect(device.waiting.discard(item)).rejects.toThrow('Application is offline');
    expect(await device.waiting.items()).toMatchObject([{ title: 'Written anew', state: 'refused' }]);
  });
});

describe('cancelling on another device what this one does not know to have arrived', () => {
  /** A link whose answer was lost, cancelled on a phone that has heard of it. */
  async function cancelledElsewhere() {
    const { device, pack } = await withPack();
    device.network.loseAnswers = 1;
    const { message, savedRemotely } = await device.messages.record(pack, messageForm, 'link');
    expect(savedRemotely).toBe(false);
    const phone = await at.inRetail('nora');
    await phone.packLog.load(pack.id);
    await phone.messages.cancel(message.id);
    return { device, pack, message };
  }

  test('takes it from this one too, and it does not come back', async () => {
    const { device, pack, message } = await cancelledElsewhere();
    await comesBack(device);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    expect(await device.messages.get(message.id)).toBeNull();
    expect(await logOf(device, pack.id)).toEqual([]);
  });

  test('asks what becomes of one that was written anew here meanwhile, which goes if somebody says so', async () => {
    const { device, pack, message } = await cancelledElsewhere();
    goesDown(device);
    const link = await device.messages.link(message.id);
    await writtenAnew(device, pack, message);
    const [item, ...others] = await device.waiting.items();
    expect([item, others]).toMatchObject([{ title: 'Written anew', state: 'refused' }, []]);
    expect(item?.reason).toContain('cancelled on another device');
    expect(await logOf(device, pack.id)).toEqual([]);
    await device.waiting.retry(item!);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    expect((await logOf(device, pack.id)).map(({ subject }) => subject)).toEqual(['Written anew']);
    // The old one was cancelled for good.
    expect(await device.messages.link(message.id)).not.toBe(link);
  });

  test('an answer of somebody in between that all is gone takes nothing away', async () => {
    let isGone = true;
    const { device, pack } = await withPack({
      fetch: (address, call) => {
        const isCreate = call?.method === 'POST' && String(address).endsWith('/salestool/message');
        if (!isGone || !isCreate) return fetch(address, call);
        const body = JSON.stringify({ errors: [{ status: '410', title: 'Gone' }] });
        const headers = { 'content-type': 'application/vnd.api+json' };
        return Promise.resolve(new Response(body, { status: 410, headers }));
      },
    });
    const { message } = await device.messages.record(pack, messageForm, 'link');
    const [item] = await device.waiting.items();
    expect(item).toMatchObject({ id: message.id, state: 'refused' });
    isGone = false;
    await device.waiting.retry(item!);
    await device.waiting.push();
    expect(await logOf(device, pack.id)).toHaveLength(1);
  });
});
