import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { localMediaRecords } from '#sync/local-records.ts';
import { openWorkerIntake } from './worker-intake.ts';

// Only a browser has threads.
const database = openDatabase('worker-intake');
beforeEach(async () => {
  await database.dexie.delete();
  await database.dexie.open();
});
const addresses: string[] = [];
afterEach(() => {
  for (const address of addresses.splice(0)) URL.revokeObjectURL(address);
});

function answerOf(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  addresses.push(address);
  return address;
}

const document = JSON.stringify({
  data: {
    type: 'salestool--channel',
    id: 'c',
    attributes: { title: 'Retail' },
    relationships: { bundles: { data: [] } },
  },
  included: [{ type: 'media--document', id: 'm', attributes: { name: 'Guide' } }],
});
const options = { isSparing: false, userId: 'nora', etag: null };

test('a channel fetched in a thread of its own arrives, and screens that follow it are told', async () => {
  const intake = openWorkerIntake('worker-intake');
  const seen: (string | null | undefined)[] = [];
  const following = liveQuery(async () => database.records('salestool--channel').get('c')).subscribe(
    (channel) => seen.push(channel?.title),
  );
  await vi.waitFor(() => expect(seen).toEqual([undefined]));
  const { status, body } = await intake.take(answerOf(document), {}, 1000);
  expect([status, JSON.parse(body ?? '')]).toEqual([200, { data: { type: 'salestool--channel', id: 'c' } }]);
  await intake.store(options);
  await intake.drop();
  await vi.waitFor(() => expect(seen.at(-1)).toBe('Retail'));
  expect([...(await localMediaRecords(database, ['m'])).values()]).toMatchObject([{ name: 'Guide' }]);
  await intake.unpack();
  intake.close();
  expect(await database.records('media--document').count()).toBe(1);
  expect(await database.staged.count()).toBe(0);
  following.unsubscribe();
});

test('a thread that was warmed up has left nothing on the device, and gives the answer to what it is asked then', async () => {
  const intake = openWorkerIntake('worker-intake');
  intake.warmUp();
  const { status } = await intake.take(answerOf(document), {}, 1000);
  expect(status).toBe(200);
  await intake.store(options);
  await intake.unpack();
  intake.close();
  const ids = database.dexie.tables.map(async (table) => {
    const rows = await table.toArray();
    return rows.flatMap(({ id, type }) => (type ? [`${type} ${id}`] : []));
  });
  expect((await Promise.all(ids)).flat().sort()).toEqual(['media--document m', 'salestool--channel c']);
});

test('a thread of its own tells how much of a channel has come', async () => {
  const bundle = { type: 'salestool--document_bundle', id: 'b', attributes: { title: 'Guides' } };
  const { data, included } = JSON.parse(document);
  data.relationships.bundles.data.push({ type: bundle.type, id: bundle.id });
  const intake = openWorkerIntake('worker-intake');
  const shares: number[] = [];
  const answer = answerOf(JSON.stringify({ data, included: [...included, bundle] }));
  await intake.take(answer, {}, 1000, (share) => shares.push(share));
  expect(shares).toEqual([1]);
  await intake.drop();
  intake.close();
});

test('an answer that was cut leaves nothing, and the next one is taken', async () => {
  const intake = openWorkerIntake('worker-intake');
  const { body } = await intake.take(answerOf(document.slice(0, -3)), {}, 1000);
  expect(() => JSON.parse(body ?? '')).toThrow(SyntaxError);
  await intake.drop();
  expect(await database.staged.count()).toBe(0);
  expect(await database.records('media--document').count()).toBe(0);
  await intake.take(answerOf(document), {}, 1000);
  await intake.store(options);
  await intake.drop();
  expect(await database.records('salestool--channel').count()).toBe(1);
});

test('[SET-12] a thread that has taken a channel in puts nothing on a device that is reset then', async () => {
  const intake = openWorkerIntake('worker-intake');
  await intake.take(answerOf(JSON.stringify({ ...JSON.parse(document), included: [] })), {}, 1000);
  await database.dexie.delete({ disableAutoOpen: true });
  await expect(intake.store(options)).rejects.toThrow();
  await intake.drop();
  await intake.unpack();
  intake.close();
  await database.dexie.open();
  expect(await database.records('salestool--channel').count()).toBe(0);
});

test('a call that was given up ends as one', async () => {
  const intake = openWorkerIntake('worker-intake');
  const given = new AbortController();
  given.abort();
  await expect(intake.take(answerOf(document), { signal: given.signal }, 1000)).rejects.toThrow();
  await expect(intake.take('blob:none', {}, 1000)).rejects.toThrow(TypeError);
  await intake.drop();
});
