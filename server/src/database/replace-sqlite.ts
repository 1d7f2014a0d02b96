import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDatabase, sqliteFile } from './database.ts';
import { contentQuery, InUse, type Replaceable, stagingFolder } from './replaceable.ts';

/** A SQLite database is built beside the present one, and takes its place by one renaming. */
export async function replaceableSqlite(dataFolder: string): Promise<Replaceable> {
  await mkdir(dataFolder, { recursive: true });
  const file = sqliteFile(dataFolder);
  const { isUsed, release } = existsSync(file) ? lock(file) : { isUsed: false, release: () => {} };
  return {
    isUsed,
    release: async () => release(),
    async prepare() {
      for (const name of await readdir(dataFolder)) {
        if (name.startsWith(stagingFolder))
          await rm(join(dataFolder, name), { recursive: true, force: true });
      }
      const folder = join(dataFolder, `${stagingFolder}${randomUUID()}`);
      const database = await openDatabase(undefined, folder);
      return {
        database,
        async takeOver(asideFolder: string) {
          await database.close();
          await emptyWriteAheadLog(sqliteFile(folder));
          release();
          // Someone may have made one in the meantime.
          if (existsSync(file)) {
            const again = lock(file);
            again.release();
            if (again.isUsed && !isUsed) throw new InUse();
          }
          if (isUsed) await keepAside(file, asideFolder);
          await rename(sqliteFile(folder), file);
          for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true });
          await rm(folder, { recursive: true, force: true });
          await syncFolder(dataFolder);
          return isUsed ? asideFolder : null;
        },
        async discard() {
          await database.close().catch(() => {});
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
  };
}

/** Nobody else can open it from now on. Throws `InUse` when somebody has. A damaged one counts as used. */
function lock(file: string) {
  const connection = new Sqlite(file, { timeout: 2000 });
  try {
    connection.pragma('locking_mode = exclusive');
    connection.exec('begin exclusive; commit');
    const tables = connection
      .prepare<[], string>(`select name from sqlite_schema where type = 'table'`)
      .pluck()
      .all();
    const isUsed = connection.prepare(contentQuery(tables)).get() !== undefined;
    return { isUsed, release: () => void connection.close() };
  } catch (error) {
    connection.close();
    const { code = '' } = error as { code?: string };
    if (code.startsWith('SQLITE_BUSY')) throw new InUse();
    if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code)) return { isUsed: true, release: () => {} };
    throw error;
  }
}

/** All pages into the file itself, which then stands alone. */
async function emptyWriteAheadLog(file: string) {
  const connection = new Sqlite(file);
  connection.pragma('wal_checkpoint(truncate)');
  connection.close();
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

/** There is always a database by the old name, whenever the power fails. */
async function keepAside(file: string, folder: string) {
  await mkdir(folder, { recursive: true });
  const copy = sqliteFile(folder);
  await link(file, copy).catch(() => copyFile(file, copy));
  for (const end of ['-wal', '-shm']) {
    if (existsSync(`${file}${end}`)) await rename(`${file}${end}`, `${copy}${end}`);
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
