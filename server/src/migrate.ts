// npm run migrate [-- --dry-run]
import { migrateToLatest } from './database/database.ts';
import { migrationState, NewerDatabase } from './database/migration-state.ts';
import { openExisting } from './starting/open-parts.ts';
import { readArguments, runCommand, say } from './starting/run-command.ts';

const usage = 'This takes one option: npm run migrate [-- --dry-run]';

await runCommand(async (config) => {
  const { values } = readArguments(usage, 0, { 'dry-run': { type: 'boolean', default: false } });
  const database = await openExisting(config);
  if (!database) {
    say('There is no database yet. The first start, or the first import, makes it.');
    return 0;
  }
  try {
    const { done, pending, unknown } = await migrationState(database);
    if (unknown.length > 0) throw new NewerDatabase(unknown);
    for (const name of done) say(`  done     ${name}`);
    for (const name of pending) say(`  pending  ${name}`);
    if (pending.length === 0) say('The database is up to date.');
    else if (values['dry-run']) say(`${pending.length} to do. Nothing was changed.`);
    else {
      // Another host may have been quicker.
      const taken = await migrateToLatest(database);
      for (const name of taken) say(`  taken    ${name}`);
      say('The database is up to date now.');
    }
    return 0;
  } finally {
    await database.close();
  }
});
