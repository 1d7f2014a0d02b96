import { expect, test, vi } from 'vitest';
import { createPreferences } from '#storage/preferences.ts';
import { StorageFailure } from '#storage/storage-failure.ts';
import { memoryStorage } from '#testing/device.ts';
import { draftsDevice } from '#testing/drafts-device.ts';
import { createDrafts } from './drafts.ts';

const stored = async ({ restart }: ReturnType<typeof draftsDevice>, kind: 'pack' | 'message', id: string) =>
  (await restart().open(kind, id)).stored;

test('what was typed is there after a restart, the last of many keystrokes, until it is dropped', async () => {
  const tablet = draftsDevice();
  const draft = await tablet.drafts.open<string>('message', 'p1');
  expect(draft.stored).toBeNull();
  for (const typed of ['H', 'He', 'Hel', 'Hell', 'Hello']) draft.keep(() => typed);
  // Another page of the same window waits for what is still on its way.
  expect((await tablet.drafts.open('message', 'p1')).stored).toBe('Hello');
  expect(await stored(tablet, 'message', 'p1')).toBe('Hello');
  expect(await stored(tablet, 'pack', 'p1')).toBeNull();
  draft.drop();
  expect((await tablet.drafts.open('message', 'p1')).stored).toBeNull();
  expect(await tablet.database.drafts.count()).toBe(0);
});

test('of quick keys the first is written in the next turn and the last before the page goes, with nothing put together in between', async () => {
  const tablet = draftsDevice();
  const draft = await tablet.drafts.open<string>('pack', 'p1');
  const made: string[] = [];
  const type = (typed: string) =>
    draft.keep(() => {
      made.push(typed);
      return typed;
    });
  type('H');
  expect(made).toEqual([]);
  await expect.poll(() => made).toEqual(['H']);
  for (const typed of ['He', 'Hel', 'Hell', 'Hello']) type(typed);
  expect(made).toEqual(['H']);
  const get = vi.spyOn(tablet.database.drafts, 'get');
  tablet.drafts.leave();
  // The request is made by then: a page that goes away has no time for answers.
  expect(made).toEqual(['H', 'Hello']);
  await expect.poll(() => tablet.database.drafts.toArray()).toMatchObject([{ value: 'Hello' }]);
  expect(get).not.toHaveBeenCalled();
  tablet.drafts.leave();
  expect(made).toEqual(['H', 'Hello']);
});

test('a page that goes in the very turn of the first key takes it along', async () => {
  const tablet = draftsDevice();
  const draft = await tablet.drafts.open<string>('pack', 'p1');
  draft.keep(() => 'H');
  tablet.drafts.leave();
  await expect.poll(() => tablet.database.drafts.toArray()).toMatchObject([{ value: 'H' }]);
});

test('without a page that goes the last of quick keys is written a little later, and never after it was dropped', async () => {
  const tablet = draftsDevice();
  const draft = await tablet.drafts.open<string>('pack', 'p1');
  draft.keep(() => 'H');
  draft.keep(() => 'He');
  await expect.poll(() => tablet.database.drafts.toArray()).toMatchObject([{ value: 'He' }]);
  draft.keep(() => 'Hel');
  draft.drop();
  expect((await tablet.drafts.open('pack', 'p1')).stored).toBeNull();
  await tablet.drafts.open('pack', 'p1');
  expect(await tablet.database.drafts.count()).toBe(0);
});

test('an answer that comes after its page was left takes nothing from what was typed on the next one', async () => {
  const tablet = draftsDevice();
  const left = await tablet.drafts.open<string>('message', 'p1');
  left.keep(() => 'To Daniel');
  const next = await tablet.drafts.open<string>('message', 'p1');
  next.keep(() => 'To Mia');
  left.drop();
  left.keep(() => 'To Daniel, again');
  expect((await tablet.drafts.open('message', 'p1')).stored).toBe('To Mia');
});

test('an answer that comes after its page was left drops what was typed there, as long as the next one is only looked at', async () => {
  const tablet = draftsDevice();
  const left = await tablet.drafts.open<string>('message', 'p1');
  left.keep(() => 'To Daniel');
  expect((await tablet.drafts.open('message', 'p1')).stored).toBe('To Daniel');
  left.drop();
  expect((await tablet.drafts.open('message', 'p1')).stored).toBeNull();
});

