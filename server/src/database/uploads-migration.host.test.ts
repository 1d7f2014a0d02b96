import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateToLatest, openDatabase } from '#database/database.ts';
import { newInternalId, newUuid } from '#database/ids.ts';
import { migrations } from '#database/migrations.ts';
import { freshDatabase, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;

beforeAll(async () => {
  host = await startTestHost({ withWorld: false });
});
afterAll(() => host.stop());

test('packs keep their documents in order when they come to take one twice', async () => {
  const postgres = process.env.SATCHEL_TEST_POSTGRES;
  const fresh = postgres ? await freshDatabase(postgres) : undefined;
  const database = await openDatabase(fresh?.url, `${host.config.dataFolder}/before`);
  const { db } = database;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  expect((await migrator.migrateTo('001-records')).error).toBeUndefined();

  const record = () => ({
    id: newUuid(),
    internal_id: newInternalId(),
    created: 0,
    changed: 0,
    source: null,
  });
  const empty = { description: null, document_size: null, video: null, file_id: null, thumbnail_id: null };
  const pictures = { thumbnail_image_id: null, preview_image_id: null };
  const medias = ['a', 'b', 'c'].map((name) => ({
    ...record(),
    type: 'media--document' as const,
    name,
    ...empty,
    ...pictures,
  }));
  await db.insertInto('media').values(medias).execute();
  const pack = { ...record(), title: 'Before', notes: null, color: null, pack_type: 'global' as const };
  const packed = { pack_data: null, meta: null, archived: 0 as const, channel_id: null, owner_id: null };
  await db
    .insertInto('pack')
    .values({ ...pack, ...packed })
    .execute();
  const [a, b, c] = medias.map(({ id }) => id) as [string, string, string];
  const place = (media_id: string, position: number) => ({ pack_id: pack.id, media_id, position });
  // Two at one place, as nothing forbade it.
  await db
    .insertInto('pack_media')
    .values([place(c, 0), place(a, 5), place(b, 5)])
    .execute();

  await migrateToLatest(database);
  const listed = () =>
    db.selectFrom('pack_media').select(['media_id', 'position']).orderBy('position').execute();
  const [first, ...others] = await listed();
  expect(first).toEqual({ media_id: c, position: 0 });
  expect(others.map(({ media_id }) => media_id).sort()).toEqual([a, b].sort());
  expect(others.map(({ position }) => position)).toEqual([1, 2]);
  await db.insertInto('pack_media').values(place(c, 3)).execute();
  await db.deleteFrom('pack').where('id', '=', pack.id).execute();
  expect(await listed()).toEqual([]);

  await database.close();
  await fresh?.drop();
});

test('versions of packs get what their list shows, and uploads that wait stay', async () => {
  const postgres = process.env.SATCHEL_TEST_POSTGRES;
  const fresh = postgres ? await freshDatabase(postgres) : undefined;
  const database = await openDatabase(fresh?.url, `${host.config.dataFolder}/versions`);
  await migrateToLatest(database, '008-clean-up-indexes');
  const run = (statement: string) => sql.raw(statement).execute(database.db);
  await run(`insert into account (id, internal_id, created, changed, name, name_key, mail, mail_key, password_hash, langcode, active)
    values ('a', 1, 1, 1, 'Olga', 'olga', 'olga@velden.example', 'olga@velden.example', 'x', 'en', 1)`);
  await run(`insert into loose_file (key, file_id, owner_id, remove_after) values ('k', null, 'a', 5)`);
  await run(`insert into pack (id, internal_id, created, changed, title, pack_type, archived, owner_id)
    values ('p', 1, 1, 1, 'Now', 'private', 0, 'a')`);
  const document = {
    title: 'Größe \u0001',
    notes: null,
    color: null,
    pack_data: 'x'.repeat(1000),
    meta: '{}',
    archived: 0,
  };
  await database.db
    .insertInto('pack_version')
    .values({ pack_id: 'p', changed: 7, document: JSON.stringify({ ...document, bundles: [], medias: [] }) })
    .execute();

  await migrateToLatest(database);
  const [version] = await database.db.selectFrom('pack_version').selectAll().execute();
  const { pack_data, meta, ...summary } = document;
  expect(JSON.parse(version?.summary ?? '')).toEqual({ ...summary, bundles: [], medias: [] });
  expect(JSON.parse(version?.document ?? '')).toMatchObject({ pack_data, meta });
  const waiting = await database.db.selectFrom('loose_file').selectAll().execute();
  expect(waiting).toEqual([{ key: 'k', file_id: null, owner_id: 'a', remove_after: 5 }]);
  await database.close();
  await fresh?.drop();
});
