import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { notedFiles, shownKeys } from './noted-files.ts';

test.each([0, 1, 999, 1000, 1001, 2000, 2500])('all of %i files are read, each once', async (count) => {
  const database = openDatabase(`noted-${crypto.randomUUID()}`);
  onTestFinished(() => database.dexie.delete());
  const rows = Array.from({ length: count }, (_, at) => ({
    url: `https://host.example/sites/default/files/${at}.pdf`,
    bytes: at,
    at: 1,
    because: at % 3 === 0 ? ('kept' as const) : ('shown' as const),
  }));
  await database.cachedFiles.bulkPut(rows);
  const read: string[] = [];
  for await (const some of notedFiles(database)) read.push(...some.map(({ url }) => url));
  expect(read).toEqual(rows.map(({ url }) => url).sort());
  const shown = rows.filter(({ because }) => because === 'shown').map(({ url }) => url);
  expect(await shownKeys(database)).toEqual(shown.sort());
});
