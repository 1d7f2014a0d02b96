import { sql } from 'kysely';
import type { HostDatabase } from './database.ts';
import { tableNames } from './dialect.ts';
import { migrations } from './migrations.ts';

/** The tables were made by a newer program; the message says so to people. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';

  /** @param instead what to do with the newer version, and why not with this one */
  constructor(unknown: readonly string[], instead = startNewer) {
    super(
      `The database was already upgraded by a newer version of Satchel (step ${unknown.join(', ')}). ${instead}`,
    );
  }
}

const startNewer = 'Start that version or a later one; this one would not understand the data.';

export interface MigrationState {
  /** Names of the steps in their order. */
  done: string[];
  pending: string[];
  /** Done, but not by any step of this program. */
  unknown: string[];
}

const bookkeeping = 'kysely_migration';

/** Which steps the tables have been through. Only reads. */
export async function migrationState({
  db,
  dialect,
}: Pick<HostDatabase, 'db' | 'dialect'>): Promise<MigrationState> {
  const { rows: tables } = await tableNames(dialect).execute(db);
  const { rows: steps } = tables.some(({ name }) => name === bookkeeping)
    ? await sql<{ name: string }>`select name from ${sql.table(bookkeeping)} order by name`.execute(db)
    : { rows: [] };
  const done = steps.map(({ name }) => name);
  const known = Object.keys(migrations);
  return {
    done,
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}