test('two windows without locks that type in the same millisecond drop what is their own', async () => {
  const tablet = draftsDevice();
  const parts = { ...tablet, preferences: createPreferences(tablet.storage), now: () => 1_795_000_000_000 };
  const window = () =>
    createDrafts({ ...parts, claim: async () => true, beforePageGoes: () => {}, onNotKept: () => {} });
  const [one, other] = [window(), window()];
  const first = await one.open<string>('pack', 'p1');
  first.keep(() => 'of the first');
  await one.open('pack', 'p1');
  const second = await other.open<string>('pack', 'p1');
  second.keep(() => 'of the second');
  await other.open('pack', 'p1');
  first.keep(() => 'of the first again');
  await one.open('pack', 'p1');
  second.drop();
  expect((await other.open('pack', 'p1')).stored).toBe('of the first again');
  first.drop();
  await one.open('pack', 'p1');
  expect(await tablet.database.drafts.count()).toBe(0);
});

test('[PERM-17] what one person typed is not shown to the next one, also when the page stayed open meanwhile', async () => {
  const tablet = draftsDevice();
  const draft = await tablet.drafts.open<string>('pack', 'p1');
  draft.keep(() => 'of Nora');
  tablet.session.clear();
  expect(await stored(tablet, 'pack', 'p1')).toBeNull();
  tablet.signIn('tomas');
  draft.keep(() => 'of Nora, typed on');
  expect(await stored(tablet, 'pack', 'p1')).toBeNull();
  const other = await tablet.drafts.open<string>('pack', 'p1');
  other.keep(() => 'of Tomas');
  expect((await tablet.drafts.open('pack', 'p1')).stored).toBe('of Tomas');
  tablet.signIn('nora');
  expect((await tablet.drafts.open('pack', 'p1')).stored).toBe('of Nora, typed on');
});

test('[F26] each window has what was typed there, and takes over what windows that are gone have left, the newest first', async () => {
  const tablet = draftsDevice();
  const windows = ['first', 'second', 'third'].map((name) => ({ name, ...tablet.openWindow() }));
  for (const { name, open } of windows) {
    const draft = await open<string>('pack', '-');
    expect(draft.stored).toBeNull();
    draft.keep(() => `of the ${name}`);
    // Another page of the same window.
    expect((await open('pack', '-')).stored).toBe(`of the ${name}`);
  }
  const [first, second, third] = windows;
  const next = tablet.openWindow();
  expect((await next.open('pack', '-')).stored).toBeNull();

  first?.close();
  third?.close();
  // Something else is something else.
  expect((await next.open('pack', 'p1')).stored).toBeNull();
  expect((await next.open('message', '-')).stored).toBeNull();
  const taken = await next.open<string>('pack', '-');
  expect(taken.stored).toBe('of the third');
  expect((await tablet.openWindow().open('pack', '-')).stored).toBe('of the first');
  expect((await second?.open('pack', '-'))?.stored).toBe('of the second');
  expect(await tablet.database.drafts.count()).toBe(3);
});

test('what a window that is gone has left is there until somebody is done with it, whoever closes what meanwhile', async () => {
  const tablet = draftsDevice();
  const windows = [tablet.openWindow(), tablet.openWindow()];
  for (const [at, { open }] of windows.entries()) (await open<number>('pack', 'p1')).keep(() => at);
  await Promise.all(windows.map(({ open }) => open('pack', 'p1')));
  for (const { close } of windows) close();

  const glance = tablet.openWindow();
  expect((await glance.open('pack', 'p1')).stored).toBe(1);
  glance.close();
  const next = tablet.openWindow();
  const [one, same] = await Promise.all([next.open<number>('pack', 'p1'), next.open<number>('pack', 'p1')]);
  expect([one.stored, same.stored]).toEqual([1, 1]);
  one.drop();
  const other = await next.open<number>('pack', 'p1');
  expect(other.stored).toBe(0);
  other.drop();
  const last = await next.open<number>('pack', 'p1');
  expect(last.stored).toBeNull();
  last.keep(() => 7);
  expect((await next.open('pack', 'p1')).stored).toBe(7);
  expect(await tablet.database.drafts.count()).toBe(1);
});

