import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import {
  collectionPath,
  type ResourceTypeName,
  resourceTypeOf,
} from '@satchel/core/contract/resource-types.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
import { recordTables } from '#features/content/record-tables.ts';
import { type Asker, askers, expectStatuses, type Statuses } from './askers.ts';
import { contentAccess, documents, groups, type MadeRecords } from './content-access.ts';
import { type Content, contentOf, type ReadAnswer } from './document.ts';
import { sendPack } from './send-pack.ts';
import { startTestHost, type TestHost } from './test-host.ts';
import { blankPicture, octets } from './uploads.ts';

let host: TestHost;
let made: MadeRecords;
const content = {} as Record<Asker, Content>;

beforeAll(async () => {
  host = await startTestHost();
  const { packs, help } = host.world;
  for (const asker of askers)
    content[asker] = contentOf(asker === 'anonymous' ? host.fetch : await host.signIn(asker));
  const forManagers = {
    ...help,
    ...{ id: newUuid(), internal_id: newInternalId() },
    ...{ alias: '/help/for-managers', roles: 'sales_tool_manager' },
  };
  await host.database.db.insertInto('help_page').values(forManagers).execute();
  made = {
    noras: await sendPack(await host.signIn('nora'), { packId: packs.nora.id }),
    tomass: await sendPack(await host.signIn('tomas'), { packId: packs.tomas.id }),
    forManagers,
  };
});
afterAll(() => host.stop());

interface Known {
  name: string;
  id: string;
  seenBy: readonly Asker[];
}

function recordsOf(type: ResourceTypeName): Known[] {
  return Object.entries(contentAccess[type].seenBy).flatMap(([group, records]) =>
    Object.entries(records(host.world, made)).map(([name, { id }]) => ({
      ...{ name, id: String(id), seenBy: groups[group as keyof typeof groups] },
    })),
  );
}

const notTaken = '401 405 405 405 405 405';
const rowOf = (seenBy: readonly Asker[], there: number): Statuses =>
  askers
    .map((asker) => (asker === 'anonymous' ? 401 : seenBy.includes(asker) ? there : 404))
    .join(' ') as Statuses;

const expectRow = (what: string, row: Statuses, ask: (as: Content, asker: Asker) => Promise<ReadAnswer>) =>
  expectStatuses(what, row, (asker) => ask(content[asker], asker));

const anyDocument = { attributes: { title: 'New' } };

/** Bytes of a picture, sent to where a field of a record takes them. */
async function upload(asker: Asker, path: string) {
  const bytes = new Uint8Array(await blankPicture(4, 4).png().toBuffer());
  const authorization = asker === 'anonymous' ? undefined : await host.authorization(asker);
  const answer = await host.fetch(`/jsonapi/${path}`, {
    method: 'POST',
    body: bytes,
    headers: {
      'content-type': octets,
      'content-disposition': 'file; filename="x.png"',
      ...(authorization && { authorization }),
    },
  });
  const { errors = [] } = await answer.json();
  return { status: answer.status, errors, headers: answer.headers } as ReadAnswer;
}

type Ask = (type: ResourceTypeName) => Promise<void>;

const eachRecord =
  (check: (path: string, record: Known, type: ResourceTypeName) => Promise<void>): Ask =>
  async (type) => {
    for (const record of recordsOf(type)) await check(`${collectionPath(type)}/${record.id}`, record, type);
  };

/** One record for each group of people that sees other ones. */
const eachKindOf =
  (check: (path: string, record: Known, type: ResourceTypeName) => Promise<void>): Ask =>
  async (type) => {
    const known = recordsOf(type).toReversed();
    const records = new Map(known.map((record): [string, Known] => [String(record.seenBy), record]));
    for (const record of records.values()) await check(`${collectionPath(type)}/${record.id}`, record, type);
  };

const eachRelationship = (
  check: (path: string, name: string, record: Known, type: ResourceTypeName) => Promise<void>,
) =>
  eachKindOf(async (path, record, type) => {
    for (const name of Object.keys(resourceTypeOf(type).relationships)) await check(path, name, record, type);
  });

const refusedEverywhere = (method: string, path: string) =>
  expectRow(`${method} ${path}`, notTaken, async (as) => as.send(method, path));

/** Whoever is signed in may ask; the answer is the same whether the record is there or not. */
const toldEverywhere = (path: string) =>
  expectRow(`OPTIONS ${path}`, '401 200 200 200 200 200', async (as) => as.send('OPTIONS', path));

