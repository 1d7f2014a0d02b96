// npm run import -- FOLDER [--dry-run]
import { importFolder } from './importing/import-folder.ts';
import { createReport, summaryOf } from './importing/import-report.ts';
import { forgetDemo } from './starting/import-demo.ts';
import { openForDryRun, openParts } from './starting/open-parts.ts';
import { readArguments, runCommand, say } from './starting/run-command.ts';

const usage = 'Say which folder to import: npm run import -- FOLDER [--dry-run]';

await runCommand(async (config) => {
  const { place, values } = readArguments(usage, 1, { 'dry-run': { type: 'boolean', default: false } });
  const isDryRun = values['dry-run'] === true;
  const startedAt = performance.now();
  const { database, files, close } = await (isDryRun ? openForDryRun : openParts)(config);
  try {
    const report = createReport({ progress: say, detail: say });
    say(`Importing ${place}${isDryRun ? ' (dry run: nothing is written)' : ''}`);
    const now = Date.now();
    const outcome = await importFolder(place, { config, database, files, report, now, isDryRun });
    if (!isDryRun) await forgetDemo(database);
    say(`${summaryOf(outcome, isDryRun)} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    return outcome.problems.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
});
