import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config.ts';
import { migrateToLatest, openDatabase } from '#database/database.ts';
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

async function assertWritable(folder: string) {
  await mkdir(folder, { recursive: true });
  const probe = join(folder, `.writable-${randomUUID()}`);
  await writeFile(probe, 'x');
  await rm(probe);
}
