import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createLoadPackLog } from './load-pack-log.ts';

const opened: ReturnType<typeof openDatabase>[] = [];
afterEach(() => {
  for (const { dexie } of opened.splice(0)) dexie.close();
});

const now = Date.UTC(2026, 10, 1);
const today = now / 1000;

test('[PRPT-02, PRPT-03] a time that is told as digits is one, and an entry without any stays when others are purged', async () => {
  const database = openDatabase('pack-log');
  opened.push(database);
  const entries = (pack: string) => [
    { id: `${pack}1`, uuid: `${pack}-told`, pack_uuid: pack, date_sent: String(today) },
    { id: `${pack}2`, uuid: `${pack}-untold`, pack_uuid: pack, date_sent: null },
    { id: `${pack}3`, uuid: `${pack}-old`, pack_uuid: pack, date_sent: 1 },
  ];
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
  await load('p');
  expect((await database.packLog.toArray()).find(({ uuid }) => uuid === 'p-told')?.date_sent).toBe(today);
  await load('q');
  const left = (await database.packLog.toArray()).filter(({ pack_uuid }) => pack_uuid === 'p');
  expect(left.map(({ uuid }) => uuid)).toEqual(['p-told', 'p-untold']);
});
