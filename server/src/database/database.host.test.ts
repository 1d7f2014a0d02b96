import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#testing/backed-up-host.ts';
import { preparePrograms } from '#testing/programs.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import { migrateToLatest } from './database.ts';
import { folded, isOneOf, sortable, tableNames } from './dialect.ts';
import { migrations } from './migrations.ts';
import { ownTables } from './own-tables.ts';
import { bumpRevision } from './revision.ts';

let host: TestHost;

beforeAll(async () => {
  host = await startTestHost({ withWorld: false });
});
afterAll(() => host.stop());

const setting = (name: string) =>
  host.database.db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();

test('writers that meet are tried again until each has done its part', async () => {
  const { database } = host;
  await database.db.insertInto('setting').values({ name: 'count', value: '0' }).execute();
  const addOne = () =>
    database.write(async (trx) => {
      const row = await trx
        .selectFrom('setting')
        .select('value')
        .where('name', '=', 'count')
        .executeTakeFirstOrThrow();
      const value = String(Number(row.value) + 1);
      await trx.updateTable('setting').set({ value }).where('name', '=', 'count').execute();
    });
  await Promise.all(Array.from({ length: 12 }, addOne));
  expect((await setting('count'))?.value).toBe('12');
});

test('a writer who meets others again and again has done its part in the end', async ({ skip }) => {
  const { database } = host;
  // There one writer begins when the one before has ended.
  skip(database.dialect === 'sqlite');
  await database.db.insertInto('setting').values({ name: 'turn', value: '0' }).execute();
  let tries = 0;
  await database.write(async (trx) => {
    const turn = trx.selectFrom('setting').select('value').where('name', '=', 'turn');
    const { value } = await turn.executeTakeFirstOrThrow();
    tries++;
    const others = database.db.updateTable('setting').where('name', '=', 'turn');
    if (tries < 30) await others.set({ value: String(tries) }).execute();
    await trx
      .updateTable('setting')
      .set({ value: `${value} and its own` })
      .where('name', '=', 'turn')
      .execute();
  });
  expect([tries, (await setting('turn'))?.value]).toEqual([30, '29 and its own']);
});

test('what waits for the commit runs once after it, and never when there is none', async () => {
  const { database } = host;
  const seen: string[] = [];
  await database.write(async (trx, afterCommit) => {
    afterCommit(() => seen.push('committed'));
    await trx.insertInto('setting').values({ name: 'kept', value: '1' }).execute();
    expect(seen).toEqual([]);
  });
  const failed = database.write(async (trx, afterCommit) => {
    afterCommit(() => seen.push('never'));
    await trx.insertInto('setting').values({ name: 'lost', value: '1' }).execute();
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect([seen, await setting('lost')]).toEqual([['committed'], undefined]);
});

test('a reader sees one state, whatever is written meanwhile, and writes nothing', async () => {
  const { database } = host;
  const count = await database.read(async (trx) => {
    const settings = () => trx.selectFrom('setting').select('name').execute();
    const before = await settings();
    await database.write((other) =>
      other.insertInto('setting').values({ name: 'meanwhile', value: '1' }).execute(),
    );
    return [before.length, (await settings()).length];
  });
  expect(count[0]).toBe(count[1]);
  const writing = database.read((trx) =>
    trx.insertInto('setting').values({ name: 'x', value: 'x' }).execute(),
  );
  await expect(writing).rejects.toThrow(/read.?only/i);
});

test('a revision grows with every change, however many are made at once', async () => {
  const { database } = host;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      database.write((trx) => bumpRevision(trx, 'shared', 'channel:x', 'shared')),
    ),
  );
  const rows = await database.db.selectFrom('revision').selectAll().orderBy('scope').execute();
  expect(rows).toEqual([
    { scope: 'channel:x', value: 8 },
    { scope: 'shared', value: 8 },
  ]);
});

test('the tables that backup and restore take along are those of all steps, whatever later ones make of them', async () => {
  const empty = await preparePrograms();
  const made = new Set<string>();
  await look(empty, async (database) => {
    for (const step of Object.keys(migrations)) {
      await migrateToLatest(database, step);
      const { rows } = await tableNames(database.dialect).execute(database.db);
      for (const { name } of rows) made.add(name);
    }
  }).finally(() => empty.dispose());
  const ofTheSteps = [...made].filter((name) => !name.startsWith('kysely_'));
  expect(ownTables.toSorted()).toEqual(ofTheSteps.toSorted());
});

test('a second start finds every migration done', async () => {
  expect(await migrateToLatest(host.database)).toEqual([]);
});

test('both engines compare and sort letters alike', async () => {
  const { db, dialect } = host.database;
  const names = ['Zebra', 'ängel', 'Ängel', 'apple', 'ÉCLAIR', '100%'];
  const values = sql.join(names.map((name) => sql`(cast(${name} as text))`));
  const column = sql.ref('column1');
  const { rows } = await sql<{ column1: string; low: string }>`
    select column1, ${folded(column, dialect)} as low from (values ${values}) as t
    order by ${sortable(column, dialect)}, column1`.execute(db);
  expect(rows.map(({ low }) => low)).toEqual(['100%', 'apple', 'zebra', 'ängel', 'ängel', 'éclair']);
  const found = await sql`select 1 from (values ${values}) as t
    where ${isOneOf(column, ['apple', 'Zebra', 'nothing'], dialect)}`.execute(db);
  expect(found.rows).toHaveLength(2);
});

test('a table is searched by what it holds once its rows are counted', async ({ skip }) => {
  const { database } = host;
  // PostgreSQL counts by itself.
  if (database.dialect === 'postgres') skip();
  await database.countRows();
  const { rows } = await sql<{ tbl: string }>`select distinct tbl from sqlite_stat1`.execute(database.db);
  expect(rows).toContainEqual({ tbl: 'revision' });
});
