import { describe, expect, test } from 'vitest';
import { packState } from '#collections/pack-state.ts';
import type { PackRecord } from '#storage/records.ts';
import { type Device, startDevice } from '#testing/device.ts';
import { comesBack, devicesAtHost, goesDown } from '#testing/devices-at-host.ts';
import { packWith } from '#testing/real-host.ts';

const at = devicesAtHost();

const words = (text: string) => packWith(`<p>${text}</p>`);
const wordsOf = (pack: PackRecord | null | undefined) => /<p>(\w+)<\/p>/.exec(pack?.pack_data ?? '')?.[1];

/** Two windows of one tablet with the same pack open. */
async function packInTwoWindows() {
  const first = await at.inRetail('nora');
  const second = startDevice({ origin: at.host.url, shared: first.shared });
  const draft = { ...first.packs.draft(), title: 'For Brightwater', ...words('start') };
  await first.packs.save(draft);
  const opened = (await first.packs.get(draft.id))!;
  return { first, second, opened };
}

const saveIn = ({ packs }: Device, opened: PackRecord, text: string) =>
  packs.save({ ...opened, ...words(text) }, { began: packState(opened) });

describe('[F26] a pack that is open in two windows of one device', () => {
  test.each(['online', 'offline'])(
    'stays as the first of them saved it, and what the other one saves becomes a copy (%s)',
    async (line) => {
      const { first, second, opened } = await packInTwoWindows();
      if (line === 'offline') for (const device of [first, second]) goesDown(device);
      await saveIn(first, opened, 'first');
      const { pack: copy } = await saveIn(second, opened, 'second');
      expect(wordsOf(await first.packs.get(opened.id))).toBe('first');
      expect(copy?.id).not.toBe(opened.id);
      expect(copy?.title).toMatch(/^For Brightwater \(my copy of /);
      expect(wordsOf(await second.packs.get(copy!.id))).toBe('second');
      if (line === 'offline') await comesBack(first);
      await first.waiting.push();
      expect(await first.waiting.items()).toEqual([]);
      const asNora = await at.host.signIn('nora');
      for (const [id, text] of [
        [opened.id, 'first'],
        [copy!.id, 'second'],
      ]) {
        const { data } = await (await asNora(`/jsonapi/salestool/pack/${id}`)).json();
        expect(data.attributes.pack_data).toContain(text);
      }
    },
  );

  test('becomes a copy of its own for each further window, and a window that goes on writes in its own copy', async () => {
    const { first, second, opened } = await packInTwoWindows();
    const third = startDevice({ origin: at.host.url, shared: first.shared });
    await saveIn(first, opened, 'first');
    const { pack: ofSecond } = await saveIn(second, opened, 'second');
    const { pack: ofThird } = await saveIn(third, opened, 'third');
    expect(new Set([opened.id, ofSecond?.id, ofThird?.id]).size).toBe(3);
    const { pack: goneOn } = await saveIn(second, ofSecond!, 'further');
    expect(goneOn?.id).toBe(ofSecond?.id);
    for (const [id, text] of [
      [opened.id, 'first'],
      [ofSecond!.id, 'further'],
      [ofThird!.id, 'third'],
    ] as const)
      expect(wordsOf(await first.packs.get(id))).toBe(text);
  });

  test('and whose edit went into a copy because of another device: that is written on in by one window only', async () => {
    const { first, second, opened } = await packInTwoWindows();
    const phone = await at.inRetail('nora');
    at.host.advance(2000);
    await phone.packs.save({ ...(await phone.packs.get(opened.id))!, ...words('phone') });
    goesDown(first);
    const { pack: seen } = await saveIn(first, opened, 'tablet');
    await comesBack(first);
    await first.waiting.push();
    // Both windows still show what they saved, or saw, before the push.
    const { pack: copy } = await saveIn(first, seen!, 'first');
    const { pack: ofSecond } = await saveIn(second, seen!, 'second');
    expect(new Set([opened.id, copy?.id, ofSecond?.id]).size).toBe(3);
    expect(wordsOf(await first.packs.get(opened.id))).toBe('phone');
    expect(wordsOf(await first.packs.get(copy!.id))).toBe('first');
    expect(wordsOf(await first.packs.get(ofSecond!.id))).toBe('second');
    const mine = await first.packs.inChannel(opened.channel!.id);
    expect(mine.map(wordsOf).filter((text) => text === 'tablet')).toEqual([]);
  });

  test('is saved again and again by a window that nobody gets in the way of, whatever a push makes of it', async () => {
    const { first, opened } = await packInTwoWindows();
    let state = packState(opened);
    for (const text of ['one', 'two', 'three']) {
      const { pack } = await first.packs.save({ ...opened, ...words(text) }, { began: state });
      expect(pack?.id).toBe(opened.id);
      state = packState(pack!);
      await first.packs.load(opened.id, { force: true });
      expect(packState((await first.packs.get(opened.id))!)).toBe(state);
    }
  });

  test.each(['pack', 'copy'])(
    'tells of the %s that it was saved as before the host is asked, so that what is done meanwhile begins there',
    async (kind) => {
      const { first, second, opened } = await packInTwoWindows();
      if (kind === 'copy') await saveIn(second, opened, 'second');
      const told: PackRecord[] = [];
      const onDurable = (saved: PackRecord) => {
        told.push(saved);
        first.network.state = 'down';
      };
      const began = packState(opened);
      const result = await first.packs.save({ ...opened, ...words('first') }, { began, onDurable });
      expect(result).toMatchObject({ savedLocally: true, savedRemotely: false });
      expect(told).toEqual([result.pack]);
      expect(told[0]!.id === opened.id).toBe(kind === 'pack');
      expect(packState((await first.packs.get(told[0]!.id))!)).toBe(packState(told[0]!));
    },
  );

  test('is not copied for a save that says what is there already, nor for one that changes nothing before it', async () => {
    const { first, second, opened } = await packInTwoWindows();
    await first.packs.sendToServer(opened);
    await saveIn(first, opened, 'same');
    expect((await saveIn(second, opened, 'same')).pack?.id).toBe(opened.id);
  });

  test('and was changed on another device meanwhile, too, becomes a copy as soon as it is saved', async () => {
    const { first, opened } = await packInTwoWindows();
    const phone = await at.inRetail('nora');
    at.host.advance(2000);
    await phone.packs.save({ ...(await phone.packs.get(opened.id))!, ...words('phone') });
    await first.packs.load(opened.id, { force: true });
    const { pack: copy } = await saveIn(first, opened, 'tablet');
    expect(copy?.id).not.toBe(opened.id);
    expect(wordsOf(await first.packs.get(opened.id))).toBe('phone');
    expect(wordsOf(await first.packs.get(copy!.id))).toBe('tablet');
  });
});

test('[F26] what is typed on a change that another window gave up is written over nothing', async () => {
  let isRefused = false;
  const refusing: typeof fetch = async (address, call) =>
    isRefused && call?.method === 'PATCH' ? new Response('{}', says422) : fetch(address, call);
  const says422 = { status: 422, headers: { 'content-type': 'application/vnd.api+json' } };
  const first = await at.inRetail('nora', { fetch: refusing });
  const second = at.open({ shared: first.shared });
  const draft = { ...first.packs.draft(), title: 'For Brightwater', ...words('start') };
  await first.packs.save(draft);
  isRefused = true;
  await saveIn(first, (await first.packs.get(draft.id))!, 'refused');
  isRefused = false;
  const opened = (await first.packs.get(draft.id))!;
  at.host.advance(2000);
  const phone = await at.inRetail('nora');
  await saveIn(phone, (await phone.packs.get(draft.id))!, 'phone');

  await second.waiting.discard((await second.waiting.items())[0]!);
  expect(wordsOf(await first.packs.get(draft.id))).toBe('phone');
  await saveIn(first, opened, 'first');
  await first.waiting.push();
  expect(await first.waiting.items()).toEqual([]);
  expect(wordsOf(await first.packs.get(draft.id))).toBe('phone');
  const listed = await first.packs.inChannel(at.retail);
  expect(listed.filter(({ id }) => id !== draft.id).map(wordsOf)).toContain('first');
});
