import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createPreferences } from '#storage/preferences.ts';
import { createSessionStore, type StoredUser } from '#storage/session-store.ts';
import { StorageFailure } from '#storage/storage-failure.ts';
import { memoryStorage } from '#testing/device.ts';
import { createDrafts } from './drafts.ts';

const person = (uuid: string): StoredUser => ({
  ...{ uuid, id: 1, name: uuid, mail: `${uuid}@velden.example` },
  ...{ roles: [], channels: [] },
});

let devices = 0;

/** Drafts on a device of their own; `restart` is the app opened anew on it. */
function device(storage = memoryStorage()) {
  devices += 1;
  const name = `drafts-${devices}`;
  const database = openDatabase(name);
  const session = createSessionStore(storage);
  const told: unknown[] = [];
  const restart = () =>
    createDrafts({
      database,
      session,
      preferences: createPreferences(storage),
      now: () => 1_795_000_000_000,
      onNotKept: (error) => told.push(error),
    });
  const signIn = (uuid: string) => session.change({ user: person(uuid) });
  signIn('nora');
  return { storage, database, session, told, restart, signIn, drafts: restart() };
}

const stored = async ({ restart }: ReturnType<typeof device>, kind: 'pack' | 'message', id: string) =>
  (await restart().open(kind, id)).stored;

test('what was typed is there after a restart, the last of many keystrokes, until it is dropped', async () => {
  const tablet = device();
  const draft = await tablet.drafts.open<string>('message', 'p1');
  expect(draft.stored).toBeNull();
  for (const typed of ['H', 'He', 'Hel', 'Hell', 'Hello']) draft.keep(typed);
  // Another page of the same window waits for what is still on its way.
  expect((await tablet.drafts.open('message', 'p1')).stored).toBe('Hello');
  expect(await stored(tablet, 'message', 'p1')).toBe('Hello');
  expect(await stored(tablet, 'pack', 'p1')).toBeNull();
  draft.drop();
  expect((await tablet.drafts.open('message', 'p1')).stored).toBeNull();
  expect(await tablet.database.drafts.count()).toBe(0);
});

test('[PERM-17] what one person typed is not shown to the next one, also when the page stayed open meanwhile', async () => {
  const tablet = device();
  const draft = await tablet.drafts.open<string>('pack', 'p1');
  draft.keep('of Nora');
  tablet.session.clear();
  expect(await stored(tablet, 'pack', 'p1')).toBeNull();
  tablet.signIn('tomas');
  draft.keep('of Nora, typed on');
  expect(await stored(tablet, 'pack', 'p1')).toBeNull();
  const other = await tablet.drafts.open<string>('pack', 'p1');
  other.keep('of Tomas');
  expect((await tablet.drafts.open('pack', 'p1')).stored).toBe('of Tomas');
  tablet.signIn('nora');
  expect((await tablet.drafts.open('pack', 'p1')).stored).toBe('of Nora, typed on');
});

test('a window that drops its draft leaves what another window has typed into it since', async () => {
  const tablet = device();
  const [one, other] = [tablet.drafts, tablet.restart()];
  const first = await one.open<string>('pack', 'p1');
  first.keep('of the first');
  await one.open('pack', 'p1');
  const second = await other.open<string>('pack', 'p1');
  expect(second.stored).toBe('of the first');
  second.keep('of the first, and of the second');
  await other.open('pack', 'p1');
  first.drop();
  // Read by a window of its own: it knows of neither.
  await vi.waitFor(async () => expect(await tablet.database.drafts.count()).toBe(1));
  expect(await stored(tablet, 'pack', 'p1')).toBe('of the first, and of the second');
  second.drop();
  expect((await other.open('pack', 'p1')).stored).toBeNull();
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
  const tablet = device(storage);
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
  const tablet = device(storage);
  const noRoom = vi
    .spyOn(tablet.database.drafts, 'bulkPut')
    .mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await expect(tablet.drafts.open('pack', 'p1')).rejects.toBeInstanceOf(StorageFailure);
  expect(JSON.parse(storage.getItem('satchel-preferences') ?? '')).toEqual(inLocalStorage);
  noRoom.mockRestore();
  const powerCut = { ...storage, setItem: () => {} };
  const preferences = createPreferences(powerCut);
  const before = createDrafts({ ...tablet, preferences, now: Date.now, onNotKept: () => {} });
  expect((await before.open('pack', 'p1')).stored).toEqual({ id: 'p1', title: 'Offer' });
  expect(JSON.parse(storage.getItem('satchel-preferences') ?? '')).toEqual(inLocalStorage);
  expect(await stored(tablet, 'pack', 'p1')).toEqual({ id: 'p1', title: 'Offer' });
  expect(JSON.parse(storage.getItem('satchel-preferences') ?? '').state).toEqual({ view: 'grid' });
});

test('what was moved does not come back from a window that still had it in mind', async () => {
  const storage = memoryStorage();
  storage.setItem('satchel-preferences', JSON.stringify(inLocalStorage));
  const other = createPreferences(storage);
  const tablet = device(storage);
  const draft = await tablet.drafts.open('pack', 'p1');
  other.reread();
  draft.drop();
  other.write('view', 'list');
  expect((await tablet.restart().open('pack', 'p1')).stored).toBeNull();
});

test('[F4] a full device is told of once, until it has room again; what is on the screen stays there', async () => {
  const tablet = device();
  const draft = await tablet.drafts.open<string>('message', 'p1');
  const full = new DOMException('full', 'QuotaExceededError');
  const put = vi.spyOn(tablet.database.drafts, 'put').mockRejectedValue(full);
  for (const typed of ['a', 'ab', 'abc']) {
    draft.keep(typed);
    await tablet.drafts.open('message', 'p1');
  }
  expect(tablet.told).toEqual([expect.objectContaining({ name: 'StorageFailure', kind: 'full' })]);
  put.mockRestore();
  draft.keep('abcd');
  expect((await tablet.drafts.open('message', 'p1')).stored).toBe('abcd');
  vi.spyOn(tablet.database.drafts, 'put').mockRejectedValue(full);
  draft.keep('abcde');
  await tablet.drafts.open('message', 'p1');
  expect(tablet.told).toHaveLength(2);
});
