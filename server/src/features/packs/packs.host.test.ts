import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { changeOf, packsOf, textPack } from '#testing/new-pack.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let noraFetch: Fetch;
let nora: Content;
let tomas: Content;
let newPack: ReturnType<typeof packsOf>;

beforeAll(async () => {
  host = await startTestHost();
  noraFetch = await host.signIn('nora');
  nora = contentOf(noraFetch);
  tomas = contentOf(await host.signIn('tomas'));
  newPack = packsOf(host.world.channels.retail.id);
});
afterAll(() => host.stop());

const channel = () => ({ data: { type: 'salestool--channel', id: host.world.channels.retail.id } });

const create = async (attributes: Record<string, unknown> = {}) => {
  const answer = await nora.post('salestool/pack', newPack(attributes));
  expect(answer.errors).toEqual([]);
  return answer;
};

test('[API-28, API-53, API-56, MODEL-23, MODEL-24, MODEL-27] a pack is created under the client’s id with all its fields', async () => {
  const { documents, bundles, people } = host.world;
  const sent = newPack(
    {
      notes: 'Ask for the owner',
      color: { color: '#0b703f', opacity: 0.5 },
      pack_data: textPack('<p>Hello</p>'),
      meta: '{"included":["x"]}',
    },
    {
      bundles: { data: [{ type: 'salestool--document_bundle', id: bundles.counter.id }] },
      medias: {
        data: [
          { type: 'media--image', id: documents.photo.id },
          { type: 'media--document', id: documents.guide.id },
        ],
      },
    },
  );
  const answer = await nora.post('salestool/pack?include=uid', sent);
  expect([answer.status, answer.headers.get('location')]).toEqual([
    201,
    `http://satchel.test/jsonapi/salestool/pack/${sent.id}`,
  ]);
  expect(answer.record).toMatchObject({ id: sent.id, attributes: { ...sent.attributes, archived: false } });
  expect(answer.record.relationships.medias?.data).toMatchObject([
    { id: documents.photo.id },
    { id: documents.guide.id },
  ]);
  expect(answer.record.relationships.bundles?.data).toMatchObject([{ id: bundles.counter.id }]);
  expect(answer.included).toMatchObject([{ id: people.nora.id }]);
  expect((await nora.get(`salestool/pack/${sent.id}`)).record).toEqual(answer.record);
});

test('[MODEL-26, PERM-16] what the host owns is set by the host: owner, private, times', async () => {
  const before = Date.now();
  const answer = await nora.post(
    'salestool/pack',
    newPack(
      { pack_type: 'private' },
      { uid: { data: { type: 'user--user', id: host.world.people.nora.id } } },
    ),
  );
  expect(answer.record.attributes.pack_type).toBe('private');
  expect(answer.record.relationships.uid?.data).toMatchObject({ id: host.world.people.nora.id });
  expect(Date.parse(String(answer.record.attributes.created))).toBeGreaterThan(before - 2000);
  for (const [attributes, relationships, pointer] of [
    [{ pack_type: 'global' }, {}, '/data/attributes/pack_type'],
    [{ created: '2020-01-01T00:00:00Z' }, {}, '/data/attributes/created'],
    [{ drupal_internal__id: 7 }, {}, '/data/attributes/drupal_internal__id'],
    [
      {},
      { uid: { data: { type: 'user--user', id: host.world.people.tomas.id } } },
      '/data/relationships/uid',
    ],
  ] as const) {
    const refused = await nora.post('salestool/pack', newPack(attributes, relationships));
    expect([refused.status, refused.errors[0]?.source?.pointer]).toEqual([403, pointer]);
  }
});

test('the same create again is 409 and leads its owner to the record; others get the same words and nothing more', async () => {
  const pack = newPack();
  expect((await nora.post('salestool/pack', pack)).status).toBe(201);
  const again = await nora.post('salestool/pack', { ...pack, attributes: { title: 'Other' } });
  const foreign = await tomas.post('salestool/pack', {
    ...pack,
    relationships: { channel: { data: { type: 'salestool--channel', id: host.world.channels.transit.id } } },
  });
  expect([again.status, foreign.status]).toEqual([409, 409]);
  expect(foreign.errors[0]?.detail).toBe(again.errors[0]?.detail);
  expect(again.errors[0]?.links?.about?.href).toBe(`http://satchel.test/jsonapi/salestool/pack/${pack.id}`);
  expect(foreign.errors[0]?.links?.about).toBeUndefined();
  expect((await nora.get(`salestool/pack/${pack.id}`)).record.attributes.title).toBe('Café Linnea');
});

