// npm run backup -- FILE
import about from '../package.json' with { type: 'json' };
import { BackupRefused, megabytes } from './backup/backup-format.ts';
import { writeBackup } from './backup/write-backup.ts';
import { createKeptBytes } from './files/kept-bytes.ts';
import { openExisting } from './starting/open-parts.ts';
import { readArguments, runCommand, say, stopSignal } from './starting/run-command.ts';

const usage = 'Say which file to write: npm run backup -- FILE';

await runCommand(async (config) => {
  const { place } = readArguments(usage, 1, {});
  const startedAt = performance.now();
  const database = await openExisting(config);
  if (!database) {
    throw new BackupRefused(`There is nothing to back up: ${config.dataFolder} holds no database.`);
  }
  try {
    const kept = createKeptBytes(config);
    const now = Date.now();
    const { contents, bytes } = await writeBackup(place, {
      ...{ database, kept, now, say, signal: stopSignal() },
      release: about.version,
    });
    const records = Object.values(contents.rows).reduce((sum, count) => sum + count, 0);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    say(`${place} holds ${records} records and ${contents.files} files (${megabytes(contents.fileBytes)}).`);
    say(`It was read back and is as it was written: ${megabytes(bytes)} (${seconds} s).`);
    return contents.missing.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
});
