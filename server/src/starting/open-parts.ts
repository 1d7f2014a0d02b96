import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config.ts';
import { migrateToLatest, openDatabase, sqliteFile } from '#database/database.ts';
import { createFileStore } from '#files/file-store.ts';

/** Opens database and file store, with all tables as they have to be. */
export async function openParts(config: Config) {
  await assertWritable(config.dataFolder);
  const database = await openDatabase(config.databaseUrl, config.dataFolder);
  try {
    await migrateToLatest(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, files: createFileStore(config) };
}

/** Opens the database as it is, with whatever tables; undefined where none was made yet. */
export async function openExisting({ databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>) {
  if (!databaseUrl && !existsSync(sqliteFile(dataFolder))) return undefined;
  return openDatabase(databaseUrl, dataFolder);
}

/** Throws what the file system says when nothing can be written there. */
export async function assertWritable(folder: string) {
  await mkdir(folder, { recursive: true });
  const probe = join(folder, `.writable-${randomUUID()}`);
  try {
    await writeFile(probe, 'x');
  } finally {
    await rm(probe, { force: true });
  }
}
