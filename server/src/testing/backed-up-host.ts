import { join } from 'node:path';
import { sql } from 'kysely';
import { tablesInOrder } from '#backup/table-rows.ts';
import { type HostDatabase, migrateToLatest } from '#database/database.ts';
import { createFileStore } from '#files/file-store.ts';
import { startHostProcess } from './host-process.ts';
import { patiently } from './patiently.ts';
import { type Programs, preparePrograms } from './programs.ts';
import { bucketSettings } from './test-bucket.ts';
import type { Fetch } from './test-host.ts';
import { buildWorld, type Person, password, people } from './world.ts';

/** Opens a host's database past the host. */
export async function look<T>(programs: Programs, work: (database: HostDatabase) => Promise<T>) {
  const database = await programs.open();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export const fillWithWorld = (programs: Programs) =>
  look(programs, async (database) => {
    await migrateToLatest(database);
    return buildWorld(database, createFileStore(programs));
  });

export type RestorePlaces = Awaited<ReturnType<typeof prepareRestore>>;

/** Two places, `here` with the small world in it and `there` with nothing, and the file that backups go to and restores come from. */
export async function prepareRestore() {
  const [here, there] = await Promise.all([preparePrograms(), preparePrograms()]);
  const world = await fillWithWorld(here);
  const file = join(here.dataFolder, 'of-yesterday.satchel');
  return {
    here,
    there,
    world,
    file,
    async backup(programs = here, to = file) {
      const { code, text } = await programs.start('backup.ts', {}, [to]).ended;
      if (code !== 0) throw new Error(text);
    },
    restore: (programs: Programs, ...options: string[]) =>
      programs.start('restore.ts', {}, [file, ...options]).ended,
    async dispose() {
      await here.dispose();
      await there.dispose();
    },
  };
}

/** Every row of every table, in an order of its own. */
export const allRows = (programs: Programs) =>
  look(programs, (database) =>
    database.read(async (trx) => {
      const rows: Record<string, string[]> = {};
      for (const table of (await tablesInOrder(trx, database.dialect)).toSorted()) {
        const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(trx);
        rows[table] = found.rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
      }
      return rows;
    }),
  );

/** The real host on what a backup or restore left there. */
export async function startOn(programs: Programs, settings: Record<string, string> = {}) {
  const host = await startHostProcess({
    DATA_FOLDER: programs.dataFolder,
    ...(programs.databaseUrl && { DATABASE_URL: programs.databaseUrl }),
    ...bucketSettings(programs.bucket),
    ...settings,
  });
  const ask = (form: Record<string, string>) =>
    patiently(() =>
      fetch(`${host.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'satchel', ...form }),
      }),
    );
  return {
    ...host,
    ask,
    async signIn(username: Person, more: Record<string, string> = {}) {
      const scope = people[username].roles.join(' ');
      const answer = await ask({ grant_type: 'password', username, password, scope, ...more });
      const { access_token, refresh_token } = (await answer.json()) as Record<string, string>;
      const as: Fetch = (path, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set('authorization', `Bearer ${access_token}`);
        return patiently(() => fetch(`${host.url}${path}`, { ...init, headers }));
      };
      return { as, refresh_token: refresh_token ?? '' };
    },
    async generation() {
      const answer = await patiently(() => fetch(`${host.url}/config.json`));
      return (await answer.json()).generation as string;
    },
  };
}
