import { join } from 'node:path';
import type { Config } from '#config.ts';
import { type HostDatabase, migrateToLatest } from '#database/database.ts';
import { migrations } from '#database/migrations.ts';
import { openReplaceable } from '#database/replace-database.ts';
import { asideFolder, InUse } from '#database/replaceable.ts';
import { leapRevision } from '#database/revision.ts';
import { beginGeneration } from '#features/configuration/generation-store.ts';
import { endAllSessions } from '#features/sign-in/session-store.ts';
import { createKeptBytes, type KeptBytes } from '#files/kept-bytes.ts';
import { settleRestoredMails } from '#mail/outbox-store.ts';
import {
  type BackupContents,
  type BackupHeader,
  BackupRefused,
  formatVersion,
  megabytes,
  placeOfEntry,
} from './backup-format.ts';
import { checkBackup, damaged, readArchive } from './read-archive.ts';
import { clearTables, countRows, insertPart, tablesInOrder } from './table-rows.ts';

interface Parts {
  config: Pick<Config, 'databaseUrl' | 'dataFolder' | 'bucket'>;
  now: number;
  say(line: string): void;
  /** Replaces what is there, which is kept aside. */
  isReplacing: boolean;
  /**
   * Nothing has happened since the backup was made: the old host was stopped before and stays off. Then nothing is lost,
   * nobody signs in again, and waiting mails are sent.
   */
  isMove: boolean;
  /** Ends it with the reason; what was there stays. */
  signal?: AbortSignal;
}

/**
 * Makes a host out of a backup, on either engine. Nothing there is touched before the backup was read from end to end, and
 * the new database takes the place of the old one in one step. Throws `BackupRefused` and `InUse`.
 * @returns `isTidy`: whether files that only the old database names are out of the way, too
 */
export async function restoreBackup(path: string, parts: Parts) {
  const { config, now, say, isReplacing, isMove, signal } = parts;
  say(`Reading ${path} and comparing it with its checksums …`);
  const { header, contents } = await checkBackup(path);
  assertKnown(header);
  const kept = createKeptBytes(config);
  for (const name of Object.keys(contents.entries)) {
    const place = placeOfEntry(name);
    if (place && 'file' in place && kept.keyOf(place.file) === undefined)
      throw new BackupRefused(`${path} was not used: ${name} is no place for a file.`);
  }
  say(describe(header, contents));

  const stamp = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14);
  const place = await openReplaceable(config, stamp);
  try {
    if (place.isUsed && !isReplacing) throw new BackupRefused(refusesUsed);
    const known = new Set(await kept.allKeys());
    const restored = new Set<string>();
    const fresh = await place.prepare();
    const takeBack = async () => {
      await fresh.discard();
      for (const key of restored) if (!known.has(key)) await kept.remove(key);
    };
    let waiting: number;
    try {
      await fill(fresh.database, kept, path, header, contents, {
        say,
        onKey(key) {
          signal?.throwIfAborted();
          restored.add(key);
        },
      });
      signal?.throwIfAborted();
      waiting = isMove ? 0 : await beginAnew(fresh.database, now);
    } catch (error) {
      await takeBack();
      throw error;
    }
    const label = `${asideFolder}${stamp}`;
    const aside = await fresh.takeOver(join(config.dataFolder, label)).catch(async (error) => {
      // After any other failure the database that names the files may be in its place already.
      await (error instanceof InUse ? takeBack() : fresh.discard());
      throw error;
    });
    if (aside) say(`What was there before is kept in ${aside}.`);
    if (waiting > 0)
      say(`${waiting} mails were waiting. They may have been sent since, and are shown as unknown.`);
    const isTidy = aside === null || (await setFilesAside(kept, restored, label, say));
    return { isTidy };
  } finally {
    await place.release().catch(() => {});
  }
}

const refusesUsed =
  'There is content in the database already. With --replace the backup takes its place, and the old one is kept aside.';

/** Nothing is missing where this fails, so it is no reason to take back what was restored. */
async function setFilesAside(
  kept: KeptBytes,
  restored: ReadonlySet<string>,
  label: string,
  say: (line: string) => void,
) {
  try {
    const where = await kept.setAside((key) => restored.has(key), label);
    if (where) say(`Files that the backup does not know are kept in ${where}.`);
    return true;
  } catch (error) {
    say(cannotSetAside((error as Error).message));
    return false;
  }
}

const cannotSetAside = (reason: string) =>
  `! The backup is restored, but not all files that it does not know could be set aside: ${reason}
  They lie where they were and take up room, nothing else. Give the command again with --replace once the reason is gone,
  and they are set aside then; or leave them there for as long as you may want the old database back.`;

function assertKnown({ version, release, steps }: BackupHeader) {
  const isNewer = version > formatVersion || steps.some((step) => !Object.hasOwn(migrations, step));
  if (!isNewer) return;
  throw new BackupRefused(
    `This backup was made by a newer version of Satchel (${release}). Restore it with that version or a later one.`,
  );
}

function describe({ made, release, engine }: BackupHeader, { rows, files, fileBytes }: BackupContents) {
  const records = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const name = { sqlite: 'SQLite', postgres: 'PostgreSQL' }[engine];
  const when = new Date(made).toISOString().replace('T', ' ').slice(0, 16);
  return `It was made on ${when} UTC by Satchel ${release} on ${name}: ${records} records, ${files} files (${megabytes(fileBytes)}).`;
}

async function fill(
  database: HostDatabase,
  kept: KeptBytes,
  path: string,
  { steps }: BackupHeader,
  { rows }: BackupContents,
  { say, onKey }: { say(line: string): void; onKey(key: string): void },
) {
  await migrateToLatest(database, steps.at(-1));
  const tables = await database.read((trx) => tablesInOrder(trx, database.dialect));
  await database.write((trx) => clearTables(trx, tables));
  for await (const { name, body } of readArchive(path)) {
    const place = placeOfEntry(name);
    if (place && 'table' in place && tables.includes(place.table)) {
      await insertPart(database, place.table, body);
    } else if (place && 'file' in place) {
      const key = kept.keyOf(place.file);
      if (key) onKey(key);
      await kept.putBack(place.file, body);
    } else for await (const _ of body);
  }
  // The list of what is in a backup has no checksum of its own.
  for (const table of tables) {
    const found = await database.read((trx) => countRows(trx, table));
    const count = rows[table];
    if (count === undefined) throw damaged(path, `${table} is not in its list`);
    if (found !== count) throw damaged(path, `${table} has ${found} rows instead of ${count}`);
  }
  // Backups were once made of everything that stood in the schema.
  for (const table of Object.keys(rows).filter((name) => !tables.includes(name)))
    say(`  ${table} is no table of Satchel's, so it was left out.`);
  await migrateToLatest(database);
}

/** What a host has to do that has lost its newest data. Answers how many mails waited. */
const beginAnew = (database: HostDatabase, now: number) =>
  database.write(async (trx) => {
    await beginGeneration(trx);
    await leapRevision(trx);
    await endAllSessions(trx);
    return settleRestoredMails(trx, now);
  });
