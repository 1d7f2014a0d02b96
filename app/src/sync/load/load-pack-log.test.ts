import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createLoadPackLog } from './load-pack-log.ts';

const opened: ReturnType<typeof openDatabase>[] = [];
afterEach(() => {
  for (const { dexie } of opened.splice(0)) dexie.close();
});

const now = Date.UTC(2026, 10, 1);
const today = now / 1000;

/** A device whose host answers the log of each pack with these entries. */
function device(name: string, entries: (pack: string) => unknown[]) {
  const database = openDatabase(name);
  opened.push(database);
  const load = createLoadPackLog({
    database,
    request: async (address) => {
      const pack = new URL(address).pathname.split('/').at(-1) ?? '';
      const headers = new Headers({ date: new Date(now).toUTCString() });
      return { body: { results: entries(pack) }, headers, status: 200 };
    },
    address: () => 'https://content.example/packlog',
    userId: () => 'nora',
    now: () => now,
  });
  return { database, load };
}

test('[PRPT-02, PRPT-03] a time that is told as digits is one, and an entry without any stays when others are purged', async () => {
  const { database, load } = device('pack-log', (pack) => [
    { id: `${pack}1`, uuid: `${pack}-told`, pack_uuid: pack, date_sent: String(today) },
    { id: `${pack}2`, uuid: `${pack}-untold`, pack_uuid: pack, date_sent: null },
    { id: `${pack}3`, uuid: `${pack}-old`, pack_uuid: pack, date_sent: 1 },
  ]);
  await load('p');
  expect((await database.packLog.toArray()).find(({ uuid }) => uuid === 'p-told')?.date_sent).toBe(today);
  await load('q');
  const left = (await database.packLog.toArray()).filter(({ pack_uuid }) => pack_uuid === 'p');
  expect(left.map(({ uuid }) => uuid)).toEqual(['p-told', 'p-untold']);
});

test('[PRPT-04, CONST-19] of a longer log this device keeps a million entries', async () => {
  const entry = (uuid: string) => ({ id: uuid, uuid, pack_uuid: 'p', date_sent: today });
  // What is no entry counts among them and costs nothing.
  const unread = Array<null>(999_999).fill(null);
  const { database, load } = device('long-log', () => [...unread, entry('last'), entry('beyond')]);
  await load('p');
  expect((await database.packLog.toArray()).map(({ uuid }) => uuid)).toEqual(['last']);
});
