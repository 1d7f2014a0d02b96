import { describe, expect, test } from 'vitest';
import type { PackRecord } from '#storage/records.ts';
import { hasSpareFiles } from '#sync/files/spare-files.ts';
import type { Device } from '#testing/device.ts';
import { comesBack, devicesAtHost, goesDown } from '#testing/devices-at-host.ts';
import { packWith } from '#testing/real-host.ts';
import { packState } from './pack-state.ts';

const at = devicesAtHost();

test('[PLIST-07] an archived pack is in the list of no device and still at the host', async () => {
  const devices = [await at.inRetail('nora'), await at.inRetail('nora')] as const;
  const [tablet, phone] = devices;
  const draft = { ...tablet.packs.draft(), title: 'Done with', ...packWith('<p>It was a good year.</p>') };
  await tablet.packs.save(draft);
  await phone.channels.load(at.retail, { force: true });
  const listed = async (device: typeof tablet) =>
    (await device.packs.inChannel(at.retail)).some(({ id }) => id === draft.id);
  expect(await Promise.all(devices.map(listed))).toEqual([true, true]);

  const pack = await tablet.packs.get(draft.id);
  await tablet.packs.archive(pack!);
  await phone.channels.load(at.retail, { force: true });
  expect(await Promise.all(devices.map(listed))).toEqual([false, false]);

  const answer = await (await at.host.signIn('nora'))(`/jsonapi/salestool/pack/${draft.id}`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ data: { attributes: { title: 'Done with', archived: true } } });
});

test('an edit that began before its pack was archived on another device brings it back', async () => {
  const [tablet, phone] = [await at.inRetail('nora'), await at.inRetail('nora')] as const;
  const draft = { ...tablet.packs.draft(), title: 'Done with', ...packWith('<p>It was a good year.</p>') };
  await tablet.packs.save(draft);
  await phone.channels.load(at.retail, { force: true });
  const open = await phone.packs.get(draft.id);
  await tablet.packs.archive((await tablet.packs.get(draft.id))!);
  await phone.channels.load(at.retail, { force: true });
  expect(await phone.packs.get(draft.id)).toBeNull();

  await phone.packs.save({ ...open!, title: 'Still in use' }, { began: packState(open!) });
  await tablet.channels.load(at.retail, { force: true });
  for (const device of [phone, tablet]) {
    const listed = await device.packs.inChannel(at.retail);
    expect(listed.find(({ id }) => id === draft.id)?.title).toBe('Still in use');
  }
});

test('[PLIST-07] what somebody saves of an archived pack is in their list again', async () => {
  const device = await at.inRetail('nora');
  const draft = { ...device.packs.draft(), title: 'Done with', ...packWith('<p>It was a good year.</p>') };
  await device.packs.save(draft);
  await device.packs.archive((await device.packs.get(draft.id))!);
  await device.packs.load(draft.id, { force: true });
  const archived = (await device.packs.get(draft.id))!;
  expect(archived.archived).toBe(true);

  const edit = { ...archived, title: 'Not done with' };
  expect(await device.packs.save(edit, { began: packState(archived) })).toMatchObject({
    savedRemotely: true,
  });
  await device.channels.load(at.retail, { force: true });
  const listed = await device.packs.inChannel(at.retail);
  expect(listed.find(({ id }) => id === draft.id)?.title).toBe('Not done with');
});

test.each(['archive', 'delete'] as const)(
  '[PLIST-04, PLIST-13] %s ends the choice to have the files of a pack offline, and its files can go',
  async (how) => {
    const { packs, database } = await at.inRetail('nora');
    const draft = { ...packs.draft(), title: 'Done with', ...packWith('<p>It was a good year.</p>') };
    await packs.save(draft);
    const ofPack = { kind: 'pack', subjectId: draft.id, videos: false, wanted: true, problem: null } as const;
    const ofBundle = { ...ofPack, id: 'bundle:counter', kind: 'bundle', subjectId: 'counter' } as const;
    await database.kept.bulkPut([{ ...ofPack, id: `pack:${draft.id}` }, ofBundle]);
    await packs[how]((await packs.get(draft.id))!);
    expect(await database.kept.toArray()).toEqual([ofBundle]);
    expect(await hasSpareFiles(database)).toBe(true);
  },
);

