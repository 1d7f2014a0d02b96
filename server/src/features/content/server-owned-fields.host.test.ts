import { type ResourceTypeName, resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Content;

beforeAll(async () => {
  host = await startTestHost();
  nora = contentOf(await host.signIn('nora'));
});
afterAll(() => host.stop());

/** What somebody would say who wants to be more than they are. */
const strange: Record<string, unknown> = {
  text: 'global',
  integer: 7,
  time: '2020-01-01T00:00:00Z',
  boolean: false,
  'rich-text': { value: '<p>x</p>', format: null },
  'json-text': '{}',
};

const written = resourceTypeNames.filter((name) => resourceTypeOf(name).writes.length > 0);

const fields = written.flatMap((type) => {
  const { attributes, relationships } = resourceTypeOf(type);
  return [
    ...Object.entries(attributes)
      .filter(([, { writable }]) => writable === 'server')
      .map(([field, { kind }]) => ({ type, kind: 'attributes', field, value: strange[kind] })),
    ...Object.entries(relationships)
      .filter(([, { writable }]) => writable === 'server')
      .map(([field, { targets }]) => ({
        type,
        kind: 'relationships',
        field,
        value: { data: { type: targets[0], id: newUuid() } },
      })),
  ];
});

const minimal = (type: ResourceTypeName) => {
  const { channels, packs } = host.world;
  const to = (name: string, id: string) => ({ data: { type: name, id } });
  const documents: Partial<Record<ResourceTypeName, { attributes: object; relationships: object }>> = {
    'salestool--pack': {
      attributes: { title: 'Mine' },
      relationships: { channel: to('salestool--channel', channels.retail.id) },
    },
    'salestool--message': {
      attributes: { subject: 'Hello' },
      relationships: { pack: to('salestool--pack', packs.nora.id) },
    },
    'salestool--signature': { attributes: { title: 'Nora' }, relationships: {} },
  };
  return documents[type] ?? { attributes: {}, relationships: {} };
};

test('every kind that callers write is looked at here', () => {
  expect(written).toEqual(['salestool--pack', 'salestool--message', 'salestool--signature', 'user--user']);
  expect(fields.length).toBeGreaterThan(20);
  expect(fields.filter(({ value }) => value === undefined)).toEqual([]);
});

describe('[PERM-16] what the host owns is said by nobody else:', () => {
  test.each(fields)('$type $field', async ({ type, kind, field, value }) => {
    const path = collectionPath(type);
    const pointer = `/data/${kind}/${field}`;
    const document = minimal(type);
    const isMade = resourceTypeOf(type).writes.includes('create');
    const withField = (id: string, base: object) => ({
      type,
      id,
      ...base,
      [kind]: { ...(base as Record<string, object>)[kind], [field]: value },
    });
    if (isMade) {
      const id = newUuid();
      const made = await nora.post(path, withField(id, document));
      expect([made.status, made.errors[0]?.source?.pointer]).toEqual([403, pointer]);
      expect((await nora.get(`${path}/${id}`)).status).toBe(404);
    }
    const { id } = isMade ? (await nora.post(path, { type, ...document })).record : host.world.people.nora;
    const before = await nora.get(`${path}/${id}`);
    const changed = await nora.patch(`${path}/${id}`, withField(id, {}));
    expect([changed.status, changed.errors[0]?.source?.pointer]).toEqual([403, pointer]);
    expect((await nora.get(`${path}/${id}`)).record).toEqual(before.record);
  });
});

describe('an ETag', () => {
  const etags = async (...whose: Content[]) =>
    Promise.all(whose.map(async (as) => (await as.get('salestool/pack')).headers.get('etag')));

  test('ends with every write for those who see what was written, and for nobody else', async () => {
    const [tomas, henrik] = [contentOf(await host.signIn('tomas')), contentOf(await host.signIn('henrik'))];
    const path = 'salestool/pack';
    const id = newUuid();
    const change = { type: 'salestool--pack', id };
    const photo = { type: 'media--image', id: host.world.documents.photo.id };
    for (const write of [
      () => nora.post(path, { ...change, ...minimal('salestool--pack') }),
      () => nora.patch(`${path}/${id}`, { ...change, attributes: { title: 'New' } }),
      () => nora.patch(`${path}/${id}`, { ...change, relationships: { medias: { data: [photo] } } }),
      () => nora.delete(`${path}/${id}/relationships/medias`, [photo]),
      () => nora.delete(`${path}/${id}`),
    ]) {
      const before = await etags(nora, tomas, henrik);
      expect((await write()).status).toBeLessThan(300);
      const after = await etags(nora, tomas, henrik);
      expect(after.map((etag, at) => etag === before[at])).toEqual([false, true, true]);
    }
  });

  test('and the time of a change stay when a write says what is so already, or is refused', async () => {
    const mine = minimal('salestool--pack');
    const { record } = await nora.post('salestool/pack', { type: 'salestool--pack', ...mine });
    const path = `salestool/pack/${record.id}`;
    const before = await nora.get(path);
    host.advance(60_000);
    for (const [attributes, status] of [
      [mine.attributes, 200],
      [{}, 200],
      [{ title: '' }, 422],
      [{ pack_type: 'global' }, 403],
      [{ pack_data: 'x' }, 422],
    ] as const) {
      const answer = await nora.patch(path, { type: 'salestool--pack', id: record.id, attributes });
      expect(answer.status).toBe(status);
    }
    const after = await nora.get(path);
    expect([after.headers.get('etag'), after.record]).toEqual([before.headers.get('etag'), before.record]);
  });
});
