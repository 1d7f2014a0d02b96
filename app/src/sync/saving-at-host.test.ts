import { defaultFlags } from '@satchel/core/contract/host-configuration.ts';
import { addMediasSection, addTextSection } from '@satchel/core/pack/edit-pack.ts';
import { packReferences } from '@satchel/core/pack/pack-contents.ts';
import { emptyPack } from '@satchel/core/pack/pack-data.ts';
import { packPermissions } from '@satchel/core/pack/pack-permissions.ts';
import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { describe, expect, test, vi } from 'vitest';
import type { PackRecord } from '#storage/records.ts';
import { comesBack, devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { packState } from './save/pack-state.ts';

const at = devicesAtHost();

async function storedAt(person: 'nora', path: string) {
  const response = await (await at.host.signIn(person))(`/jsonapi/salestool/${path}`);
  return {
    status: response.status,
    body: (await response.json()) as {
      data: {
        attributes: Record<string, unknown>;
        relationships: Record<string, { data: { id: string } | null }>;
      };
    },
  };
}

test('[MODEL-22] a pack of selected bundles and files of a channel is built, looked at, edited, cloned, sent, archived and deleted', async () => {
  const device = await at.inRetail();
  const documents = await device.database.records('media--document').toArray();
  const bundles = await device.database.records('salestool--document_bundle').toArray();
  // What is for reps only cannot be sent.
  const bundle = bundles.find(({ availability }) => availability === 'public');
  const media = documents.find(({ id }) => bundle?.medias?.some((each) => each.id === id));
  const file = { id: media!.id, type: media!.type, mediaType: null, name: 'Data sheet' };
  const contents = addMediasSection(addTextSection(emptyPack), {
    title: 'For the counter',
    bundle: { id: bundle!.id, type: bundle!.type },
    medias: [{ ...file, url: null, thumbnail: null }],
  });
  const data = { pack_data: writePackData(contents), ...packReferences(contents) };
  const pack = { ...device.packs.draft(), title: 'For Brightwater', ...data };
  await device.packs.save(pack);
  const saved = (await device.packs.get(pack.id))!;
  expect(saved).toMatchObject({ pack_type: 'private', channel: { id: at.retail } });
  expect(saved.bundles).toEqual([expect.objectContaining({ id: bundle!.id })]);
  expect([...(await device.packs.medias(saved)).keys()]).toEqual([media!.id]);

  await device.packs.save({ ...saved, title: 'For Brightwater Cafés' });
  const edited = (await device.packs.get(pack.id))!;
  const copy = await device.packs.clone(edited, 'For Hotel Aurelia');
  expect(copy).toMatchObject({ title: 'For Hotel Aurelia', pack_data: edited.pack_data });
  const listed = async () => (await device.packs.inChannel(at.retail)).map(({ title }) => title);
  expect(await listed()).toEqual(expect.arrayContaining(['For Hotel Aurelia', 'For Brightwater Cafés']));
  const { failure } = await device.messages.record(edited, messageForm, 'send');
  expect(failure).toBeNull();

  await device.packs.archive(edited);
  await device.packs.delete((await device.packs.get(copy.id))!);
  expect(await listed()).not.toContain('For Hotel Aurelia');
  expect(await listed()).not.toContain('For Brightwater Cafés');
});

describe('saving and pushing', () => {
  test('[SYNC-17, SYNC-21, SYNC-22, SYNC-36] a pack saved online is at the host and waits no longer', async () => {
    const device = await at.inRetail();
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

  test('[F4] a push that fails on this device is not taken for an edit that was not saved', async () => {
    const device = await at.inRetail();
    const pack = draftOf(device, 'First words');
    await device.packs.save(pack);
    // Until the push that follows a save has ended.
    await device.waiting.push();
    const began = packState((await device.packs.get(pack.id))!);
    const full = vi
      .spyOn(device.database.lease, 'put')
      .mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    const saved = { savedLocally: true, savedRemotely: false, failure: expect.stringMatching('no space') };
    const signature = { title: 'Nora, Velden', email: '', job_title: '', telephone: '', telephone2: '' };
    expect(await device.packs.save({ ...pack, title: 'Second words' }, { began })).toMatchObject(saved);
    expect(await device.signatures.save(signature)).toEqual(saved);
    full.mockRestore();
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
    expect((await storedAt('nora', `pack/${pack.id}`)).body.data.attributes.title).toBe('Second words');
  });

  test('[MODEL-26] whatever a screen hands in is saved as a private pack, and nothing of somebody else', async () => {
    const device = await at.inRetail();
    const pack = { ...draftOf(device, 'Handed in'), pack_type: 'global' as const };
    await device.packs.save(pack);
    expect(await device.packs.get(pack.id)).toMatchObject({ pack_type: 'private' });
    expect((await storedAt('nora', `pack/${pack.id}`)).body.data.attributes.pack_type).toBe('private');
    const theirs = { ...draftOf(device, 'Theirs'), ownerId: at.host.world.people.ines.id };
    await expect(device.packs.save(theirs)).rejects.toThrow('This pack belongs to somebody else');
  });

  test('[SYNC-19, API-27] a second save of it is an update', async () => {
    const device = await at.inRetail();
    const pack = draftOf(device, 'First words');
    await device.packs.save(pack);
    device.network.calls.length = 0;
    await device.packs.save({ ...(await device.packs.get(pack.id))!, title: 'Second words' });
    expect(device.network.calls.map((call) => call.split(' ')[0])).toEqual(['PATCH']);
    expect((await storedAt('nora', `pack/${pack.id}`)).body.data.attributes.title).toBe('Second words');
  });

  test('[MODEL-27] what else the meta of a pack says is still there after an edit here', async () => {
    const device = await at.inRetail();
    const pack = draftOf(device, 'First words');
    await device.packs.save(pack);
    await device.waiting.push();
    const meta = { included: ['x'], layout: 'wide' };
    at.host.advance(2000);
    const written = await (await at.host.signIn('nora'))(`/jsonapi/salestool/pack/${pack.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({
        data: { type: 'salestool--pack', id: pack.id, attributes: { meta: JSON.stringify(meta) } },
      }),
    });
    expect(written.status).toBe(200);
    await device.packs.load(pack.id, { force: true });
    await device.packs.save({ ...(await device.packs.get(pack.id))!, title: 'Second words' });
    const { attributes } = (await storedAt('nora', `pack/${pack.id}`)).body.data;
    expect(attributes.title).toBe('Second words');
    expect(JSON.parse(String(attributes.meta))).toEqual(meta);
  });

  test('[SYNC-02, SYNC-11, SYNC-39] a pack saved offline waits, says so, and goes when the host is back', async () => {
    const device = await at.inRetail();
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

  test('[PLIST-15, PERM-11, PERM-14] a pack that waits here is sent to the server by hand, once', async () => {
    const device = await at.inRetail();
    const { id: userId } = at.host.world.people.nora;
    goesDown(device);
    const draft = draftOf(device, 'By hand');
    const { id } = draft;
    await device.packs.save(draft);
    const waiting = (await device.packs.get(id))!;
    const may = (pack: PackRecord) => packPermissions(pack, { flags: defaultFlags, userId });
    expect(may(waiting)).toMatchObject({ sendToServer: true, delete: true });
    await comesBack(device);
    expect((await storedAt('nora', `pack/${id}`)).status).toBe(404);
    expect(await device.packs.sendToServer(waiting)).toEqual({
      savedLocally: true,
      savedRemotely: true,
      failure: null,
    });
    expect((await storedAt('nora', `pack/${id}`)).body.data.attributes.title).toBe('By hand');
    const sent = (await device.packs.get(id))!;
    expect(sent.pushed).toEqual(expect.any(Number));
    expect(may(sent)).toMatchObject({ sendToServer: false, delete: false });
    expect(await device.waiting.items()).toEqual([]);
  });

  test('what a busy host did not take says that it goes out by itself, and so does a message that needs it', async () => {
    let isBusy = true;
    const device = await at.inRetail('nora', {
      fetch: async (address, init) =>
        isBusy && init?.method === 'POST' && String(address).endsWith('/salestool/pack')
          ? Response.json({}, { status: 503, headers: { 'retry-after': '60' } })
          : fetch(address, init),
    });
    const pack = draftOf(device, 'In the rush');
    const told = { savedLocally: true, failure: 'It waits on this device and goes out by itself' };
    expect(await device.packs.save(pack)).toMatchObject(told);
    expect(await device.messages.record(pack, messageForm, 'link')).toMatchObject(told);
    isBusy = false;
    expect(await device.packs.save({ ...pack, title: 'After it' })).toMatchObject({ savedRemotely: true });
  });

  test('a create whose answer was lost is found again, not made twice', async () => {
    const device = await at.inRetail();
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
    const device = await at.inRetail();
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
    const device = await at.inRetail();
    await device.signatures.load();
    goesDown(device);
    const pack = draftOf(device, 'As it was');
    await device.packs.save(pack);
    const sent = await device.messages.record(pack, messageForm, 'send');
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
    const device = await at.inRetail();
    const pack = draftOf(device, 'By link');
    await device.packs.save(pack);
    const { message } = await device.messages.record(pack, { ...messageForm, signature: 'none' }, 'link');
    expect(message).toMatchObject({ sent: false, date_sent: 0 });
    const { attributes } = (await storedAt('nora', `message/${message.id}`)).body.data;
    expect(attributes).toMatchObject({ sent: false, delivery: 'none' });
  });

  test('[PSEND-05, PSEND-24] a message refers to the signature that was chosen, and its job title stays empty', async () => {
    const device = await at.inRetail();
    await device.signatures.load();
    const pack = draftOf(device, 'Signed');
    await device.packs.save(pack);
    const { channels, signatures } = at.host.world;
    const chosen = [
      ['none', null],
      ['default', channels.retail.signature.id],
      ['mine', signatures.nora.id],
    ] as const;
    for (const [signature, id] of chosen) {
      const { message } = await device.messages.record(pack, { ...messageForm, signature }, 'link');
      const { data } = (await storedAt('nora', `message/${message.id}`)).body;
      expect([signature, data.relationships.signature?.data?.id ?? null]).toEqual([signature, id]);
      expect(data.attributes.job_title).toBeNull();
    }
  });

  test('[SYNC-38, ERR-15] what the host refuses is set aside with its reason and holds up nothing else', async () => {
    const device = await at.inRetail();
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

  test('[SYNC-38] an edit that the host refuses goes on waiting with its reason, also after a new start', async () => {
    const reason = 'Unprocessable Content (422) - The title is taken.';
    const device = await at.inRetail('nora', {
      fetch: async (address, init) =>
        init?.method === 'PATCH'
          ? Response.json(
              { errors: [{ title: 'Unprocessable Content', detail: 'The title is taken.' }] },
              { status: 422 },
            )
          : fetch(address, init),
    });
    const pack = draftOf(device, 'Known there');
    await device.packs.save(pack);
    await device.waiting.push();
    await device.packs.save({ ...(await device.packs.get(pack.id))!, title: 'Refused there' });
    expect((await device.packs.get(pack.id))?._meta?.push).toBe(true);
    const refused = [{ id: pack.id, title: 'Refused there', state: 'refused', reason }];
    expect(await device.waiting.items()).toMatchObject(refused);
    const started = at.open({ shared: device.shared });
    await started.engine();
    expect(await started.waiting.items()).toMatchObject(refused);
    expect(await started.packs.get(pack.id)).toMatchObject({ title: 'Refused there', _meta: { push: true } });
  });

  test('[SET-10, CONST-08] the push of the Waiting tab takes three messages, the automatic one all of them', async () => {
    const device = await at.inRetail();
    const pack = draftOf(device, 'Many');
    await device.packs.save(pack);
    goesDown(device);
    for (let count = 0; count < 15; count += 1) {
      await device.messages.record(pack, { ...messageForm, signature: 'none' }, 'link');
    }
    await comesBack(device);
    expect((await device.waiting.push({ messages: 3 })).messages).toEqual([3, 3]);
    expect((await device.waiting.push()).messages).toEqual([12, 12]);
    expect(device.activity.current().lastPush).toMatchObject({
      messages: [12, 12],
      ownerId: at.host.world.people.nora.id,
    });
  });

  test('[PERM-16, PERM-17] another person on the same device neither sees nor sends it', async () => {
    const device = await at.inRetail();
    goesDown(device);
    const pack = draftOf(device, 'Private');
    await device.packs.save(pack);
    await comesBack(device);
    await device.service.signIn({ username: 'ines', password: at.password });
    expect(await device.packs.get(pack.id)).toBeNull();
    expect(await device.waiting.items()).toEqual([]);
    expect((await device.waiting.push()).packs).toEqual([0, 0]);
    await device.service.signIn({ username: 'nora', password: at.password });
    expect((await device.waiting.push()).packs).toEqual([1, 1]);
    expect((await storedAt('nora', `pack/${pack.id}`)).status).toBe(200);
  });

  test('[SYNC-24] archiving tells the host and takes the local copy away', async () => {
    const device = await at.inRetail();
    const pack = draftOf(device, 'Done with');
    await device.packs.save(pack);
    expect(await device.packs.archive((await device.packs.get(pack.id))!)).toMatchObject({
      savedRemotely: true,
    });
    expect((await storedAt('nora', `pack/${pack.id}`)).body.data.attributes.archived).toBe(true);
    expect(await device.packs.get(pack.id)).toBeNull();
    expect(await device.channels.load(at.host.world.channels.retail.id, { force: true })).toEqual({
      ok: true,
    });
    expect(await device.packs.get(pack.id)).toBeNull();
  });

  test('[PERM-13] a pack never at the host is archived by creating it so; offline it fails and stays', async () => {
    const device = await at.inRetail();
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
    const device = await at.inRetail();
    const { saves } = await device.engine();
    const message = { id: crypto.randomUUID(), type: 'salestool--message' as const };
    await expect(saves.archive(message)).rejects.toThrow("Content doesn't support archiving");
  });
});
