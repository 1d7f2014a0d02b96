import { type ResourceTypeName, resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { sendPack } from '#testing/send-pack.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import { recordTables } from './record-tables.ts';

let host: TestHost;
let nora: Content;
let own: Partial<Record<ResourceTypeName, string>>;

beforeAll(async () => {
  host = await startTestHost();
  const as = await host.signIn('nora');
  nora = contentOf(as);
  const { packs, signatures, people } = host.world;
  const sent = await sendPack(as, { packId: packs.nora.id, signatureId: signatures.nora.id });
  own = {
    'salestool--pack': packs.nora.id,
    'salestool--message': sent.id,
    'salestool--signature': signatures.nora.id,
    'user--user': people.nora.id,
  };
  // What is mailed meanwhile would change a message too.
  await host.outbox.stop();
});
afterAll(() => host.stop());

/** A value of every shape that JSON has, and of every kind of attribute. */
const shapes: unknown[] = [
  ...[null, true, false, 0, 1, -1, 7.5, 1e300, '', '0', 'global', 'administrator', 'sent', '#000000'],
  ...['2020-01-01T00:00:00Z', 1_600_000_000, '{}', '{"version":2,"elements":[]}', 'x'.repeat(300)],
  ...[[], {}, [null], ['administrator'], { value: 'x' }, { value: 'x', format: null }, { target_id: 1 }],
  ...[{ data: null }, { uri: 'x' }, [[['x']]], newUuid()],
];

const written = resourceTypeNames.filter((name) => resourceTypeOf(name).writes.includes('update'));
const ownedBy = (type: ResourceTypeName, ...whose: string[]) => {
  const { attributes, relationships } = resourceTypeOf(type);
  const named = (fields: Record<string, { writable: string }>) =>
    Object.keys(fields).filter((name) => whose.includes(fields[name]?.writable ?? ''));
  return { attributes: named(attributes), relationships: named(relationships) };
};

/** The record as it lies in the database, and how it was when it was last seen. */
async function stored(type: ResourceTypeName) {
  const { rows } = await sql`select * from ${sql.table(recordTables[type].table)}
    where id = ${own[type]}`.execute(host.database.db);
  return rows[0];
}

test('every kind that is changed by callers is looked at here', () => {
  expect(Object.keys(own).sort()).toEqual([...written].sort());
});

describe.each(written)('[PERM-16] of %s,', (type) => {
  const path = collectionPath(type);
  const { attributes, relationships } = ownedBy(type, 'server', 'create', 'upload');

  test.each(attributes)('%s is changed by no value of any shape', async (field) => {
    const id = own[type];
    const before = await stored(type);
    const isServers = resourceTypeOf(type).attributes[field]?.writable === 'server';
    const present = (await nora.get(`${path}/${id}`)).record.attributes[field];
    for (const value of shapes) {
      const answer = await nora.patch(`${path}/${id}`, { type, id, attributes: { [field]: value } });
      // What is so already may be said; what was said once for all is not heard again.
      const isSame = JSON.stringify(value) === JSON.stringify(present);
      const expected = isServers && !isSame ? [403, `/data/attributes/${field}`] : [200, undefined];
      expect([value, answer.status, answer.errors[0]?.source?.pointer]).toEqual([value, ...expected]);
    }
    expect(await stored(type)).toEqual(before);
  });

  test.each(relationships)('%s is changed by no reference of any shape', async (field) => {
    const id = own[type];
    const { targets = [] } = resourceTypeOf(type).relationships[field] ?? {};
    const { people, packs, channels, files } = host.world;
    const others = [
      ...[
        people.tomas,
        people.nora,
        packs.global,
        packs.tomas,
        channels.transit,
        files.image,
        files.transitImage,
      ],
      { id: newUuid() },
    ].flatMap((record) => targets.map((target) => ({ type: target, id: record.id })));
    const before = await stored(type);
    const present = (await nora.get(`${path}/${id}`)).record.relationships[field]?.data;
    const isPresent = (data: unknown) =>
      ((data ?? { id: null }) as { id: unknown }).id === ((present ?? { id: null }) as { id: unknown }).id;
    for (const data of [...others, null]) {
      const changed = await nora.patch(`${path}/${id}`, { type, id, relationships: { [field]: { data } } });
      const related = await nora.patch(`${path}/${id}/relationships/${field}`, data);
      if (field === 'picture' && data === null) continue;
      for (const { status } of [changed, related])
        expect([field, data, isPresent(data) ? status < 300 : [400, 403, 404].includes(status)]).toEqual([
          field,
          data,
          true,
        ]);
      expect(await stored(type)).toEqual(before);
    }
    for (const data of [...shapes, others, undefined]) {
      const answers = [
        await nora.patch(`${path}/${id}`, { type, id, relationships: { [field]: { data } } }),
        await nora.send('PATCH', `${path}/${id}/relationships/${field}`, data),
        await nora.send('POST', `${path}/${id}/relationships/${field}`, data),
        await nora.send('DELETE', `${path}/${id}/relationships/${field}`, data),
      ];
      for (const { status } of answers) expect([200, 204, 400, 403, 404, 409, 415, 422]).toContain(status);
    }
    // A picture is one's own to take away, not to take from elsewhere.
    if (field !== 'picture') expect(await stored(type)).toEqual(before);
    else
      expect([null, files.face.id]).toContain(((await stored(type)) as { picture_id: unknown }).picture_id);
  });

  test('a new record says nothing of it either', async () => {
    if (!resourceTypeOf(type).writes.includes('create')) return;
    const { table } = recordTables[type];
    const count = async () =>
      (
        await sql<{ rows: unknown }>`select count(*) as rows from ${sql.table(table)}`.execute(
          host.database.db,
        )
      ).rows[0];
    const base = {
      'salestool--pack': { title: 'New' },
      'salestool--message': { subject: 'New' },
      'salestool--signature': { title: 'New' },
    }[type as string] as object;
    const { channels, packs } = host.world;
    const about =
      {
        'salestool--pack': { channel: { data: { type: 'salestool--channel', id: channels.retail.id } } },
        'salestool--message': { pack: { data: { type: 'salestool--pack', id: packs.nora.id } } },
      }[type as string] ?? {};
    const before = await count();
    for (const field of ownedBy(type, 'server').attributes) {
      for (const value of shapes) {
        const attributes = { ...base, [field]: value };
        const answer = await nora.post(path, { type, attributes, relationships: about });
        expect([field, value, answer.status, answer.errors[0]?.source?.pointer]).toEqual([
          ...[field, value, 403, `/data/attributes/${field}`],
        ]);
      }
    }
    expect(await count()).toEqual(before);
  });
});
