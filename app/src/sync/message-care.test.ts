import { newId } from '@satchel/core/pack/new-id.ts';
import { describe, expect, test, vi } from 'vitest';
import type { MessageRecord, PackRecord } from '#storage/records.ts';
import { type Device, startDevice } from '#testing/device.ts';
import { comesBack, devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { packWith } from '#testing/real-host.ts';

const at = devicesAtHost();
const day = 24 * 60 * 60_000;

async function withPack(options: Parameters<typeof at.inRetail>[1] = {}) {
  const device = await at.inRetail('nora', options);
  const pack = draftOf(device, 'Under way');
  await device.packs.save(pack);
  // Nothing is on its way any more that could take a message with it.
  await device.waiting.push();
  return { device, pack };
}

/** A message that was recorded without a connection. */
async function waitingMessage(options?: Parameters<typeof withPack>[0]) {
  const { device, pack } = await withPack(options);
  goesDown(device);
  const { message } = await device.messages.record(pack, messageForm, 'send');
  return { device, pack, message };
}

/** As far as these corrections ask for it. */
const waitingPack = ({ pack }: MessageRecord): PackRecord => ({ id: pack!.id, type: 'salestool--pack' });

const logOf = async ({ packLog }: Awaited<ReturnType<typeof withPack>>['device'], packId: string) => {
  await packLog.load(packId);
  return packLog.ofPack(packId);
};

const anew = { ...messageForm, subject: 'Written anew' };

/** Something else is written in the place of a link, and goes. */
async function writtenAnew(device: Device, pack: PackRecord, { id }: MessageRecord) {
  await device.messages.record(pack, anew, 'link', { corrects: id });
  await comesBack(device);
  await device.waiting.push();
}

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

test('[F1] where no generation is told a mail whose answer was lost may have left: it is neither edited nor called off unasked, and goes once', async () => {
  const { device, pack } = await withPack({
    fetch: async (address, call) =>
      String(address).endsWith('/config.json') ? new Response(null, { status: 404 }) : fetch(address, call),
  });
  await device.database.marks.filter(({ id }) => id.startsWith('generation:')).delete();
  // To the question which host it is, and to the message.
  device.network.loseAnswers = 2;
  const { message } = await device.messages.record(pack, messageForm, 'send');
  expect(await device.waiting.items()).toHaveLength(1);
  expect(await device.messages.edit(message.id)).toBeNull();
  await device.messages.endEdit(message.id);
  goesDown(device);
  await expect(device.messages.cancel(message.id)).rejects.toThrow('Application is offline');
  await comesBack(device);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  expect(await logOf(device, pack.id)).toHaveLength(1);
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

test('a message shows what its sender sees, though the pack becomes another one at that moment', async () => {
  const { device, pack } = await withPack();
  await device.packs.save({ ...pack, ...packWith('<p>Twelve counters</p>') });
  const one = await device.messages.record(pack, messageForm, 'link');
  const several = await device.messages.recordAll(pack, [{ id: newId(), form: messageForm }], 'link');
  await several.pushed;
  for (const message of [one.message, ...several.recorded.map((each) => each.message)]) {
    const page = await at.openAsProspect(message.link_token!);
    expect(page).toContain('Hello');
    expect(page).not.toContain('Twelve counters');
  }
});

test('a message of a pack that was taken away meanwhile is not written, one alone or several', async () => {
  const { device, pack } = await withPack();
  await device.packs.delete(pack);
  await expect(device.messages.record(pack, messageForm, 'link')).rejects.toThrow('Not found');
  const several = [{ id: newId(), form: messageForm }];
  await expect(device.messages.recordAll(pack, several, 'link')).rejects.toThrow('Not found');
  expect(await device.messages.ofPack(pack.id)).toEqual([]);
});

describe('writing a link anew of which nobody heard that the host has it', () => {
  async function withLostAnswer() {
    const { device, pack } = await withPack();
    device.network.loseAnswers = 1;
    const { message, savedRemotely } = await device.messages.record(pack, messageForm, 'link');
    expect(savedRemotely).toBe(false);
    const token = message.link_token!;
    await device.packs.save({ ...pack, ...packWith('<p>Twelve counters</p>') });
    const page = () => at.openAsProspect(token);
    expect(await page()).toContain('Hello');
    return { device, pack: (await device.packs.get(pack.id))!, message, token, page };
  }

  test('shows the pack as it was by then', async () => {
    const { device, pack, message, page } = await withLostAnswer();
    await writtenAnew(device, pack, message);
    expect(await device.waiting.items()).toEqual([]);
    expect((await logOf(device, pack.id)).map(({ subject }) => subject)).toEqual(['Written anew']);
    expect(await page()).toContain('Twelve counters');
    expect((await device.messages.get(message.id))?.pack_snapshot).toContain('Twelve counters');
  });

  test('also when another window hears of the first one only then', async () => {
    const { device, pack, message, page } = await withLostAnswer();
    await device.messages.record(pack, anew, 'link', { corrects: message.id });
    const messages = device.database.records('salestool--message');
    // What such an answer leaves of a message that was written anew since.
    await messages.put({ ...(await messages.get(message.id))!, drupal_internal__id: 1 });
    await comesBack(device);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    expect(await page()).toContain('Twelve counters');
  });

  test('is told when somebody has read it before: the link shows what it showed, and the rest goes if somebody says so', async () => {
    const { device, pack, message, token, page } = await withLostAnswer();
    await at.readAsProspect(token);
    await writtenAnew(device, pack, message);
    const [item, ...others] = await device.waiting.items();
    expect([item, others]).toMatchObject([{ title: 'Written anew', state: 'refused' }, []]);
    expect(item?.reason).toContain('goes on showing the pack as it was');
    expect((await device.messages.get(message.id))?.pack_snapshot).toContain('Hello');
    await device.waiting.retry(item!);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    expect((await logOf(device, pack.id)).map(({ subject }) => subject)).toEqual(['Written anew']);
    expect(await page()).toContain('Hello');
  });

  test('is cancelled there, too, when its sender wants the one that was read not to be', async () => {
    const { device, pack, message, token, page } = await withLostAnswer();
    await at.readAsProspect(token);
    await writtenAnew(device, pack, message);
    await device.messages.cancel(message.id);
    expect(await device.waiting.items()).toEqual([]);
    expect(await page()).not.toContain('Hello');
  });

  test('a change of what a link allows says nothing of its pack, though that was read', async () => {
    const changes: unknown[] = [];
    const { device, pack } = await withPack({
      fetch: (address, call) => {
        if (call?.method === 'PATCH') changes.push(call.body);
        return fetch(address, call);
      },
    });
    const { message } = await device.messages.record(pack, messageForm, 'link');
    await at.readAsProspect(message.link_token!);
    await device.packs.save({ ...pack, ...packWith('<p>Twelve counters</p>') });
    const control = (await device.messages.control(message.id))!;
    changes.length = 0;
    await device.messages.setControl(message.id, { ...control, maxVisits: 5 });
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    expect(changes).toEqual([expect.stringContaining('"link_max_views":5')]);
    expect(changes).toEqual([expect.not.stringContaining('pack_snapshot')]);
  });
});

describe('editing while it waits', () => {
  test('it stays while it is edited, and goes out once, as it was written last, with the same link', async () => {
    const { device, pack, message } = await waitingMessage();
    const link = await device.messages.link(message.id);
    const edited = await device.messages.edit(message.id);
    expect(edited).toMatchObject({ id: message.id, reason: null, form: { email: messageForm.email } });
    await comesBack(device);
    await device.waiting.push();
    expect(await device.waiting.items()).toHaveLength(1);
    const form = { ...edited!.form, subject: 'As it was written last' };
    await device.messages.record(pack, form, 'send', { corrects: message.id });
    expect(await device.waiting.items()).toEqual([]);
    expect((await logOf(device, pack.id)).map(({ subject }) => subject)).toEqual(['As it was written last']);
    expect(await device.messages.link(message.id)).toBe(link);
  });

  test('an edit that ends without a word lets it go', async () => {
    const { device, message } = await waitingMessage();
    await device.messages.edit(message.id);
    await device.messages.endEdit(message.id);
    await comesBack(device);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
  });

  test('a page that is left before it has opened holds nothing back', async () => {
    const { device, message } = await waitingMessage();
    const opening = device.messages.edit(message.id);
    await device.messages.endEdit(message.id);
    await opening;
    await comesBack(device);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
  });

  test('as long as one of two pages edits it, it stays', async () => {
    const { device, message } = await waitingMessage();
    await Promise.all([device.messages.edit(message.id), device.messages.edit(message.id)]);
    await device.messages.endEdit(message.id);
    await comesBack(device);
    await device.waiting.push();
    expect(await device.waiting.items()).toHaveLength(1);
    await device.messages.endEdit(message.id);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
  });

  test('one that a push takes while its correction is put together goes as it was, and that is said', async () => {
    const { device, pack, message } = await waitingMessage();
    const { queue, lease, ...database } = device.database;
    // The last look before it is written.
    vi.spyOn(database.records('salestool--channel'), 'get').mockImplementationOnce((async () => {
      await lease.put({ id: 'push', epoch: 99, seen: Date.now() });
      await queue.update(message.id, { claimedBy: 99 });
    }) as never);
    const form = { ...messageForm, signature: 'default' as const, email: 'other@brightwater.example' };
    await expect(device.messages.record(pack, form, 'send', { corrects: message.id })).rejects.toThrow(
      'The message does not wait any more',
    );
    expect((await device.messages.get(message.id))?.email).toBe(messageForm.email);
  });

  test('[F27] what a host mailed before it was restored is neither edited, which would mail it again, nor cancelled', async () => {
    const { device, pack, message } = await waitingMessage();
    await device.database.records('salestool--message').update(message.id, { delivery: 'sent' });
    expect(await device.messages.edit(message.id)).toBeNull();
    await expect(device.messages.record(pack, messageForm, 'send', { corrects: message.id })).rejects.toThrow(
      'The message does not wait any more',
    );
    await expect(device.messages.cancel(message.id)).rejects.toThrow('Its mail may have left already');
    expect((await device.messages.get(message.id))?.delivery).toBe('sent');
  });

  test('what has left is not edited', async () => {
    const { device, pack } = await withPack();
    const { message } = await device.messages.record(pack, messageForm, 'send');
    expect(await device.messages.edit(message.id)).toBeNull();
    await expect(device.messages.record(pack, messageForm, 'send', { corrects: message.id })).rejects.toThrow(
      'The message does not wait any more',
    );
  });
});

describe('a mail that waited for more than a day', () => {
  async function afterTwoDays() {
    const made = await waitingMessage();
    const records = made.device.database.records('salestool--message');
    await records.update(made.message.id, { changed: Date.now() - 2 * day });
    await comesBack(made.device);
    await made.device.waiting.push();
    return made;
  }

  test('asks before it goes, holds up nothing else, and goes once somebody says so', async () => {
    const { device, pack, message } = await afterTwoDays();
    const [item] = await device.waiting.items();
    expect(item).toMatchObject({
      id: message.id,
      state: 'asks',
      reason: 'It has waited on this device for more than a day.',
    });
    expect(device.shown.map(({ text }) => text)).toContain(
      'A message has waited for more than a day. Look at it before it goes out.',
    );
    await device.messages.record(pack, { ...messageForm, email: 'fresh@brightwater.example' }, 'send');
    expect((await logOf(device, pack.id)).map(({ email }) => email)).toEqual(['fresh@brightwater.example']);
    await device.waiting.retry(item!);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    expect(await logOf(device, pack.id)).toHaveLength(2);
  });

  test('a link alone does not ask: nothing leaves', async () => {
    const { device, pack } = await withPack();
    goesDown(device);
    const { message } = await device.messages.record(pack, messageForm, 'link');
    await device.database.records('salestool--message').update(message.id, { changed: Date.now() - 2 * day });
    await comesBack(device);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
  });
});

test('what a link allows is changed after it was sent, and it is taken back; offline the change waits', async () => {
  const { device, pack } = await withPack();
  const { message, link } = await device.messages.record(pack, messageForm, 'link');
  const open = await fetch(new URL(new URL(link).pathname, at.host.url));
  expect(await open.text()).toContain('Under way');
  const control = await device.messages.control(message.id);
  expect(control).toEqual({ expires: null, maxVisits: null, password: '', download: true, revoked: false });
  goesDown(device);
  expect((await device.messages.setControl(message.id, { ...control!, revoked: true })).savedRemotely).toBe(
    false,
  );
  await comesBack(device);
  await device.waiting.push();
  const closed = await fetch(new URL(new URL(link).pathname, at.host.url));
  expect(await closed.text()).not.toContain('Under way');
  const back = { ...control!, maxVisits: 2, password: 'terminal' };
  expect((await device.messages.setControl(message.id, back)).savedRemotely).toBe(true);
  const locked = await fetch(new URL(new URL(link).pathname, at.host.url));
  expect(await locked.text()).toContain('This page has a password');
});

describe('giving up a change of a link that the host refused', () => {
  const refusedChange = async () => {
    let isRefused = true;
    const { device, pack } = await withPack({
      fetch: async (address, call) =>
        isRefused && call?.method === 'PATCH' ? new Response('{}', says422) : fetch(address, call),
    });
    const { message, link } = await device.messages.record(pack, messageForm, 'link');
    await device.channels.load(at.retail, { force: true });
    const control = (await device.messages.control(message.id))!;
    await device.messages.setControl(message.id, { ...control, revoked: true });
    isRefused = false;
    const [item] = await device.waiting.items();
    expect(item).toMatchObject({ id: message.id, state: 'refused' });
    return { device, message, link, control, giveUp: () => device.waiting.discard(item!) };
  };
  const says422 = { status: 422, headers: { 'content-type': 'application/vnd.api+json' } };

  test('leaves the link on the device as the host has it, with all that is known of it here alone', async () => {
    const { device, message, link, control, giveUp } = await refusedChange();
    await giveUp();
    expect(await device.waiting.items()).toEqual([]);
    expect(await device.messages.control(message.id)).toEqual(control);
    expect(await device.messages.link(message.id)).toBe(link);
    expect(await device.messages.get(message.id)).toMatchObject({
      memo: messageForm.memo,
      pack_snapshot: message.pack_snapshot,
    });
    expect((await device.messages.setControl(message.id, { ...control, maxVisits: 2 })).failure).toBeNull();
  });

  test('says that it cannot without a connection, and keeps it', async () => {
    const { device, message, giveUp } = await refusedChange();
    goesDown(device);
    await expect(giveUp()).rejects.toThrow('Application is offline');
    expect(await device.waiting.items()).toHaveLength(1);
    expect(await device.messages.control(message.id)).toMatchObject({ revoked: true });
  });

  test('takes off the device what the host has no more', async () => {
    const { device, message, giveUp } = await refusedChange();
    const asNora = await at.host.signIn('nora');
    await asNora(`/jsonapi/salestool/message/${message.id}`, { method: 'DELETE' });
    await giveUp();
    expect(await device.waiting.items()).toEqual([]);
    expect(await device.messages.get(message.id)).toBeNull();
  });
});

test('what another window writes into a message while its link is changed stays', async () => {
  const { device, message } = await waitingMessage();
  const control = await device.messages.control(message.id);
  const messages = device.database.records('salestool--message');
  // Between the look at the message and the change of it.
  vi.spyOn(messages, 'get').mockImplementationOnce((async (id: string) => {
    const before = (await messages.toArray()).find((record) => record.id === id);
    await messages.update(id, { subject: 'Written meanwhile' });
    return before;
  }) as never);
  await device.messages.setControl(message.id, { ...control!, maxVisits: 2 });
  expect(await device.messages.get(message.id)).toMatchObject({
    subject: 'Written meanwhile',
    link_max_views: 2,
  });
});

test('a message leaves out what was withdrawn, and the pack itself stays as it is', async () => {
  const { device, pack } = await withPack();
  goesDown(device);
  const data = {
    version: 2,
    elements: [
      {
        ...{ id: 'f', type: 'medias', title: 'Files', showTitle: true, introText: '', options: {} },
        data: {
          medias: [
            {
              ...{ id: 'c', type: 'media', title: 'Gone', showTitle: true, introText: '', options: {} },
              data: {
                media: { id: 'gone', type: 'media--document', name: 'Gone', url: null, thumbnail: null },
              },
            },
          ],
        },
      },
    ],
  };
  const changed = { ...pack, pack_data: JSON.stringify(data) };
  const { message } = await device.messages.record(changed, messageForm, 'send', { without: ['gone'] });
  expect(message.pack_snapshot).toContain('Files');
  expect(message.pack_snapshot).not.toContain('gone');
  expect((await device.packs.get(pack.id))?.pack_data).toBe(pack.pack_data);
});

test('[CHAN-03] a message about a pack for everybody says in which channel it is sent, a pack of its own channel does', async () => {
  const { device, pack } = await withPack();
  const { id } = at.host.world.packs.global;
  const { channel: _, ...draft } = draftOf(device, 'For everybody');
  const shared = { ...draft, id, pack_type: 'global' as const };
  const asNora = await at.host.signIn('nora');
  const channelAtHost = async (about: typeof pack) => {
    const { message, savedRemotely } = await device.messages.record(about, messageForm, 'link');
    const { data } = await (await asNora(`/jsonapi/salestool/message/${message.id}`)).json();
    return [savedRemotely, data.relationships.channel.data?.id];
  };
  expect(await channelAtHost(shared)).toEqual([true, at.retail]);
  expect(await channelAtHost(pack)).toEqual([true, at.retail]);
});
