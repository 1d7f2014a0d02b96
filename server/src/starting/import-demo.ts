import { sql } from 'kysely';
import type { Config } from '#config.ts';
import type { HostDatabase } from '#database/database.ts';
import { contentQuery } from '#database/replaceable.ts';
import type { FileStore } from '#files/file-store.ts';
import { startTexts } from './texts.ts';

interface Parts {
  config: Config;
  database: HostDatabase;
  files: FileStore;
}

/** There while a demo import is under way, and after one that was cut off. */
const begun = 'demo-import';

/**
 * Imports the demo where nobody has content of their own: it would replace global packs and help pages. Users come last
 * in an import, so one that was cut off is taken up again as long as there are none.
 */
export async function importDemoIfEmpty(parts: Parts, say: (line: string) => void) {
  const { database } = parts;
  if (await hasUsers(database)) return;
  if (!(await isBegun(database)) && !(await isEmpty(database))) return;
  await database.db
    .insertInto('setting')
    .values({ name: begun, value: 'begun' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  await importDemo(parts, say);
  await forgetDemo(database);
}

/** A demo import that was cut off is not taken up again: there is content of people's own. */
export async function forgetDemo({ db }: HostDatabase) {
  await db.deleteFrom('setting').where('name', '=', begun).execute();
}

const isBegun = async ({ db }: HostDatabase) =>
  (await db.selectFrom('setting').select('name').where('name', '=', begun).executeTakeFirst()) !== undefined;

export const hasUsers = async ({ db }: HostDatabase) =>
  (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined;

const isEmpty = async ({ db }: HostDatabase) => (await sql.raw(contentQuery()).execute(db)).rows.length === 0;

async function importDemo({ config, database, files }: Parts, say: (line: string) => void) {
  // Later starts need none of it.
  const [{ importFolder }, { createReport, summaryOf }] = await Promise.all([
    import('#importing/import-folder.ts'),
    import('#importing/import-report.ts'),
  ]);
  say(startTexts.importingDemo);
  const startedAt = performance.now();
  const report = createReport({ progress: say, detail: () => {} });
  await importFolder(config.demoFolder, { config, database, files, report, now: Date.now() });
  if (report.outcome.problems.length > 0) say(summaryOf(report.outcome, false));
  say(startTexts.demoImported(((performance.now() - startedAt) / 1000).toFixed(1)));
}
