import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUploads } from '#features/content/uploads.ts';
import { createFileStore } from '#files/file-store.ts';
import { createKeptBytes } from '#files/kept-bytes.ts';
import { contentFolder, pdf, smallContent } from '#testing/content-folder.ts';
import { type Programs, preparePrograms } from '#testing/programs.ts';

const dayMs = 24 * 3_600_000;

let programs: Programs;
let content: Awaited<ReturnType<typeof contentFolder>>;
beforeEach(async () => {
  const many = Array.from({ length: 60 }, (_, at) => [
    `channels/shops/bundles/01-counter/sheet-${at}.pdf`,
    pdf(`sheet ${at}`),
  ]);
  content = await contentFolder({ ...(await smallContent()), ...Object.fromEntries(many) });
  programs = await preparePrograms();
});
afterEach(async () => {
  await programs.dispose();
  await content.dispose();
});

const filesOnDisk = async () =>
  (
    await readdir(join(programs.dataFolder, 'files'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  ).filter((entry) => entry.isFile()).length;

/** Which keys have bytes, which have a row of a file, and which are known to wait for one. */
async function keys() {
  const database = await programs.open();
  const read = async (table: 'file' | 'loose_file') =>
    (await database.db.selectFrom(table).select('key').execute()).map(({ key }) => key);
  const found = { rows: await read('file'), loose: await read('loose_file') };
  await database.close();
  return { ...found, bytes: await createKeptBytes(programs).allKeys() };
}

/** What a host does once an hour, at a time of its clock. */
async function sweep(now: number) {
  const database = await programs.open();
  const uploads = createUploads({
    ...{ database, files: createFileStore(programs), clock: () => now, mostBytes: 1 },
  });
  await uploads.sweep();
  await database.close();
}

const without = (all: readonly string[], others: readonly string[]) => [
  ...new Set(all).difference(new Set(others)),
];

test('bytes of an import that was killed are cleared away after a day, and the next import brings everything', async () => {
  const running = programs.start('import.ts', {}, [content.path]);
  await expect.poll(filesOnDisk, { interval: 1, timeout: 30_000 }).toBeGreaterThan(4);
  await running.end('SIGKILL');

  const left = await keys();
  expect(without(left.bytes, [...left.rows, ...left.loose])).toEqual([]);
  expect(without(left.bytes, left.rows).length).toBeGreaterThan(0);
  await sweep(Date.now() + dayMs / 2);
  expect((await keys()).bytes.sort()).toEqual(left.bytes.sort());

  expect((await programs.start('import.ts', {}, [content.path]).ended).code).toBe(0);
  await sweep(Date.now() + dayMs + 1000);
  const { rows, loose, bytes } = await keys();
  expect([bytes.sort(), loose]).toEqual([rows.sort(), []]);
  expect(rows.length).toBeGreaterThan(60);
});