test('without locks two windows share what was typed, and one that drops its own leaves what the other typed since', async () => {
  const tablet = draftsDevice();
  const parts = { ...tablet, preferences: createPreferences(tablet.storage), now: Date.now };
  const window = () =>
    createDrafts({ ...parts, claim: async () => true, beforePageGoes: () => {}, onNotKept: () => {} });
  const [one, other] = [window(), window()];
  const first = await one.open<string>('pack', 'p1');
  first.keep(() => 'of the first');
  await one.open('pack', 'p1');
  const second = await other.open<string>('pack', 'p1');
  expect(second.stored).toBe('of the first');
  second.keep(() => 'of the first, and of the second');
  await other.open('pack', 'p1');
  first.drop();
  await one.open('pack', 'p1');
  expect((await window().open('pack', 'p1')).stored).toBe('of the first, and of the second');
  second.drop();
  expect((await other.open('pack', 'p1')).stored).toBeNull();
});

test('what an earlier app kept under another name is found there, goes on there, and is no page’s twice', async () => {
  const tablet = draftsDevice();
  const former = await tablet.drafts.open<string>('pack', '-');
  former.keep(() => 'begun with the earlier app');
  await tablet.drafts.open('pack', '-');
  const window = tablet.restart();
  const found = await window.open<string>('pack', '-.retail', '-');
  expect(found.stored).toBe('begun with the earlier app');
  expect((await window.open('pack', '-.transit', '-')).stored).toBeNull();
  found.drop();
  expect((await window.open('pack', '-.retail', '-')).stored).toBeNull();
  expect(await tablet.database.drafts.count()).toBe(0);
});

test('work that a save has moved to another pack lies beside what was left unsaved there, which comes back once it is done with', async () => {
  const { database, drafts } = draftsDevice();
  const left = await drafts.open<string>('pack', 'copy');
  left.keep(() => 'left at the copy');
  const moved = await drafts.openBeside<string>('pack', 'copy');
  expect(moved.stored).toBeNull();
  moved.drop();
  expect((await drafts.open('pack', 'copy')).stored).toBe('left at the copy');

  moved.keep(() => 'typed during the save');
  const next = await drafts.open<string>('pack', 'copy');
  expect(next.stored).toBe('typed during the save');
  next.drop();
  const last = await drafts.open<string>('pack', 'copy');
  expect(last.stored).toBe('left at the copy');
  last.drop();
  expect((await drafts.open('pack', 'copy')).stored).toBeNull();
  expect(await database.drafts.count()).toBe(0);
});

test('it leaves alone, too, what a window that is gone has left there', async () => {
  const tablet = draftsDevice();
  const gone = tablet.openWindow();
  (await gone.open<string>('pack', 'copy')).keep(() => 'of a window that is gone');
  await gone.open('pack', 'copy');
  gone.close();
  const { drafts } = tablet;
  const moved = await drafts.openBeside<string>('pack', 'copy');
  expect(moved.stored).toBeNull();
  moved.keep(() => 'typed during the save');
  expect((await drafts.open('pack', 'copy')).stored).toBe('typed during the save');
  moved.drop();
  expect((await drafts.open('pack', 'copy')).stored).toBe('of a window that is gone');
});

