import type { Config } from '#config.ts';
import type { HostDatabase } from '#database/database.ts';
import type { FileStore } from '#files/file-store.ts';
import { createFileKeeper } from './file-keeper.ts';
import { openFolder, UnreadableFolder } from './folder-reader.ts';
import { channelsOf, importChannel } from './import-channel.ts';
import { importHelp } from './import-help.ts';
import { importPacks } from './import-packs.ts';
import type { ImportOutcome, ImportReport } from './import-report.ts';
import { createTransact, type ImportRun } from './import-run.ts';
import { importUsers } from './import-users.ts';
import { createSentPacks } from './named-in-sent-packs.ts';
import { createRecordKeeper } from './record-keeper.ts';
import { removeGoneFromChannel, removeGoneGlobalPacks, removeGonePages } from './remove-gone.ts';

interface Parts {
  database: HostDatabase;
  files: FileStore;
  config: Pick<Config, 'limits' | 'passwordMinLength'>;
  report: ImportReport;
  now: number;
  /** Only says what an import would do. */
  isDryRun?: boolean;
}

/**
 * Makes the host hold what a folder holds (docs/importing.md): what is new is added, what is different is changed, what
 * is gone from its channels is removed, and nothing else is touched. Throws `UnreadableFolder` when there is nothing to
 * import; a bad file is reported and does not stop the rest.
 */
export async function importFolder(path: string, parts: Parts): Promise<ImportOutcome> {
  const { database, files: store, config, report, now, isDryRun = false } = parts;
  const folder = await openFolder(path, report);
  const present = await Promise.all(['users.yaml', 'help', 'packs', 'channels'].map(folder.has));
  const [, hasHelp, hasPacks] = present;
  if (!present.includes(true)) {
    throw new UnreadableFolder(
      `${path} cannot be imported: it has neither channels/, packs/, help/ nor users.yaml.`,
    );
  }
  const records = createRecordKeeper({ isDryRun, now, dialect: database.dialect });
  const fileLimit = config.limits.importFileBytes;
  const run: ImportRun = {
    ...{ database, store, folder, records, report, isDryRun, now },
    passwordMinLength: config.passwordMinLength,
    files: createFileKeeper({ database, files: store, folder, report, records, isDryRun, fileLimit }),
    seen: new Set(),
    listed: new Set(),
    waitingLists: new Map(),
    imagined: new Map(),
    readable: new Set(),
    transact: createTransact(database, isDryRun),
    sentPacks: createSentPacks(),
  };

  try {
    const channels = await channelsOf(run);
    const { readable } = run;
    for (const name of channels) if (await importChannel(run, name)) readable.add(name);
    await importPacks(run);
    for (const name of readable) await importPacks(run, name);
    await importHelp(run);
    await importUsers(run, channels);
    await run.files.bringBackLost();

    for (const name of readable) await removeGoneFromChannel(run, name);
    if (hasPacks) await removeGoneGlobalPacks(run);
    if (hasHelp) await removeGonePages(run);
  } finally {
    await run.files.close();
  }
  if (!isDryRun) await database.countRows();
  return report.outcome;
}