test('a pack whose archiving fails goes on being kept offline', async () => {
  const device = await at.inRetail('nora');
  const draft = { ...device.packs.draft(), title: 'Still in use', ...packWith('<p>A good year.</p>') };
  await device.packs.save(draft);
  const choice = { kind: 'pack', subjectId: draft.id, videos: false, wanted: true, problem: null } as const;
  await device.database.kept.put({ ...choice, id: `pack:${draft.id}` });
  goesDown(device);
  expect(await device.packs.archive((await device.packs.get(draft.id))!)).toMatchObject({
    savedRemotely: false,
  });
  expect(await device.database.kept.count()).toBe(1);
});

describe('an edit whose page was closed before its pack went on another device', () => {
  async function begunOnPhone() {
    const [tablet, phone] = [await at.inRetail('nora'), await at.inRetail('nora')] as const;
    const draft = { ...tablet.packs.draft(), title: 'Done with', ...packWith('<p>It was a good year.</p>') };
    await tablet.packs.save(draft);
    await phone.channels.load(at.retail, { force: true });
    const open = (await phone.packs.get(draft.id))!;
    const began = packState(open);
    /** All that is left of the pack is its id and what the edit began from. */
    const left = { id: draft.id, changed: open.changed ?? null, _meta: { edit: began } };
    const title = `Still in use ${draft.id}`;
    const edit = { ...phone.packs.draft(), ...left, title };
    const titles = async (device: typeof phone) => {
      await device.channels.load(at.retail, { force: true });
      const listed = await device.packs.inChannel(at.retail);
      return listed.flatMap((pack) => (pack.title?.startsWith(title) ? [pack.title] : []));
    };
    return { tablet, phone, pack: (await tablet.packs.get(draft.id))!, edit, began, titles };
  }

  test('brings it back when it was deleted', async () => {
    const { tablet, phone, pack, edit, began, titles } = await begunOnPhone();
    await tablet.packs.delete(pack);
    await phone.channels.load(at.retail, { force: true });
    expect(await phone.packs.load(edit.id, { force: true })).toMatchObject({ ok: false, isNowhere: true });
    const result = await phone.packs.save(edit, { began });
    expect(result).toMatchObject({ savedRemotely: true, pack: { id: edit.id } });
    for (const device of [phone, tablet]) expect(await titles(device)).toEqual([edit.title]);
  });

  test.each([true, false])(
    'is in every list again when it was archived (looked for at the host: %s)',
    async (isLookedFor) => {
      const { tablet, phone, pack, edit, began, titles } = await begunOnPhone();
      // A host tells states by the second.
      await expect.poll(() => Date.now()).toBeGreaterThan((pack.changed ?? 0) + 1000);
      await tablet.packs.archive(pack);
      await phone.channels.load(at.retail, { force: true });
      if (isLookedFor) await phone.packs.load(edit.id, { force: true });
      const found = await phone.packs.get(edit.id);
      expect(found?.archived).toBe(isLookedFor ? true : undefined);
      await phone.packs.save({ ...edit, ...found, title: edit.title }, { began });
      for (const device of [phone, tablet])
        expect(await titles(device)).toEqual([expect.stringContaining(edit.title)]);
    },
  );
});

