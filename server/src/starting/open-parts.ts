import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#config.ts';
import { migrateToLatest, openDatabase, sqliteFile } from '#database/database.ts';
import { migrationState, NewerDatabase } from '#database/migration-state.ts';
import { createFileStore } from '#files/file-store.ts';
import { assertWritable } from '#files/writable-folder.ts';
import { StartFailure } from './start-failure.ts';

/** Opens database and file store, with all tables as they have to be. */
export async function openParts(config: Config) {
  await assertWritable(config.dataFolder);
  const files = createFileStore(config);
  await files.probe();
  const database = await openDatabase(config.databaseUrl, config.dataFolder);
  try {
    await migrateToLatest(database);
    await database.countRows();
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, files, close: () => database.close() };
}

/** Opens the database as it is, with whatever tables; undefined where none was made yet. */
export async function openExisting({ databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>) {
  if (!databaseUrl && !existsSync(sqliteFile(dataFolder))) return undefined;
  return openDatabase(databaseUrl, dataFolder);
}

/**
 * Opens the database with its tables as they have to be; undefined where none were made yet. Throws a sentence when they are of
 * another version.
 */
export async function openUpgraded(config: Pick<Config, 'databaseUrl' | 'dataFolder'>) {
  const present = await openExisting(config);
  if (!present) return undefined;
  const { done, pending, unknown } = await migrationState(present);
  if (done.length > 0 && pending.length === 0 && unknown.length === 0) return present;
  await present.close();
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  if (done.length > 0) {
    throw new StartFailure('The tables are of an older version. Upgrade them first: npm run migrate');
  }
  return undefined;
}

/**
 * What a dry run is compared with: the database as it is, or an empty one that vanishes, where none was made yet. Throws a
 * sentence when the tables have to be upgraded first.
 */
export async function openForDryRun(config: Config) {
  const present = await openUpgraded(config);
  if (present) return { database: present, files: createFileStore(config), close: () => present.close() };
  const dataFolder = await mkdtemp(join(tmpdir(), 'satchel-dry-run-'));
  const parts = await openParts({ ...config, dataFolder, databaseUrl: undefined, bucket: undefined });
  return {
    ...parts,
    async close() {
      await parts.database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
