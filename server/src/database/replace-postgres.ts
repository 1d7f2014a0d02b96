import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { applicationName, openDatabase } from './database.ts';
import { ownMark } from './own-tables.ts';
import {
  asideSchema,
  contentQuery,
  InUse,
  type Replaceable,
  stagingSchema as staging,
} from './replaceable.ts';

/** A PostgreSQL database is built in a schema beside the present one; the tables change places in one transaction. */
export async function replaceablePostgres(url: string, stamp: string): Promise<Replaceable> {
  const client = new pg.Client({ connectionString: url, application_name: `${applicationName}-restore` });
  await client.connect();
  client.on('error', () => {});
  try {
    await assertAlone(client);
    const isUsed = await hasContent(client);
    return {
      isUsed,
      release: () => client.end(),
      async prepare() {
        await client.query(`drop schema if exists ${staging} cascade`);
        await client.query(`create schema ${staging}`);
        const address = new URL(url);
        address.searchParams.set('options', `-c search_path=${staging}`);
        const database = await openDatabase(address.href, '');
        return {
          database,
          async takeOver() {
            await database.close();
            await assertAlone(client);
            if (!isUsed && (await hasContent(client))) throw new InUse();
            return changePlaces(client, isUsed ? `${asideSchema}${stamp}` : null);
          },
          async discard() {
            await database.close().catch(() => {});
            await client.query(`drop schema if exists ${staging} cascade`);
          },
        };
      },
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

// A process that has just ended is still shown for a moment.
const patienceMs = 3000;

async function assertAlone(client: pg.Client) {
  for (const until = Date.now() + patienceMs; ; ) {
    const { rows } = await client.query(
      `select 1 from pg_catalog.pg_stat_activity where datname = current_database() and application_name = $1`,
      [applicationName],
    );
    if (rows.length === 0) return;
    if (Date.now() > until) throw new InUse();
    await pause(100);
  }
}

const tablesIn = async (client: pg.Client, schema: string) => {
  const { rows } = await client.query<{ tablename: string }>(
    'select tablename from pg_catalog.pg_tables where schemaname = $1',
    [schema],
  );
  return rows.map(({ tablename }) => tablename);
};

/** Also tables that only a newer version knows. */
async function markedTablesIn(client: pg.Client, schema: string) {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_catalog.pg_class as tables
      join pg_catalog.pg_namespace as schemas on schemas.oid = tables.relnamespace
      where schemas.nspname = $1 and tables.relkind in ('r', 'p')
        and pg_catalog.obj_description(tables.oid, 'pg_class') = $2`,
    [schema, ownMark],
  );
  return rows.map(({ name }) => name);
}

async function presentSchema(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select current_schema() as name');
  return rows[0]?.name ?? 'public';
}

async function hasContent(client: pg.Client) {
  const tables = await tablesIn(client, await presentSchema(client));
  return (await client.query(contentQuery(tables))).rows.length > 0;
}

/** @param aside the schema that gets the old tables; null drops them */
async function changePlaces(client: pg.Client, aside: string | null) {
  const presentName = await presentSchema(client);
  const present = pg.escapeIdentifier(presentName);
  const fresh = await tablesIn(client, staging);
  await client.query('begin');
  try {
    if (aside) await client.query(`create schema ${aside}`);
    // Only Satchel's own: others may share the schema.
    const marked = await markedTablesIn(client, presentName);
    const old = (await tablesIn(client, presentName)).filter(
      (each) => fresh.includes(each) || marked.includes(each),
    );
    for (const table of old.map(pg.escapeIdentifier)) {
      await client.query(
        aside
          ? `alter table ${present}.${table} set schema ${aside}`
          : `drop table ${present}.${table} cascade`,
      );
    }
    for (const table of fresh.map(pg.escapeIdentifier)) {
      await client.query(`alter table ${staging}.${table} set schema ${present}`);
    }
    await client.query(`drop schema ${staging}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return aside && `the schema ${aside}`;
}
