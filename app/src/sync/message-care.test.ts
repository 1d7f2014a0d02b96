import { newId } from '@satchel/core/pack/new-id.ts';
import { describe, expect, test, vi } from 'vitest';
import { newQueueRow } from '#sync/save/pushable.ts';
import { comesBack, devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { packWith } from '#testing/real-host.ts';
import { anew, logOf, waitingMessagesAt, writtenAnew } from '#testing/waiting-messages.ts';

const at = devicesAtHost();
const { waitingMessage, withPack } = waitingMessagesAt(at);
const day = 24 * 60 * 60_000;

test('[F1] where no generation is told a mail whose answer was lost may have left: it is neither edited nor called off unasked, and goes once', async () => {
  const { device, pack } = await withPack({
    fetch: async (address, call) =>
      String(address).endsWith('/config.json') ? new Response(null, { status: 404 }) : fetch(address, call),
  });
  await device.database.marks.filter(({ id }) => id.startsWith('generation:')).delete();
  // To the question which host it is, and to the message.
  device.network.loseAnswers = 2;
  const { message } = await device.messages.record(pack, messageForm, 'send');
  expect(await device.waiting.items()).toMatchObject([{ state: 'waiting', mayHaveLeft: true }]);
  expect(await device.messages.edit(message.id)).toBeNull();
  await device.messages.endEdit(message.id);
  goesDown(device);
  await expect(device.messages.cancel(message.id)).rejects.toThrow('Application is offline');
  await comesBack(device);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  expect(await logOf(device, pack.id)).toHaveLength(1);
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

  test('the form that it was written in says the same, and no other one, wherever it has come since', async () => {
    const { device, pack, message } = await waitingMessage();
    const edited = await device.messages.edit(message.id);
    const link = { expires: null, maxVisits: 5, password: 'terminal', download: true };
    const messageHtml =
      '<p>As <strong>discussed</strong> &amp; agreed:</p><ul><li><p>A counter</p></li></ul>';
    const typed = { ...edited!.form, subject: 'As it was written last', messageHtml, link };
    const says = (form = typed) => device.messages.says(message.id, form);
    expect(await says()).toBe(false);
    await device.messages.record(pack, typed, 'send', { corrects: message.id });
    expect(await says()).toBe(true);
    await comesBack(device);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    await device.channels.load(at.retail, { force: true });
    expect(await says()).toBe(true);
    const others = [{ subject: 'Another one' }, { memo: '' }, { link: { ...link, maxVisits: 6 } }];
    for (const other of others) expect(await says({ ...typed, ...other })).toBe(false);
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

  test('is the only way besides trying again: what the host has is not written anew', async () => {
    const { device, pack } = await withPack();
    const { message } = await device.messages.record(pack, messageForm, 'link');
    await device.database.queue.put({ ...newQueueRow(message), refused: 'Not so often.' });
    expect(await device.waiting.items()).toMatchObject([{ state: 'refused', isChange: true }]);
    expect(await device.messages.refused(message.id)).toBeNull();
    expect(await device.messages.edit(message.id)).toBeNull();
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
  const two = ['mia@b.example', 'sven@b.example'].map((email) => ({
    ...{ id: crypto.randomUUID(), form: { ...messageForm, email } },
  }));
  const { recorded } = await device.messages.recordAll(changed, two, 'send', { without: ['gone'] });
  expect(recorded.map((each) => each.message.pack_snapshot?.includes('gone'))).toEqual([false, false]);
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

test('a message about a pack for everybody stays in the channel it was written in when it is corrected in another one', async () => {
  const device = await at.signedIn('henrik');
  const { transit, retail } = at.host.world.channels;
  await device.service.selectChannel(retail.id);
  await device.channels.load(retail.id, { force: true });
  const { id } = at.host.world.packs.global;
  const { channel: _, ...draft } = draftOf(device, 'For everybody');
  const shared = { ...draft, id, pack_type: 'global' as const };
  const form = { ...messageForm, signature: 'default' as const };
  goesDown(device);
  const { message } = await device.messages.record(shared, form, 'link');
  await device.service.selectChannel(transit.id);
  await device.channels.load(transit.id, { force: true });
  expect(await device.messages.edit(message.id)).toMatchObject({ channelId: retail.id });
  await device.messages.endEdit(message.id);
  const corrected = { ...form, firstName: 'Daniela' };
  await device.messages.record(shared, corrected, 'link', { corrects: message.id });
  await comesBack(device);
  await device.waiting.push();
  const asHenrik = await at.host.signIn('henrik');
  const { data } = await (await asHenrik(`/jsonapi/salestool/message/${message.id}`)).json();
  expect(data.attributes.first_name).toBe('Daniela');
  expect(data.relationships.channel.data.id).toBe(retail.id);
  expect(data.relationships.signature.data.id).toBe(retail.signature.id);
});