test('many creates with one id at once make one record', async () => {
  const pack = newPack();
  const answers = await Promise.all(Array.from({ length: 6 }, () => nora.post('salestool/pack', pack)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
});

test('[API-28] a change touches only what was sent', async () => {
  const { record } = await create({ notes: 'Keep me' });
  const answer = await nora.patch(
    `salestool/pack/${record.id}`,
    changeOf(record.id, { title: 'New', archived: true }),
  );
  expect([answer.status, answer.record.attributes]).toMatchObject([
    200,
    { title: 'New', archived: true, notes: 'Keep me' },
  ]);
});

test('a change that says what the host has already said is taken, and another is refused', async () => {
  const { record } = await create();
  const { created } = record.attributes;
  const same = await nora.patch(
    `salestool/pack/${record.id}`,
    changeOf(record.id, { created, pack_type: 'private' }, { channel: channel() }),
  );
  expect(same.status).toBe(200);
  const other = await nora.patch(`salestool/pack/${record.id}`, changeOf(record.id, { pack_type: 'global' }));
  expect([other.status, other.errors[0]?.source?.pointer]).toEqual([403, '/data/attributes/pack_type']);
});

test('a change needs the id of its address', async () => {
  const { record } = await create();
  for (const id of [undefined, newUuid()]) {
    const answer = await nora.patch(`salestool/pack/${record.id}`, {
      type: 'salestool--pack',
      id,
      attributes: {},
    });
    expect([answer.status, answer.errors[0]?.detail]).toEqual([
      400,
      expect.stringMatching(/does not match the ID/),
    ]);
  }
});

test('saving never fails because an item was withdrawn meanwhile: it is left out', async () => {
  const { documents } = host.world;
  const gone = newUuid();
  const answer = await nora.post(
    'salestool/pack',
    newPack(
      {},
      {
        medias: {
          data: [
            { type: 'media--document', id: gone },
            { type: 'media--document', id: documents.guide.id },
          ],
        },
      },
    ),
  );
  expect(answer.status).toBe(201);
  expect(answer.record.relationships.medias?.data).toMatchObject([{ id: documents.guide.id }]);
});

test('texts in a pack are made safe when they come in', async () => {
  const { record } = await create({
    pack_data: textPack('<p onclick="x()">Hi<script>alert(1)</script></p>'),
  });
  const stored = JSON.parse(String(record.attributes.pack_data));
  expect(stored.elements[0].data.content).toBe('<p>Hi</p>');
});

test('pack data of version 1 is taken as it is', async () => {
  const pack_data = JSON.stringify([
    { id: 'g', name: 'Group', type: 'salestool--document_bundle', children: [] },
  ]);
  expect((await create({ pack_data })).record.attributes.pack_data).toBe(pack_data);
});

describe('[PERM-05] only one’s own private packs can be changed or deleted:', () => {
  test('shared ones are refused, other people’s do not exist', async () => {
    const { packs } = host.world;
    for (const [pack, status] of [
      [packs.global, 403],
      [packs.retail, 403],
      [packs.transit, 404],
      [packs.tomas, 404],
    ] as const) {
      const path = `salestool/pack/${pack.id}`;
      const change = await nora.patch(path, changeOf(pack.id, { title: 'Mine now' }));
      const removal = await nora.delete(path);
      expect([pack.title, change.status, removal.status]).toEqual([pack.title, status, status]);
    }
    const stored = await host.database.db
      .selectFrom('pack')
      .select('title')
      .where('title', '=', 'Mine now')
      .execute();
    expect(stored).toEqual([]);
  });

  test('nothing is written without a token', async () => {
    const anonymous = contentOf(host.fetch);
    const { nora: pack } = host.world.packs;
    expect((await anonymous.post('salestool/pack', newPack())).status).toBe(401);
    expect((await anonymous.patch(`salestool/pack/${pack.id}`, changeOf(pack.id, {}))).status).toBe(401);
    expect((await anonymous.delete(`salestool/pack/${pack.id}`)).status).toBe(401);
  });
});

test('[MODEL-22] a pack of selected bundles and medias of a channel is made, changed, archived, copied, sent and removed', async () => {
  const { bundles, documents } = host.world;
  const lists = {
    bundles: { data: [{ type: 'salestool--document_bundle', id: bundles.counter.id }] },
    medias: { data: [{ type: 'media--document', id: documents.guide.id }] },
  };
  const made = await nora.post('salestool/pack', newPack({ pack_data: textPack('<p>Hello</p>') }, lists));
  const { id, attributes } = made.record;
  const path = `salestool/pack/${id}`;
  const changed = await nora.patch(path, changeOf(id, { title: 'Second visit', archived: true }));
  expect(changed.record.attributes).toMatchObject({ title: 'Second visit', archived: true });
  const copy = await nora.post('salestool/pack', newPack({ pack_data: attributes.pack_data }, lists));
  expect([copy.status, copy.record.id === id]).toEqual([201, false]);
  const sent = await sendPack(noraFetch, { packId: id });
  expect((await nora.get(`salestool/message/${sent.id}`)).record.relationships.pack?.data).toMatchObject({
    id,
  });
  expect((await nora.delete(`salestool/pack/${copy.record.id}`)).status).toBe(204);
  expect((await nora.get(`salestool/pack/${copy.record.id}`)).status).toBe(404);
  expect((await nora.get(path)).record.attributes.title).toBe('Second visit');
});

test('[API-28] a deleted pack is gone, its id is free again, and a second delete finds nothing', async () => {
  const { record } = await create();
  const path = `salestool/pack/${record.id}`;
  expect((await nora.delete(path)).status).toBe(204);
  expect((await nora.get(path)).status).toBe(404);
  expect((await nora.delete(path)).status).toBe(404);
  expect((await nora.post('salestool/pack', newPack({}, {}, record.id))).status).toBe(201);
});

test('[API-28] kinds that only the host writes refuse it', async () => {
  const { retail } = host.world.channels;
  const data = { type: 'salestool--channel', id: retail.id, attributes: { title: 'Mine' } };
  for (const answer of [
    await nora.post('salestool/channel', data),
    await nora.patch(`salestool/channel/${retail.id}`, data),
    await nora.delete(`salestool/channel/${retail.id}`),
  ]) {
    expect([answer.status, answer.errors[0]?.detail]).toEqual([
      403,
      'Records of type salestool--channel cannot be made, changed or removed in this way.',
    ]);
  }
});
