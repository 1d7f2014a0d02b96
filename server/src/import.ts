// npm run import -- FOLDER [--dry-run]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { importFolder } from './importing/import-folder.ts';
import { createReport, summaryOf } from './importing/import-report.ts';
import { openParts } from './starting/open-parts.ts';
import { StartFailure, sentenceFor } from './starting/start-failure.ts';

const usage = 'Say which folder to import: npm run import -- FOLDER [--dry-run]';
const say = (line: string) => process.stdout.write(`${line}\n`);

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new StartFailure(usage);
    // npm runs scripts in the project's folder; the person means theirs.
    return { folder: resolve(process.env.INIT_CWD ?? '', folder), isDryRun: values['dry-run'] };
  } catch (error) {
    if (error instanceof TypeError) throw new StartFailure(`${error.message.split('\n')[0]}\n${usage}`);
    throw error;
  }
}

async function run() {
  const { folder, isDryRun } = readArguments();
  const startedAt = performance.now();
  const { database, files } = await openParts(config);
  try {
    const report = createReport({ progress: say, detail: say });
    say(`Importing ${folder}${isDryRun ? ' (dry run: nothing is written)' : ''}`);
    const outcome = await importFolder(folder, {
      config,
      database,
      files,
      report,
      now: Date.now(),
      isDryRun,
    });
    say(`${summaryOf(outcome, isDryRun)} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    return outcome.problems.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

function configOrEnd() {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return process.exit(1);
  }
}

const config = configOrEnd();
try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${sentenceFor(error, config) ?? (error as Error).stack}\n`);
  process.exitCode = 1;
}