/** Writing of a record that exists: what the table says, or what nobody may. */
const written = (type: ResourceTypeName, { name, seenBy }: Known, verb: 'PATCH' | 'DELETE'): Statuses => {
  const { writes } = contentAccess[type];
  const row = writes === 'nobody' ? rowOf(seenBy, 403) : writes[name]?.[verb];
  if (row === undefined) throw new Error(`Who may ${verb} ${type} ${name}? The table does not say.`);
  return row;
};

/** One check for each route below a collection, over every record of a kind. */
const verbs: Record<string, Ask> = {
  'GET /jsonapi/:entity/:bundle': async (type) => {
    const known = recordsOf(type);
    await expectRow(`GET ${type}`, '401 200 200 200 200 200', async (as, asker) => {
      const answer = await as.get(collectionPath(type), { 'page[limit]': '200' });
      const seen = known.filter(({ seenBy }) => seenBy.includes(asker)).map(({ name }) => name);
      const named = answer.records.map(({ id }) => known.find((each) => each.id === id)?.name ?? id);
      expect([asker, named.sort()]).toEqual([asker, seen.sort()]);
      if (asker !== 'anonymous') expect(answer.count).toBe(seen.length);
      return answer;
    });
  },
  'GET /jsonapi/:entity/:bundle/:id': eachRecord((path, { name, seenBy }) =>
    expectRow(`GET ${name}`, rowOf(seenBy, 200), (as) => as.get(path)),
  ),
  'GET /jsonapi/:entity/:bundle/:id/:relationship': eachRelationship((path, field, { name, seenBy }) =>
    expectRow(`GET ${name} ${field}`, rowOf(seenBy, 200), (as) => as.get(`${path}/${field}`)),
  ),
  'GET /jsonapi/:entity/:bundle/:id/relationships/:relationship': eachRelationship(
    (path, field, { name, seenBy }) =>
      expectRow(`GET ${name} ${field}`, rowOf(seenBy, 200), (as) => as.get(`${path}/relationships/${field}`)),
  ),
  'PATCH /jsonapi/:entity/:bundle/:id': eachRecord((path, record, type) =>
    expectRow(`PATCH ${record.name}`, written(type, record, 'PATCH'), (as) =>
      as.patch(path, { type, id: record.id, attributes: {} }),
    ),
  ),
  'PATCH /jsonapi/:entity/:bundle/:id/relationships/:relationship': eachRelationship(
    async (path, field, record, type) => {
      const { name } = record;
      const { emptied, writes } = contentAccess[type];
      const { many } = resourceTypeOf(type).relationships[field] ?? {};
      const isFirst = writes !== 'nobody' && Object.keys(writes)[0] === name;
      const change = (as: Content) => as.patch(`${path}/relationships/${field}`, many ? [] : null);
      const row = written(type, record, 'PATCH').replace('200', isFirst ? String(emptied[field]) : '200');
      // Whose it is, is told by the first of them.
      if (isFirst || !row.includes('200')) await expectRow(`empty ${name} ${field}`, row as Statuses, change);
    },
  ),
  ...Object.fromEntries(
    (['POST', 'DELETE'] as const).map((method) => [
      `${method} /jsonapi/:entity/:bundle/:id/relationships/:relationship`,
      eachRelationship(async (path, field, record, type) => {
        const { many = false } = resourceTypeOf(type).relationships[field] ?? {};
        // Nothing added, nothing removed: only whether one may is asked.
        const row = many ? written(type, record, 'PATCH') : '401 409 409 409 409 409';
        await expectRow(`${method} ${record.name} ${field}`, row, async (as) => {
          const answer = await as.send(method, `${path}/relationships/${field}`, []);
          return answer.status === 204 ? { ...answer, status: 200 } : answer;
        });
      }),
    ]),
  ),
  'POST /jsonapi/:entity/:bundle/:id': async (type) => {
    const { relationships } = resourceTypeOf(type);
    for (const [field, { targets, writable }] of Object.entries(relationships)) {
      const isFile = targets.some((target) => target === 'file--file');
      const status = isFile ? (writable === 'upload' ? 201 : 403) : 404;
      await expectRow(`upload for ${field}`, rowOf(groups.everyone, status), (_, asker) =>
        upload(asker, `${collectionPath(type)}/${field}`),
      );
    }
  },
  'POST /jsonapi/:entity/:bundle/:id/:relationship': eachRelationship(async (path, field, record, type) => {
    const { targets = [], writable } = resourceTypeOf(type).relationships[field] ?? {};
    const isFile = targets.some((target) => target === 'file--file');
    const row =
      isFile && writable === 'upload'
        ? written(type, record, 'PATCH')
        : rowOf(groups.everyone, isFile ? 403 : 404);
    await expectRow(`upload to ${record.name} ${field}`, row, (_, asker) =>
      upload(asker, `${path}/${field}`),
    );
  }),
  'OPTIONS /jsonapi/:entity/:bundle': (type) => toldEverywhere(collectionPath(type)),
  'OPTIONS /jsonapi/:entity/:bundle/:id': eachKindOf((path) => toldEverywhere(path)),
  'OPTIONS /jsonapi/:entity/:bundle/:id/:relationship': eachRelationship((path, field) =>
    toldEverywhere(`${path}/${field}`),
  ),
  'OPTIONS /jsonapi/:entity/:bundle/:id/relationships/:relationship': eachRelationship((path, field) =>
    toldEverywhere(`${path}/relationships/${field}`),
  ),
  'PUT /jsonapi/:entity/:bundle': (type) => refusedEverywhere('PUT', collectionPath(type)),
  'PATCH /jsonapi/:entity/:bundle': (type) => refusedEverywhere('PATCH', collectionPath(type)),
  'DELETE /jsonapi/:entity/:bundle': (type) => refusedEverywhere('DELETE', collectionPath(type)),
  'PUT /jsonapi/:entity/:bundle/:id': eachKindOf((path) => refusedEverywhere('PUT', path)),
  ...Object.fromEntries(
    ['PUT', 'PATCH', 'DELETE'].map((method) => [
      `${method} /jsonapi/:entity/:bundle/:id/:relationship`,
      eachRelationship((path, field) => refusedEverywhere(method, `${path}/${field}`)),
    ]),
  ),
  'PUT /jsonapi/:entity/:bundle/:id/relationships/:relationship': eachRelationship((path, field) =>
    refusedEverywhere('PUT', `${path}/relationships/${field}`),
  ),
  'POST /jsonapi/:entity/:bundle': async (type) => {
    const known = documents[type]?.(host.world);
    for (const [what, row] of Object.entries(contentAccess[type].POST)) {
      const document = known ? known[what] : anyDocument;
      if (!document) throw new Error(`What is ${type} ${what}?`);
      await expectRow(`make ${what}`, row, (as) => as.post(collectionPath(type), { type, ...document }));
    }
  },
  'DELETE /jsonapi/:entity/:bundle/:id': async (type) => {
    // Packs and signatures stay while a message was made with them.
    const kept = type === 'salestool--pack' ? [] : [made.noras.id, made.tomass.id];
    await host.database.db
      .deleteFrom('message')
      .where((eb) => eb.not(eb('id', 'in', [...kept, ''])))
      .execute();
    await eachRecord(async (path, record) => {
      // It went when the relationship that showed it was emptied above.
      if (type === 'file--file' && record.name === 'face') return;
      await expectRow(`DELETE ${record.name}`, written(type, record, 'DELETE'), (as) => as.delete(path));
    })(type);
  },
};

