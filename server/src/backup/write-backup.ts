import { randomUUID } from 'node:crypto';
import { access, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { HostDatabase } from '#database/database.ts';
import { migrationState, NewerDatabase } from '#database/migration-state.ts';
import type { KeptBytes } from '#files/kept-bytes.ts';
import {
  type BackupContents,
  type BackupHeader,
  BackupRefused,
  contentsName,
  fileEntryName,
  formatVersion,
  headerName,
  partName,
} from './backup-format.ts';
import { checkBackup } from './read-archive.ts';
import { partsOf, tablesInOrder } from './table-rows.ts';
import { type ArchiveWriter, openArchive } from './write-archive.ts';

interface Parts {
  database: HostDatabase;
  kept: KeptBytes;
  release: string;
  now: number;
  say(line: string): void;
  /** Ends it with the reason; nothing is left behind. */
  signal?: AbortSignal;
}

/** An import has removed a file since the rows were read; they are read again then. */
class FileVanished extends Error {
  override name = 'FileVanished';
}

const refusals: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'its folder may not be written',
  EPERM: 'its folder may not be written',
  EROFS: 'its folder may not be written',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EFBIG: 'its disk takes no file that large',
};

const backUpWithNewer =
  'Make the backup with that version or a later one; this one would leave out what it does not know. Nothing was left behind.';

const attempts = 4;

/**
 * Writes everything a host keeps into one new file while the host goes on: the rows as they are at one moment, and the
 * bytes of every file that they name. The file gets its name when it is whole and was read back. Throws `BackupRefused` and
 * `NewerDatabase`.
 */
export async function writeBackup(path: string, parts: Parts) {
  await assertFree(path);
  const part = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await writeOnce(part, parts);
        break;
      } catch (error) {
        if (!(error instanceof FileVanished) || attempt === attempts) throw error;
        parts.say('  Files were replaced meanwhile, so it begins again.');
        await rm(part, { force: true });
      }
    }
    const checked = await checkBackup(part);
    await assertFree(path);
    await rename(part, path);
    return { ...checked, bytes: (await stat(path)).size };
  } catch (error) {
    const { code = '', path: place } = error as NodeJS.ErrnoException;
    const reason = Object.hasOwn(refusals, code) && (place ?? part) === part ? refusals[code] : undefined;
    throw reason
      ? new BackupRefused(`${path} cannot be written: ${reason}. Nothing was left behind.`)
      : error;
  } finally {
    await rm(part, { force: true });
  }
}

async function writeOnce(path: string, parts: Parts) {
  const archive = openArchive(path);
  try {
    const { rows, keys } = await writeTables(archive, parts);
    const files = await writeFiles(archive, parts, keys);
    const contents: BackupContents = { rows, ...files, entries: archive.entries };
    await archive.addJson(contentsName, contents);
    await archive.finish();
  } catch (error) {
    await archive.abandon(error);
    throw error;
  }
}

/** One transaction that only reads, in a process of its own: the disk it waits for meanwhile holds up nobody. */
function writeTables(archive: ArchiveWriter, { database, release, now, signal }: Parts) {
  const { dialect } = database;
  return database.read(async (trx) => {
    const { done: steps, unknown } = await migrationState({ db: trx, dialect });
    if (unknown.length > 0) throw new NewerDatabase(unknown, backUpWithNewer);
    if (steps.length === 0) throw new BackupRefused('There is nothing to back up: the database is empty.');
    const header: BackupHeader = {
      ...{ format: 'satchel-backup', version: formatVersion, release, made: now },
      ...{ engine: dialect, steps },
    };
    await archive.addJson(headerName, header);
    const rows: Record<string, number> = {};
    for (const table of await tablesInOrder(trx, dialect)) {
      let [count, number] = [0, 0];
      for await (const part of partsOf(trx, dialect, table)) {
        signal?.throwIfAborted();
        number++;
        count += part.rows;
        await archive.add(partName(table, number), part.bytes.length, [part.bytes]);
      }
      rows[table] = count;
    }
    const files = await trx.selectFrom('file').select('key').execute();
    return { rows, keys: files.map(({ key }) => key) };
  });
}

async function writeFiles(
  archive: ArchiveWriter,
  { database, kept, say, signal }: Parts,
  keys: readonly string[],
) {
  const found = { files: 0, fileBytes: 0, missing: [] as string[] };
  for (const key of keys) {
    signal?.throwIfAborted();
    const entries = await kept.under(key);
    if (entries.length === 0) {
      const { filename } = await fileNow(database, key);
      say(`  ! ${filename}: its bytes are missing`);
      found.missing.push(key);
    }
    for (const { name, size } of entries) {
      try {
        await archive.add(fileEntryName(name), size, kept.read(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') await fileNow(database, key);
        throw error;
      }
      found.files++;
      found.fileBytes += size;
    }
  }
  return found;
}

async function fileNow({ db }: HostDatabase, key: string) {
  const row = await db.selectFrom('file').select('filename').where('key', '=', key).executeTakeFirst();
  if (!row) throw new FileVanished();
  return row;
}

async function assertFree(path: string) {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new BackupRefused(`${path} is already there and was left alone. Choose another name.`);
}
