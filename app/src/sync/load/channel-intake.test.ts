import { afterEach, expect, test, vi } from 'vitest';
import { type FlatRecord, readRecord } from '#remote/documents.ts';
import type { JsonApi } from '#remote/json-api.ts';
import { closeWhenReset } from '#storage/close-when-reset.ts';
import { openDatabase } from '#storage/database.ts';
import { StorageFailure } from '#storage/storage-failure.ts';
import { hasSpareFiles } from '#sync/files/spare-files.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import { localMediaRecords } from '#sync/local-records.ts';
import { createChannelIntake } from './channel-intake.ts';
import { createLoadBundle } from './load-bundle.ts';

const opened: ReturnType<typeof openDatabase>[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const { dexie } of opened.splice(0)) dexie.close();
});

let devices = 0;
function startDevice(answer: () => Response) {
  devices += 1;
  const database = openDatabase(`intake-${devices}`);
  opened.push(database);
  return { database, intake: createChannelIntake(database, async () => answer()) };
}

const media = (at: number) => ({
  type: 'media--document',
  id: `m${at}`,
  attributes: { name: `Guide ${at}` },
  relationships: { file: { data: { type: 'file--file', id: `f${at}` } } },
});
const file = (at: number) => ({
  type: 'file--file',
  id: `f${at}`,
  attributes: { filename: `guide-${at}.pdf` },
});
const bundle = (at: number, medias: number[]) => ({
  type: 'salestool--document_bundle',
  id: `b${at}`,
  attributes: { title: `Bundle ${at}` },
  relationships: { medias: { data: medias.map((id) => ({ type: 'media--document', id: `m${id}` })) } },
});
const signature = { type: 'salestool--signature', id: 's', attributes: { title: 'Sales' } };

const documentOf = (bundles: ReturnType<typeof bundle>[], included: object[]) => ({
  data: {
    type: 'salestool--channel',
    id: 'c',
    attributes: { title: 'Retail' },
    relationships: { bundles: { data: bundles.map(({ type, id }) => ({ type, id })) } },
  },
  included: [signature, ...bundles, ...included],
});

const first = documentOf([bundle(1, [1, 2])], [media(1), file(1), media(2), file(2)]);

const answered = (document: object, bytes = Number.POSITIVE_INFINITY) =>
  new Response(JSON.stringify(document).slice(0, bytes), {
    headers: { 'content-type': 'application/vnd.api+json' },
  });

const options = { isSparing: false, userId: 'nora', etag: 'W/"1"' };

/** As somebody does whose host has this of it now. */
async function openBundle(
  database: ReturnType<typeof openDatabase>,
  now: ReturnType<typeof bundle>,
  included: object[],
) {
  const recordOf = (resource: object) => readRecord(resource, 1500) as FlatRecord;
  const answer = { record: recordOf(now), included: included.map(recordOf), etag: null };
  const load = createLoadBundle({
    database,
    jsonApi: { one: async () => answer } as unknown as JsonApi,
    definitions: async () => null,
    user: () => null,
    now: () => 1500,
    generation: { meet: async () => null, isSparing: async () => false } as unknown as HostGeneration,
  });
  await load('salestool--document_bundle', now.id);
}

/** Everything that lies on the device. */
async function contents({ dexie }: ReturnType<typeof openDatabase>) {
  const rows = await Promise.all(
    dexie.tables.map(async (table) => [table.name, await table.toArray()] as const),
  );
  return Object.fromEntries(rows.filter(([, list]) => list.length > 0));
}

async function stagedIn({ staged }: ReturnType<typeof openDatabase>) {
  const rows = await staged.toArray();
  return rows.reduce((sum, { ids }) => sum + ids.length, 0);
}

test('a whole answer takes the place of what was there, bundles that left it go', async () => {
  let document = first;
  const { database, intake } = startDevice(() => answered(document));
  await intake.take('https://host.example/c', {}, 1000);
  await intake.store(options);
  await intake.unpack();
  expect(await database.records('media--document').count()).toBe(2);
  document = documentOf([bundle(2, [2, 3])], [media(2), file(2), media(3), file(3)]);
  await intake.take('https://host.example/c', {}, 2000);
  await intake.store({ ...options, etag: 'W/"2"' });
  expect(await database.records('salestool--document_bundle').toCollection().primaryKeys()).toEqual(['b2']);
  expect(await database.records('salestool--channel').get('c')).toMatchObject({
    pulled: 2000,
    title: 'Retail',
  });
  expect(await database.marks.get('etag:channel/c:nora')).toMatchObject({ value: 'W/"2"' });
});