test('packs that no list shows any more are found by what their owner left unsaved there, the newest first', async () => {
  const tablet = draftsDevice();
  const { drafts, database } = tablet;
  const keep = async (id: string, value: unknown, kind: 'pack' | 'message' = 'pack') => {
    const draft = await drafts.open(kind, id);
    draft.keep(() => value);
    await draft.keepNow();
  };
  await keep('gone', { title: ' Offer ' });
  await keep('here', { title: 'Here' });
  await keep('archived', { title: 'Archived' });
  await keep('-', { title: 'New' });
  await keep('-.retail', { title: 'New in a channel' });
  await keep('typed.details', { title: { value: 'Typed' } });
  await keep('written', { title: 'To Daniel' }, 'message');
  await keep('gone too', { name: 'Of another kind' });
  tablet.signIn('tomas');
  await keep('of tomas', { title: 'Of Tomas' });
  tablet.signIn('nora');
  const other = await tablet.openWindow().open('pack', 'gone');
  other.keep(() => ({ title: 'Offer of another window' }));
  await other.keepNow();
  const pack = { type: 'salestool--pack' as const };
  await database.records('salestool--pack').bulkPut([
    { ...pack, id: 'here' },
    { ...pack, id: 'archived', archived: true },
  ]);
  expect(await drafts.ofMissingPacks()).toEqual([
    { id: 'gone', title: 'Offer of another window' },
    { id: 'gone too', title: '' },
    { id: 'archived', title: 'Archived' },
  ]);
  tablet.session.clear();
  expect(await drafts.ofMissingPacks()).toEqual([]);
});

const inLocalStorage = {
  state: {
    view: 'grid',
    'draft.pack.nora.p1': { id: 'p1', title: 'Offer' },
    'draft.message.nora.p1.m1': { firstName: 'Daniel' },
    'draft.message.tomas.p1': { firstName: 'Aurelia' },
    'draft.pack.nora.-': null,
  },
  version: 1,
};

test('drafts of an earlier version move from local storage to the database, each to its owner; choices stay', async () => {
  const storage = memoryStorage();
  storage.setItem('satchel-preferences', JSON.stringify(inLocalStorage));
  const tablet = draftsDevice(storage);
  expect((await tablet.drafts.open('pack', 'p1')).stored).toEqual({ id: 'p1', title: 'Offer' });
  expect((await tablet.drafts.open('message', 'p1.m1')).stored).toEqual({ firstName: 'Daniel' });
  expect((await tablet.drafts.open('message', 'p1')).stored).toBeNull();
  tablet.signIn('tomas');
  expect((await tablet.drafts.open('message', 'p1')).stored).toEqual({ firstName: 'Aurelia' });
  expect(JSON.parse(storage.getItem('satchel-preferences') ?? '').state).toEqual({ view: 'grid' });
  expect(await tablet.database.drafts.count()).toBe(3);
});

test('a move that is cut short leaves every draft in one of the two places, and the next start ends it', async () => {
  const storage = memoryStorage();
  storage.setItem('satchel-preferences', JSON.stringify(inLocalStorage));
  const tablet = draftsDevice(storage);
  const noRoom = vi
    .spyOn(tablet.database.drafts, 'bulkPut')
    .mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await expect(tablet.drafts.open('pack', 'p1')).rejects.toBeInstanceOf(StorageFailure);
  expect(JSON.parse(storage.getItem('satchel-preferences') ?? '')).toEqual(inLocalStorage);
  noRoom.mockRestore();
  const powerCut = { ...storage, setItem: () => {} };
  const preferences = createPreferences(powerCut);
  const before = createDrafts({
    ...{ ...tablet, preferences, now: Date.now },
    ...{ claim: async () => true, beforePageGoes: () => {}, onNotKept: () => {} },
  });
  expect((await before.open('pack', 'p1')).stored).toEqual({ id: 'p1', title: 'Offer' });
  expect(JSON.parse(storage.getItem('satchel-preferences') ?? '')).toEqual(inLocalStorage);
  expect(await stored(tablet, 'pack', 'p1')).toEqual({ id: 'p1', title: 'Offer' });
  expect(JSON.parse(storage.getItem('satchel-preferences') ?? '').state).toEqual({ view: 'grid' });
});

test('what was moved does not come back from a window that still had it in mind', async () => {
  const storage = memoryStorage();
  storage.setItem('satchel-preferences', JSON.stringify(inLocalStorage));
  const other = createPreferences(storage);
  const tablet = draftsDevice(storage);
  const draft = await tablet.drafts.open('pack', 'p1');
  other.reread();
  draft.drop();
  other.write('view', 'list');
  expect((await tablet.restart().open('pack', 'p1')).stored).toBeNull();
});
