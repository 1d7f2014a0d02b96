import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { type Config, readConfig } from '#config.ts';
import { migrateToLatest, openDatabase } from '#database/database.ts';
import { newUuid } from '#database/ids.ts';
import { openSession } from '#features/sign-in/session-store.ts';
import { createFileStore } from '#files/file-store.ts';
import { loadKeys } from '#keys.ts';
import { createBounces } from '#mail/bounces.ts';
import { createOutbox } from '#mail/outbox.ts';
import { buildServer } from '#server.ts';
import { createThreads, type Threads } from '#threads/threads.ts';
import { checkJsonApi } from './check-json-api.ts';
import { freshBucket } from './test-bucket.ts';
import { buildWorld, type Person, people } from './world.ts';

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

export type TestHost = Awaited<ReturnType<typeof startTestHost>>;

interface Options {
  config?: Partial<Config>;
  /** A PostgreSQL server; a database of its own is made there and dropped at the end. */
  postgres?: string | undefined;
  /** Without it the host is empty. */
  withWorld?: boolean;
  threads?: Threads;
}

/** A whole host on a free loopback port with a fresh database and data folder, and the small world in it. */
export async function startTestHost({
  config: changes = {},
  postgres = process.env.SATCHEL_TEST_POSTGRES,
  withWorld = true,
  threads = createThreads(),
}: Options = {}) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'satchel-host-'));
  const fresh = postgres ? await freshDatabase(postgres) : undefined;
  const statements: string[] = [];
  const database = await openDatabase(fresh?.url, dataFolder, (text) => statements.push(text));
  await migrateToLatest(database);

  const now = { offset: 0 };
  const clock = () => Date.now() + now.offset;
  const usual = readConfig({ PORT: '0' });
  const config: Config = {
    ...usual,
    // The tests and whoever they ask with are in the same process: what it is held by is not the host's work.
    limits: { ...usual.limits, mostHeldMs: 0 },
    databaseUrl: fresh?.url,
    dataFolder,
    bucket: freshBucket(),
    publicUrl: 'http://satchel.test',
    ...changes,
  };
  const keys = await loadKeys(database);
  const files = createFileStore(config);
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({ config, database, keys, clock, log });
  const bounces = createBounces({ database, keys, clock, log });
  const server = buildServer({ config, database, keys, files, outbox, bounces, threads, clock, log });
  const routes: { method: string; url: string }[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
  outbox.start();
  await server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const world = withWorld ? await buildWorld(database, files) : undefined;
  /** Whatever a test asks for: an answer that calls itself JSON:API is one. */
  const checkedFetch: Fetch = async (path, init) => {
    const response = await fetch(`${url}${path}`, init);
    await checkJsonApi(response, path, init?.method);
    return response;
  };

  return {
    url,
    config,
    database,
    keys,
    files,
    outbox,
    bounces,
    threads,
    server,
    /** Every route the server has, in the order of registration. */
    routes: routes as readonly { method: string; url: string }[],
    clock,
    /** Moves the host's clock forward. */
    advance(ms: number) {
      now.offset += ms;
    },
    /** The text of every SQL statement since the start or the last `statements.length = 0`. */
    statements,
    /** The small world; throws on a host without one. */
    get world() {
      if (!world) throw new Error('This host was started without its world.');
      return world;
    },
    fetch: checkedFetch,
    /** The header of one of the people of the world who has just signed in. */
    async authorization(person: Person) {
      const { id } = this.world.people[person];
      const scope = people[person].roles.join(' ');
      const session = await database.write((trx) => openSession(trx, { accountId: id, scope }, clock()));
      return `Bearer ${await keys.signAccessToken({ ...session, accountId: id, scope }, clock())}`;
    },
    /** Fetches as one of the people of the world. */
    async signIn(person: Person): Promise<Fetch> {
      const authorization = await this.authorization(person);
      return (path, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set('authorization', authorization);
        return checkedFetch(path, { ...init, headers });
      };
    },
    /** Another host on the same database and files, which shares nothing else with this one; it is asked by `inject`. */
    async besides(changes: Partial<Config> = {}) {
      const own = await openDatabase(fresh?.url, dataFolder);
      const other = buildServer({
        config: { ...config, ...changes },
        database: own,
        keys,
        files,
        outbox,
        bounces,
        threads,
        clock,
        log,
      });
      other.addHook('onClose', () => own.close());
      return other;
    },
    async stop() {
      await server.close();
      await outbox.stop();
      await threads.close();
      await database.close();
      await fresh?.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** An empty database on a PostgreSQL server, to be dropped at the end. */
export async function freshDatabase(server: string) {
  const name = `test_${newUuid().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