test.each([
  ['are no longer here, unless they stand elsewhere', false, ['m2', 'm4', 'm5']],
  ['stay while a restored host may tell less than it had', true, ['m1', 'm2', 'm3', 'm4', 'm5']],
])('media that left with their bundle, or out of it, %s', async (_what, isSparing, left) => {
  let document = documentOf([bundle(1, [1, 2]), bundle(2, [3, 4]), bundle(3, [4])], [1, 2, 3, 4].map(media));
  const { database, intake } = startDevice(() => answered(document));
  const tile = { type: 'media--document' as const, id: 'm2' };
  await database.records('salestool--channel').put({ id: 'o', type: 'salestool--channel', medias: [tile] });
  await intake.take('https://host.example/c', {}, 1000);
  await intake.store(options);
  document = documentOf([bundle(2, [5]), bundle(3, [4])], [4, 5].map(media));
  await intake.take('https://host.example/c', {}, 2000);
  await intake.store({ ...options, isSparing });
  await intake.unpack();
  expect(await database.records('media--document').toCollection().primaryKeys()).toEqual(left);
  expect(await hasSpareFiles(database)).toBe(!isSparing);
});

test('a large answer is there as a whole, before its records have rows of their own and afterwards', async () => {
  const numbers = Array.from({ length: 5000 }, (_, at) => at);
  const { database, intake } = startDevice(() =>
    answered(
      documentOf(
        [bundle(1, numbers)],
        numbers.flatMap((at) => [media(at), file(at)]),
      ),
    ),
  );
  await intake.take('https://host.example/c', {}, 1000);
  await intake.store(options);
  const ids = numbers.map((at) => `m${at}`);
  expect((await localMediaRecords(database, ids)).size).toBe(5000);
  await intake.unpack();
  expect(await database.records('media--document').count()).toBe(5000);
  expect(await database.records('file--file').count()).toBe(5000);
  expect(await database.staged.count()).toBe(0);
});

/** The first channel in so many parts, each of which takes so many ms of a clock that nobody waits for. */
const slowly =
  (parts: number, ms: number): typeof fetch =>
  async (_address, init) => {
    const bytes = new TextEncoder().encode(JSON.stringify(first));
    const size = Math.ceil(bytes.length / parts);
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
      pull(stream) {
        vi.advanceTimersByTime(ms);
        if (init?.signal?.aborted) return;
        stream.enqueue(bytes.slice(at, at + size));
        at += size;
        if (at >= bytes.length) stream.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/vnd.api+json' } });
  };

test.each([
  ['comes as long as it does not fall silent, however long it takes', 60, 20_000, 1],
  ['is given up once it has said nothing for two minutes', 3, 121_000, 0],
])('[SYNC-09] a channel over a slow line %s', async (_what, parts, ms, channels) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { database } = startDevice(() => answered(first));
    const intake = createChannelIntake(database, slowly(parts, ms));
    const taking = intake.take('https://host.example/c', {}, 1000);
    if (channels === 0) await expect(taking).rejects.toThrow('aborted');
    else await taking.then(() => intake.store(options));
    expect(await database.records('salestool--channel').count()).toBe(channels);
  } finally {
    vi.useRealTimers();
  }
});

test.each([0.3, 0.6, 0.9, 0.999])('an answer that ends after %f of it changes nothing', async (share) => {
  let answer = () => answered(first);
  const { database, intake } = startDevice(() => answer());
  await intake.take('https://host.example/c', {}, 1000);
  await intake.store(options);
  await intake.unpack();
  const before = await contents(database);
  const medias = Array.from({ length: 1500 }, (_, at) => [media(at + 10), file(at + 10)]).flat();
  const next = documentOf([bundle(1, [1, 10]), bundle(2, [11])], medias);
  const { length } = JSON.stringify(next);
  answer = () => answered(next, Math.floor(length * share));
  const { body } = await intake.take('https://host.example/c', {}, 2000);
  expect(() => JSON.parse(body ?? '')).toThrow(SyntaxError);
  await expect(intake.store(options)).rejects.toThrow('Nothing was taken in');
  await intake.drop();
  expect(await contents(database)).toEqual(before);
});

