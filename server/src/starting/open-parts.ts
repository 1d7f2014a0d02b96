import { existsSync } from 'node:fs';
import type { Config } from '#config.ts';
import { migrateToLatest, openDatabase, sqliteFile } from '#database/database.ts';
import { createFileStore } from '#files/file-store.ts';
import { assertWritable } from '#files/writable-folder.ts';

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
