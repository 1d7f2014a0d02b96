import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteFile } from '#database/database.ts';
import { isOneOf, limitStatements } from '#database/dialect.ts';
import { newInternalId, newUuid } from '#database/ids.ts';
import { asHttpError } from '#http/errors.ts';
import { contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import type { Sight } from '#visibility.ts';
import { compileFilter } from './compile-filter.ts';
import { parseFilter } from './parse-filter.ts';
import { recordTables } from './record-tables.ts';

let host: TestHost;

beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.stop());

/** A bundle of the first channel with this many files, named by their place. */
async function addBundle(files: number) {
  const { db } = host.database;
  const [like, media] = await Promise.all([
    db
      .selectFrom('bundle')
      .selectAll()
      .where('type', '=', 'salestool--document_bundle')
      .executeTakeFirstOrThrow(),
    db.selectFrom('media').selectAll().where('type', '=', 'media--document').executeTakeFirstOrThrow(),
  ]);
  const own = () => ({ id: newUuid(), internal_id: newInternalId() });
  const bundle = { ...like, ...own(), title: `Of ${files}` };
  const rows = Array.from({ length: files }, (_, at) => ({ ...media, ...own(), name: `File ${at}` }));
  await db.insertInto('bundle').values(bundle).execute();
  const channel = { channel_id: host.world.channels.retail.id, bundle_id: bundle.id, position: files };
  await db.insertInto('channel_bundle').values(channel).execute();
  for (let at = 0; at < files; at += 500) {
    const some = rows.slice(at, at + 500);
    await db.insertInto('media').values(some).execute();
    const places = some.map(({ id }, place) => ({
      bundle_id: bundle.id,
      media_id: id,
      position: at + place,
    }));
    await db.insertInto('bundle_media').values(places).execute();
  }
  return bundle.id;
}

/** How much the engine looks at to tell which of some records fit a filter. */
async function workOf(
  type: 'salestool--document_bundle' | 'salestool--pack',
  asked: { path: string; operator: string; value?: string },
  ids: string[],
) {
  const { database, config, world } = host;
  const { dialect } = database;
  const viewer = { accountId: world.people.nora.id, roles: ['sales_tool_user'] };
  const sight = {
    viewer: { ...viewer, channelIds: [world.channels.retail.id] },
    dialect,
  } as unknown as Sight;
  const filter = parseFilter({ a: { condition: asked } });
  const condition = compileFilter(filter, type, 't', sight);
  const question = sql`select count(*) from ${sql.table(recordTables[type].table)} as t
    where ${isOneOf(sql.ref('t.id'), ids, dialect)} and ${condition}`;
  if (dialect === 'postgres') {
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
      explain (analyze, buffers, format json) ${question}`.execute(database.db);
    const { Plan } = rows[0]?.['QUERY PLAN'][0] ?? {};
    return (Plan?.['Shared Hit Blocks'] ?? 0) + (Plan?.['Shared Read Blocks'] ?? 0);
  }
  // Every place and every name that is read counts.
  let read = 0;
  const counted = (value: unknown) => {
    read++;
    return value;
  };
  const connection = new Sqlite(sqliteFile(config.dataFolder));
  connection.function('fold', counted);
  connection.function('counted', counted);
  connection.exec(`create temp view bundle_media as
    select bundle_id, media_id, counted(position) as position from main.bundle_media`);
  const { sql: text, parameters } = question.compile(database.db);
  connection.prepare(text).all(...parameters);
  connection.close();
  return read;
}

test('a place in a long list costs no more than the list is long', async () => {
  const [few, many] = [await addBundle(250), await addBundle(2_000)];
  if (host.database.dialect === 'postgres') await sql`analyze`.execute(host.database.db);
  // Whatever it is called: what a place is asked of.
  const asked = { path: 'medias.999999.name', operator: 'IS NOT NULL' };
  const forFew = await workOf('salestool--document_bundle', asked, [few]);
  const forMany = await workOf('salestool--document_bundle', asked, [many]);
  expect(forFew).toBeGreaterThan(0);
  // Eight times as long; for every pair it would be sixty-four times as much.
  expect(forMany / forFew).toBeLessThan(16);

  const nora = contentOf(await host.signIn('nora'));
  const named = async (name: string, place: number) =>
    (await nora.get('salestool/document_bundle', { [`filter[medias.${place}.name]`]: name })).records.map(
      ({ id }) => id,
    );
  expect(await named('File 1999', 1_999)).toEqual([many]);
  expect((await named('File 7', 7)).sort()).toEqual([few, many].sort());
  expect(await named('File 7', 8)).toEqual([]);
});

test('lists of a list are looked through once, however many records lead there', async () => {
  const bundle_id = await addBundle(300);
  const { db, dialect } = host.database;
  const like = await db
    .selectFrom('pack')
    .selectAll()
    .where('owner_id', '=', host.world.people.nora.id)
    .executeTakeFirstOrThrow();
  const packs = Array.from({ length: 40 }, () => ({ ...like, id: newUuid(), internal_id: newInternalId() }));
  await db.insertInto('pack').values(packs).execute();
  await db
    .insertInto('pack_bundle')
    .values(packs.map(({ id }) => ({ pack_id: id, bundle_id, position: 0 })))
    .execute();
  if (dialect === 'postgres') await sql`analyze`.execute(db);
  const asked = { path: 'bundles.medias.name', operator: '=', value: 'nothing' };
  const ids = packs.map(({ id }) => id);
  const forOne = await workOf('salestool--pack', asked, ids.slice(0, 1));
  const forAll = await workOf('salestool--pack', asked, ids);
  expect(forOne).toBeGreaterThan(0);
  expect(forAll / forOne).toBeLessThan(4);

  const nora = contentOf(await host.signIn('nora'));
  expect((await nora.get('salestool/pack', { 'filter[bundles.medias.name]': 'File 299' })).count).toBe(40);
  expect((await nora.get('salestool/pack', { 'filter[bundles.medias.299.name]': 'File 299' })).count).toBe(
    40,
  );
  expect((await nora.get('salestool/pack', { 'filter[bundles.medias.298.name]': 'File 299' })).count).toBe(0);
});

test('a statement that takes too long is ended, and the caller is told to come again', async () => {
  const { database } = host;
  if (database.dialect !== 'postgres') return;
  const error = await database
    .read(async (trx) => {
      await limitStatements(trx, database.dialect, 20);
      await sql`select pg_sleep(60)`.execute(trx);
    })
    .catch((reason) => reason);
  expect(asHttpError(error)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  host.statements.length = 0;
  const nora = await host.signIn('nora');
  expect((await nora('/jsonapi/salestool/channel')).status).toBe(200);
  expect(host.statements.filter((text) => text.includes('statement_timeout'))).toHaveLength(1);
});