describe('[F26, PLIST-07] an edit of a pack that was changed and then archived elsewhere while it was open', () => {
  const words = (text: string) => packWith(`<p>${text}</p>`);
  const saveAs = ({ packs }: Device, open: PackRecord, text: string) =>
    packs.save({ ...open, ...words(text) }, { began: packState(open) });
  const refresh = (device: Device) => device.channels.load(at.retail, { force: true });

  async function atHost(id: string) {
    const answer = await (await at.host.signIn('nora'))(`/jsonapi/salestool/pack/${id}`);
    return (await answer.json()).data.attributes as Pick<PackRecord, 'archived' | 'pack_data'>;
  }

  /** Open on a phone as it was stored first. */
  async function openOnPhone(where: 'on another device' | 'in another window') {
    const phone = await at.inRetail('nora');
    const other =
      where === 'in another window' ? at.open({ shared: phone.shared }) : await at.inRetail('nora');
    const draft = { ...phone.packs.draft(), title: 'For Brightwater', ...words('start') };
    await phone.packs.save(draft);
    await refresh(other);
    const open = (await phone.packs.get(draft.id))!;
    const saveTheirs = async () => {
      at.host.advance(2000);
      await saveAs(other, (await other.packs.get(open.id))!, 'theirs');
    };
    const archive = async () => {
      at.host.advance(2000);
      const result = await other.packs.archive((await other.packs.get(open.id))!);
      expect(result.savedRemotely).toBe(true);
      await refresh(phone);
      expect((await phone.packs.inChannel(at.retail)).map(({ id }) => id)).not.toContain(open.id);
    };
    return { phone, other, open, saveTheirs, archive };
  }

  /** What was saved elsewhere stays the pack, and the edit is in every list as a pack of its own. */
  async function bothAreKept(device: Device, { id }: PackRecord) {
    const theirs = { archived: true, pack_data: expect.stringContaining('theirs') };
    expect(await atHost(id)).toMatchObject(theirs);
    await refresh(device);
    const listed = await device.packs.inChannel(at.retail);
    const mine = listed.filter(({ pack_data }) => pack_data?.includes(`mine ${id}`));
    expect(mine.map(({ title }) => title)).toEqual([expect.stringMatching(/^For Brightwater \(my copy of /)]);
    expect(await atHost(mine[0]!.id)).toMatchObject({ archived: false });
  }

  test.each(['on another device', 'in another window'] as const)('becomes a copy (%s)', async (where) => {
    const { phone, open, saveTheirs, archive } = await openOnPhone(where);
    await saveTheirs();
    await archive();
    expect(await saveAs(phone, open, `mine ${open.id}`)).toMatchObject({
      savedRemotely: false,
      failure: 'The pack was changed on another device too',
    });
    expect(phone.shown.map(({ text }) => text)).toEqual([
      expect.stringContaining('Your changes are kept as ‘For Brightwater (my copy of '),
    ]);
    await bothAreKept(phone, open);
  });

  test('becomes a copy, too, when it is saved without a connection, and saved again', async () => {
    const { phone, open, saveTheirs, archive } = await openOnPhone('on another device');
    await saveTheirs();
    await archive();
    goesDown(phone);
    const { pack } = await saveAs(phone, open, 'first');
    await saveAs(phone, pack!, `mine ${open.id}`);
    await comesBack(phone);
    await phone.waiting.push();
    expect(await phone.waiting.items()).toEqual([]);
    await bothAreKept(phone, open);
  });

  test('becomes a copy where its page had seen the change before the pack went', async () => {
    const { phone, open, saveTheirs, archive } = await openOnPhone('in another window');
    await saveTheirs();
    const seen = (await phone.packs.get(open.id))!;
    await archive();
    // As the builder saves: onto the pack as it is, in the name of the state that the edit began from.
    const edited = { ...seen, ...words(`mine ${open.id}`), changed: open.changed ?? null };
    const { pack } = await phone.packs.save(edited, { began: packState(open) });
    expect(pack?.id).not.toBe(open.id);
    await bothAreKept(phone, open);
  });

  test('brings it back under its own id when it was only archived, from a state that this device stored itself as well', async () => {
    const { phone, other, open, archive } = await openOnPhone('on another device');
    at.host.advance(2000);
    const { pack } = await saveAs(phone, open, 'mine');
    for (const device of [phone, other]) await refresh(device);
    const again = (await phone.packs.get(open.id))!;
    expect(packState(again)).toBe(packState(pack!));
    await archive();
    expect(await saveAs(phone, again, 'mine again')).toMatchObject({ savedRemotely: true });
    const backAsMine = { archived: false, pack_data: expect.stringContaining('mine again') };
    expect(await atHost(open.id)).toMatchObject(backAsMine);
    expect(phone.shown).toEqual([]);
  });
});
