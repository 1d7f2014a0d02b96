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
