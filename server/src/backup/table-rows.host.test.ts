import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { fillWithWorld, look } from '#testing/backed-up-host.ts';
import { type Programs, preparePrograms } from '#testing/programs.ts';
import { BackupRefused } from './backup-format.ts';
import { checkBackup } from './read-archive.ts';
import { insertPart, partsOf } from './table-rows.ts';

let here: Programs;
beforeEach(async () => {
  here = await preparePrograms();
  await fillWithWorld(here);
});
afterEach(() => here.dispose());

// Two bytes for each letter.
const notes = 'ü'.repeat(3000);
const count = 30;

/** A table with so many rows. */
const fillRows = (notesOf: (at: number) => string) =>
  look(here, async ({ db }) => {
    await sql`create table sample (id bigint not null, notes text)`.execute(db);
    for (let at = 0; at < count; at++)
      await sql`insert into sample (id, notes) values (${at}, ${notesOf(at)})`.execute(db);
  });
const oneIsLong = (at: number) => (at === 7 ? notes : 'short');

/** What is packed of it, and how many rows are asked for at once. */
async function packed(partBytes: number) {
  const asked: number[] = [];
  const database = await openDatabase(here.databaseUrl, here.dataFolder, (statement) => {
    const [, rows] = /^fetch (\d+) from|order by rowid limit (\d+)$/.exec(statement)?.filter(Boolean) ?? [];
    if (rows !== undefined) asked.push(Number(rows));
  });
  try {
    const parts = await database.read((trx) =>
      Array.fromAsync(partsOf(trx, database.dialect, 'sample', partBytes)),
    );
    return { parts, asked: new Set(asked) };
  } finally {
    await database.close();
  }
}

test('a part ends with the row that makes it long enough, in bytes', async () => {
  await fillRows(() => notes);
  const { parts } = await packed(10_000);
  const lines = parts.map(({ bytes }) => gunzipSync(bytes).toString().trimEnd().split('\n'));
  expect(parts.map(({ rows }) => rows)).toEqual(lines.map(({ length }) => length));
  for (const [last, ...before] of lines.map((rows) => rows.toReversed())) {
    expect(Buffer.byteLength(before.join('\n'))).toBeLessThan(10_000);
    expect(last).toBeDefined();
  }
  expect(lines.length).toBe(count / 2);
});

test('only as many rows are read at once as would fit if all were as long as the longest', async () => {
  await fillRows(oneIsLong);
  expect((await packed(10_000)).asked).toEqual(new Set([1]));
  expect(Math.max(...(await packed(40_000)).asked)).toBeLessThanOrEqual(6);
  expect((await packed(10_000_000)).asked).toEqual(new Set([100]));
});

test('a part of any length is put back, some rows at a time', async () => {
  await fillRows(oneIsLong);
  const { parts } = await packed(10_000_000);
  expect(parts).toHaveLength(1);
  const [{ bytes } = { bytes: new Uint8Array() }] = parts;
  const inserts: string[] = [];
  const database = await openDatabase(here.databaseUrl, here.dataFolder, (statement) => {
    if (statement.startsWith('insert into')) inserts.push(statement);
  });
  try {
    const rows = () => sql<object>`select * from sample order by id`.execute(database.db);
    const before = (await rows()).rows;
    await sql`delete from sample`.execute(database.db);
    await insertPart(database, 'sample', Readable.from([bytes]), 5000);
    expect((await rows()).rows).toEqual(before);
    expect(inserts).toHaveLength(2);
  } finally {
    await database.close();
  }
});

test('a backup is refused when it has a row that a restore could not read', async () => {
  await look(here, ({ db }) => db.updateTable('pack').set({ notes }).execute());
  const file = join(here.dataFolder, 'of-today.satchel');
  expect((await here.start('backup.ts', {}, [file]).ended).code).toBe(0);
  await checkBackup(file);
  const refused = await checkBackup(file, 5000).catch((error: Error) => error);
  expect(refused).toBeInstanceOf(BackupRefused);
  expect((refused as Error).message).toMatch(
    /database\/pack\/000001\.ndjson\.gz cannot be unpacked \(a row is longer than 5000 bytes\)/,
  );
});