test('every kind of record, and every route of one, is in the table', () => {
  expect(Object.keys(contentAccess).sort()).toEqual([...resourceTypeNames].sort());
  const routes = host.routes.filter(({ url }) => url.startsWith('/jsonapi/:'));
  // Packs and messages may be larger than the rest; their addresses are of the same form.
  const formOf = (url: string) => url.replaceAll(/\(\^.*?\$\)/g, '');
  const asked = routes
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${formOf(url)}`);
  expect(Object.keys(verbs).sort()).toEqual([...new Set(asked)].sort());
  for (const type of resourceTypeNames) {
    const { writes, emptied } = contentAccess[type];
    const relationships = writes === 'nobody' ? [] : Object.keys(resourceTypeOf(type).relationships);
    expect([type, Object.keys(emptied)]).toEqual([type, relationships]);
  }
});

test.each(resourceTypeNames)('every record of %s there is stands in the table', async (type) => {
  const { table, discriminator } = recordTables[type];
  const kind = discriminator ? sql`where ${sql.ref(discriminator.column)} = ${discriminator.value}` : sql``;
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} ${kind}`.execute(
    host.database.db,
  );
  expect(
    recordsOf(type)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(rows.map(({ id }) => id).sort());
});

// In this order: what is removed last is there for all others, and messages are removed before their packs.
describe.each(Object.entries(verbs))('[PERM-04, PERM-16, API-03] %s', (_verb, ask) => {
  test.each(resourceTypeNames.toReversed())('does for %s what the table says, whoever asks', (type) =>
    ask(type),
  );
});
