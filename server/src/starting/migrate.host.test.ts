import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateToLatest } from '#database/database.ts';
import { tableNames } from '#database/dialect.ts';
import { migrations } from '#database/migrations.ts';
import { freePort } from '#testing/free-port.ts';
import { type Programs, preparePrograms } from '#testing/programs.ts';

let programs: Programs;
const names = Object.keys(migrations);
const quiet = async () => ({ PORT: String(await freePort()), HOST: '127.0.0.1', DEMO: 'false' });

beforeEach(async () => {
  programs = await preparePrograms();
});
afterEach(() => programs.dispose());

async function look<T>(work: (database: Awaited<ReturnType<Programs['open']>>) => Promise<T>) {
  const database = await programs.open();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
const tables = () =>
  look(async ({ db, dialect }) => (await tableNames(dialect).execute(db)).rows.map(({ name }) => name));

describe('npm run migrate', () => {
  test('shows what is to do, changes nothing in a dry run, and otherwise does it', async () => {
    await look((database) => migrateToLatest(database, names[0]));
    const before = await tables();
    const dry = await programs.start('migrate.ts', {}, ['--dry-run']).ended;
    expect(dry.code).toBe(0);
    expect(dry.text).toContain(`done     ${names[0]}`);
    for (const name of names.slice(1)) expect(dry.text).toContain(`pending  ${name}`);
    expect(dry.text).toContain(`${names.length - 1} to do. Nothing was changed.`);
    expect(await tables()).toEqual(before);

    const real = await programs.start('migrate.ts').ended;
    expect([real.code, real.text]).toEqual([0, expect.stringContaining(`taken    ${names.at(-1)}`)]);
    const again = await programs.start('migrate.ts').ended;
    expect([again.code, again.text]).toEqual([0, expect.stringMatching(/The database is up to date\.\n$/)]);
  });

  test('makes no database where there is none', async ({ skip }) => {
    if (programs.databaseUrl) skip();
    const { code, text } = await programs.start('migrate.ts').ended;
    expect([code, text]).toEqual([0, expect.stringContaining('There is no database yet.')]);
    expect(existsSync(`${programs.dataFolder}/satchel.db`)).toBe(false);
  });

  test.each([
    [['main.ts']],
    [['migrate.ts']],
    [['import.ts', 'demo']],
    [['migrate.ts', '--dry-run']],
  ] as const)(
    'a database of a newer version is refused in a sentence by %j, and stays as it is',
    async ([file, ...args]) => {
      await look(async (database) => {
        await migrateToLatest(database);
        await sql`insert into kysely_migration (name, timestamp) values ('900-tomorrow', '2027')`.execute(
          database.db,
        );
      });
      const before = await tables();
      const { code, text } = await programs.start(file, await quiet(), [...args]).ended;
      expect(code).toBe(1);
      expect(text).toMatch(
        /upgraded by a newer version of Satchel \(step 900-tomorrow\)\. Start that version/,
      );
      expect(text).not.toContain('    at ');
      expect(await tables()).toEqual(before);
    },
  );
});

test('hosts that start at once on one empty database all get ready', async () => {
  const hosts = await Promise.all(
    Array.from({ length: 3 }, async () => programs.start('main.ts', await quiet())),
  );
  const addresses = await Promise.all(hosts.map((host) => host.ready()));
  const generations = await Promise.all(
    addresses.map(async (address) => (await (await fetch(`${address}/config.json`)).json()).generation),
  );
  expect(new Set(generations).size).toBe(1);
  await Promise.all(hosts.map((host) => host.end()));
});

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));

test(`a host whose power fails while it makes its tables starts again as if nothing had been (seed ${seed})`, async () => {
  for (let round = 0; round < 6; round++) {
    const host = programs.start('main.ts', await quiet());
    // From before the first table to after the last one.
    await new Promise((resolve) => setTimeout(resolve, 300 + ((seed * (round + 1) * 7919) % 500)));
    await host.end('SIGKILL');
  }
  const host = programs.start('main.ts', await quiet());
  const address = await host.ready();
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
}, 60_000);