test('a connection that breaks changes nothing, and what another window fetched meanwhile stays', async () => {
  const medias = Array.from({ length: 1200 }, (_, at) => media(at));
  const text = JSON.stringify(documentOf([], medias));
  let cut: () => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(text.slice(0, -200)));
      cut = () => stream.error(new TypeError('network error'));
    },
  });
  const { database, intake } = startDevice(
    () => new Response(body, { headers: { 'content-type': 'application/vnd.api+json' } }),
  );
  const table = database.records('media--document');
  const taking = intake.take('https://host.example/c', {}, 1000);
  taking.catch(() => {});
  await expect.poll(() => stagedIn(database)).toBeGreaterThan(900);
  await table.put({ id: 'm5', type: 'media--document', name: 'Opened elsewhere', pulled: 1500 });
  cut();
  await expect(taking).rejects.toThrow('network error');
  await intake.unpack();
  expect(await table.toArray()).toEqual([
    { id: 'm5', type: 'media--document', name: 'Opened elsewhere', pulled: 1500 },
  ]);
});

test.each([
  ['is new', false],
  ['is on the device already', true],
])(
  '[SET-12] a device that is reset while a channel comes in stays empty, if it %s',
  async (_what, isHere) => {
    const numbers = Array.from({ length: 600 }, (_, at) => at);
    const text = JSON.stringify(documentOf([bundle(1, numbers)], numbers.map(media)));
    const bytes = new TextEncoder().encode(text);
    const goingOn = Promise.withResolvers<void>();
    const inTwo = new ReadableStream({
      async start(stream) {
        stream.enqueue(bytes.slice(0, -20_000));
        await goingOn.promise;
        stream.enqueue(bytes.slice(-20_000));
        stream.close();
      },
    });
    let body: BodyInit = text;
    const { database, intake } = startDevice(
      () => new Response(body, { headers: { 'content-type': 'application/vnd.api+json' } }),
    );
    closeWhenReset(database);
    if (isHere) {
      await intake.take('https://host.example/c', {}, 1000);
      await intake.store(options);
      await intake.unpack();
    }
    body = inTwo;
    const taking = intake.take('https://host.example/c', {}, 2000);
    if (!isHere) await expect.poll(() => stagedIn(database)).toBeGreaterThan(0);
    const other = openDatabase(database.dexie.name);
    opened.push(other);
    await other.dexie.delete();
    await other.dexie.open();
    goingOn.resolve();
    await taking;
    await intake.store(options).catch(() => {});
    await intake.unpack();
    expect(await contents(other)).toEqual({});
  },
);

test.each(['first', 'sixth', 'last'])(
  'a device that fails to keep the %s row, which the swap does not wait for, has nothing of the channel, and all of it at the next try',
  async (which) => {
    const numbers = Array.from({ length: 1000 }, (_, at) => at);
    const { database, intake } = startDevice(() =>
      answered(documentOf([bundle(1, numbers)], numbers.map(media))),
    );
    const failing = { first: 1, sixth: 6, last: 21 }[which];
    const { add } = IDBObjectStore.prototype;
    const adding = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
      row,
    ) {
      const request = add.call(this, row);
      if (adding.mock.calls.length === failing)
        request.addEventListener('success', () => this.transaction.abort());
      return request;
    });
    await intake.take('https://host.example/c', {}, 1000);
    await expect(intake.store(options)).rejects.toThrow(StorageFailure);
    expect(adding).toHaveBeenCalledTimes(21);
    await intake.drop();
    expect(await contents(database)).toEqual({});
    adding.mockRestore();
    await intake.take('https://host.example/c', {}, 2000);
    await intake.store(options);
    await intake.unpack();
    expect(await database.records('media--document').count()).toBe(1000);
  },
);

test('what is asked for only if it has changed costs no look at all that is on the device', async () => {
  let answer = () => answered(first);
  const { database, intake } = startDevice(() => answer());
  await intake.take('https://host.example/c', {}, 1000);
  await intake.store(options);
  await intake.unpack();
  const looking = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys');
  const storesLookedInto = () => looking.mock.contexts.map((store) => (store as IDBObjectStore).name);
  answer = () => new Response(null, { status: 304 });
  const init = { headers: { 'if-none-match': 'W/"1"' } };
  expect(await intake.take('https://host.example/c', init, 2000)).toMatchObject({ status: 304 });
  expect(storesLookedInto()).not.toContain('media--document');
  answer = () => answered(first);
  await intake.take('https://host.example/c', init, 2000);
  expect(storesLookedInto()).toContain('media--document');
  expect(await database.records('media--document').count()).toBe(2);
});

test('what was taken in and is not wanted leaves no trace', async () => {
  const { database, intake } = startDevice(() => answered(first));
  await intake.take('https://host.example/c', {}, 1000);
  await intake.drop();
  expect(await contents(database)).toEqual({});
});

