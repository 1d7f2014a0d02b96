import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type HostDatabase, sqliteFile } from './database.ts';
import { asideFolder, asideSchema, stagingFolder, stagingSchema } from './replaceable.ts';

/**
 * Where copies of a database lie that restores and moves have left beside it, in words. What is erased from the database
 * stays in them.
 */
export async function copiesBeside({ db, dialect }: HostDatabase, dataFolder: string): Promise<string[]> {
  const names = existsSync(dataFolder) ? await readdir(dataFolder) : [];
  const folders = names
    .filter((name) => name.startsWith(asideFolder) || name.startsWith(stagingFolder))
    .map((name) => join(dataFolder, name))
    .filter((folder) => existsSync(sqliteFile(folder)));
  if (dialect === 'sqlite') return folders;
  const moved = [sqliteFile(dataFolder)].filter(existsSync);
  const { rows } = await sql<{ name: string }>`select nspname as name from pg_catalog.pg_namespace
    where starts_with(nspname, ${asideSchema}) or nspname = ${stagingSchema} order by nspname`.execute(db);
  return [...moved, ...folders, ...rows.map(({ name }) => `the schema ${name} of the database`)];
}