test.each([
  ['has a row of its own', true],
  ['is staged', false],
])(
  'a file that moves to another bundle stays when its old one is opened meanwhile, if it %s',
  async (_what, isUnpacked) => {
    let document = documentOf([bundle(1, [1, 2]), bundle(2, [])], [media(1), file(1), media(2), file(2)]);
    const { database, intake } = startDevice(() => answered(document));
    await intake.take('https://host.example/c', {}, 1000);
    await intake.store(options);
    if (isUnpacked) await intake.unpack();
    document = documentOf([bundle(1, [1]), bundle(2, [2])], [media(1), file(1), media(2), file(2)]);
    await intake.take('https://host.example/c', {}, 2000);
    await openBundle(database, bundle(1, [1]), [media(1)]);
    expect((await localMediaRecords(database, ['m2'])).size).toBe(0);
    await intake.store(options);
    expect(Object.fromEntries(await localMediaRecords(database, ['m2']))).toMatchObject({
      m2: { name: 'Guide 2' },
    });
    await intake.unpack();
    expect(await database.records('media--document').count()).toBe(2);
  },
);

test('a file that its bundle has lost since the channel was asked for does not come back with it', async () => {
  const { database, intake } = startDevice(() => answered(first));
  await intake.take('https://host.example/c', {}, 1000);
  await intake.store(options);
  await intake.unpack();
  await intake.take('https://host.example/c', {}, 2000);
  await openBundle(database, bundle(1, [1]), [media(1)]);
  await intake.store(options);
  expect(await database.records('media--document').toCollection().primaryKeys()).toEqual(['m1']);
});

test('a file that is staged for another bundle stays when one is opened that has lost it', async () => {
  const { database, intake } = startDevice(() => answered(documentOf([bundle(2, [2])], [media(2), file(2)])));
  // A pack names it, and what it holds is not here.
  await database.records('salestool--document_bundle').put({
    id: 'b1',
    type: 'salestool--document_bundle',
    medias: [{ type: 'media--document', id: 'm2' }],
    _meta: { stub: true },
  });
  await intake.take('https://host.example/c', {}, 1000);
  await openBundle(database, bundle(1, []), []);
  await intake.store(options);
  expect([...(await localMediaRecords(database, ['m2'])).keys()]).toEqual(['m2']);
});

test('what a restored host has is not followed by what it had before', async () => {
  const dated = (name: string, changed: number) => ({ ...media(1), attributes: { name, changed } });
  const channelWith = (one: object) => documentOf([bundle(1, [1, 2])], [one, file(1), media(2), file(2)]);
  let document = channelWith(dated('Before', Date.parse('2026-11-20')));
  const { database, intake } = startDevice(() => answered(document));
  await intake.take('https://host.example/c', {}, 1000);
  await intake.store(options);
  document = channelWith(dated('Of the backup', Date.parse('2026-11-10')));
  await intake.take('https://host.example/c', {}, 2000);
  await intake.store(options);
  await intake.unpack();
  const medias = await localMediaRecords(database, ['m1', 'm2']);
  expect([...medias.values()].map(({ name }) => name)).toEqual(['Of the backup', 'Guide 2']);
});

test('what is on the device as it came is not written again', async () => {
  const { database, intake } = startDevice(() => answered(first));
  await intake.take('https://host.example/c', {}, 1000);
  await intake.store(options);
  await intake.take('https://host.example/c', {}, 2000);
  await intake.store(options);
  await intake.unpack();
  const pulledOf = async (name: string, id: string) => (await database.dexie.table(name).get(id)).pulled;
  expect(await pulledOf('media--document', 'm1')).toBe(1000);
  expect(await pulledOf('salestool--channel', 'c')).toBe(2000);
});

test('what gets rows of its own while it comes in again is not written again', async () => {
  const numbers = Array.from({ length: 600 }, (_, at) => at);
  const { database, intake } = startDevice(() =>
    answered(documentOf([bundle(1, numbers)], numbers.map(media))),
  );
  await intake.take('https://host.example/c', {}, 1000);
  await intake.store(options);
  await Promise.all([intake.take('https://host.example/c', {}, 2000), intake.unpack()]);
  expect(await stagedIn(database)).toBe(0);
});

test('a signature that waits to be pushed is not overwritten', async () => {
  const { database, intake } = startDevice(() => answered(first));
  const mine = { id: 's', type: 'salestool--signature' as const, title: 'Mine', _meta: { push: true } };
  await database.records('salestool--signature').put(mine);
  await intake.take('https://host.example/c', {}, 1000);
  await intake.store(options);
  expect(await database.records('salestool--signature').get('s')).toEqual(mine);
});
