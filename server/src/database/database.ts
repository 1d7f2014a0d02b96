import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  Kysely,
  type KyselyPlugin,
  type LogEvent,
  PostgresDialect,
  type RawBuilder,
  SqliteAdapter,
  SqliteDialect,
  sql,
  type Transaction,
} from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { createBreaks } from './breaks.ts';
import { currentSchema, type Dialect, fold, isWorthRetrying } from './dialect.ts';
import { migrationState, NewerDatabase } from './migration-state.ts';
import { migrations } from './migrations.ts';
import { createMoments, type Moments, newMoments } from './moment.ts';
import { marking } from './own-tables.ts';
import type { Database } from './schema.ts';
import { createTurns } from './turns.ts';

export type ReadTransaction = Transaction<Database>;
export type WriteTransaction = Transaction<Database>;
/**
 * 'serializable' as if nobody else wrote, at the price of trying again. 'read committed' where every statement decides
 * by itself and many workers meet at the same rows: there they wait for each other instead.
 */
type WriteIsolation = 'serializable' | 'read committed';
type AfterCommit = (task: () => void) => void;

export interface HostDatabase {
  /** For single statements; anything that belongs together goes through `read` or `write`. */
  db: Kysely<Database>;
  dialect: Dialect;
  /**
   * Runs one transaction and, after its commit, what it handed to `afterCommit`. It is run again from the start when
   * it met another one, so it must do nothing but SQL.
   */
  write<T>(
    work: (trx: WriteTransaction, afterCommit: AfterCommit) => Promise<T>,
    isolation?: WriteIsolation,
  ): Promise<T>;
  /** One read-only transaction: every statement sees the same state. */
  read<T>(work: (trx: ReadTransaction) => Promise<T>): Promise<T>;
  /**
   * The same for work that also waits for whoever takes what it reads: it keeps nobody else from reading or writing.
   * Only a few run at once; throws `AllTurnsTaken` when none became free in time.
   */
  readAtLeisure<T>(work: (trx: ReadTransaction) => Promise<T>): Promise<T>;
  /** One statement that reads, by itself: it sees what was committed last, and costs the least. */
  lookUp<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
  /** The present moment: as late as the call, or later. */
  moment: Moments;
  /** Lets the engine count what it holds, where it does not do so by itself: without that it guesses how to search. */
  countRows(): Promise<void>;
  close(): Promise<void>;
}

/** Called with the text of every statement; tests count with it. */
export type OnStatement = (sql: string) => void;

/** PostgreSQL when there is an address, else SQLite in the data folder. */
export function openDatabase(
  url: string | undefined,
  dataFolder: string,
  onStatement?: OnStatement,
): Promise<HostDatabase> {
  return url ? openPostgres(url, onStatement) : openSqlite(dataFolder, onStatement);
}

export const sqliteFile = (dataFolder: string) => join(dataFolder, 'satchel.db');

async function openSqlite(dataFolder: string, onStatement: OnStatement | undefined): Promise<HostDatabase> {
  mkdirSync(dataFolder, { recursive: true });
  const path = sqliteFile(dataFolder);
  const connections: Sqlite.Database[] = [];
  const connect = (...pragmas: string[]) => {
    const connection = new Sqlite(path);
    connections.push(connection);
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    // Waiting here blocks the event loop; the longer wait for another process is the retry in `write`.
    connection.pragma('busy_timeout = 50');
    for (const pragma of pragmas) connection.pragma(pragma);
    connection.function('fold', { deterministic: true }, (value) =>
      typeof value === 'string' ? fold(value) : value,
    );
    return connection;
  };
  const queries = (begin: string, connection: Sqlite.Database) =>
    new Kysely<Database>({
      dialect: new TransactionalSqliteDialect({ database: preparedOnce(connection, begin) }),
      ...statementLog(onStatement),
    });
  const readOnly = 'query_only = ON';
  // What is read from end to end is not read again soon; the system keeps the file's pages all the same.
  const littleCache = 'cache_size = -4000';
  // A writer says so from the start: upgrading a read transaction later fails at once when another process wrote.
  // What is deleted is overwritten: a prospect who was erased is not to be found in the file either.
  const writer = queries('begin immediate', connect('secure_delete = ON')).withPlugin(lettingOthersIn());
  const reader = queries('begin', connect(readOnly)).withPlugin(lettingOthersIn());
  // Never inside a transaction, so that what it sees is never older than the statement.
  const single = preparedOnce(connect(readOnly), 'begin');
  const readVersion = () => {
    onStatement?.(versionPragma);
    return (single.prepare(versionPragma).get() as { data_version: number }).data_version;
  };
  return hostDatabase('sqlite', writer, {
    reader,
    openReader: () => queries('begin', connect(readOnly, littleCache)).withPlugin(lettingOthersIn()),
    lookUp: async (query) => {
      onStatement?.(query.sql);
      return single.prepare(query.sql).all(...query.parameters);
    },
    moment: createMoments(readVersion),
    close: async () => {
      single.close();
      // Kysely leaves a connection open that was never used; it would lock others out.
      for (const connection of connections) connection.close();
    },
  });
}

// Another number as soon as any other connection, of whatever process, has committed something.
const versionPragma = 'pragma data_version';

/** Kysely migrates SQLite step by step without a transaction; a power cut would leave half a step for ever. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalSqliteAdapter();
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** SQLite answers without waiting; between statements everybody else gets their turn. */
function lettingOthersIn(): KyselyPlugin {
  const breakNow = createBreaks();
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await breakNow();
      return result;
    },
  };
}

const statementsKept = 500;

/** Keeps prepared statements, which Kysely makes anew for every query. */
function preparedOnce(connection: Sqlite.Database, begin: string) {
  const statements = new Map<string, Sqlite.Statement>();
  const nothing = connection.prepare('select 1');
  return {
    close: () => {
      statements.clear();
      connection.close();
    },
    prepare: (text: string) => {
      // SQLite ends a transaction itself when the disk is full; a second rollback would hide why.
      if (text === 'rollback' && !connection.inTransaction) return nothing;
      const known = statements.get(text);
      if (known) return known;
      const statement = connection.prepare(text === 'begin' ? begin : text);
      if (statements.size >= statementsKept) statements.delete(statements.keys().next().value as string);
      statements.set(text, statement);
      return statement;
    },
  };
}

/** What a PostgreSQL server calls the sessions of every Satchel process. */
export const applicationName = 'satchel';

const int8 = 20;
const numeric = 1700;

async function openPostgres(url: string, onStatement: OnStatement | undefined): Promise<HostDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: 10,
    // A machine that is gone answers nothing at all.
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // A host that is gone without a word holds its locks no longer than this; nothing here thinks for minutes.
    idle_in_transaction_session_timeout: 300_000,
    types: {
      // Times, sizes and counts stay below 2^53.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  });
  // An idle connection that the server closes is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that is closed between two statements of a transaction: the next statement says so.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), ...statementLog(onStatement) });
  return hostDatabase('postgres', db, {
    reader: db,
    lookUp: async (query) => {
      onStatement?.(query.sql);
      // The name makes the server keep its plan.
      const name = `look-up ${createHash('sha256').update(query.sql).digest('base64url')}`;
      return (await pool.query({ name, text: query.sql, values: [...query.parameters] })).rows;
    },
    moment: newMoments,
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  });
}

const statementLog = (onStatement: OnStatement | undefined) =>
  onStatement && { log: (event: LogEvent) => onStatement(event.query.sql) };

const attempts = 25;
const longestPauseMs = 200;
/** Where writers wait for each other on the server, they go on for as long as anybody waits for an answer. */
const longestMeetingMs = 15_000;

// Each is a connection, and on PostgreSQL one of the pool's, which everybody else needs too.
const readersAtLeisure = 4;
const longestWaitMs = 20_000;

interface Readers {
  reader: Kysely<Database>;
  /** Makes one more reader; without it, transactions of `reader` do not wait for each other. */
  openReader?: () => Kysely<Database>;
  lookUp(query: CompiledQuery): Promise<unknown[]>;
  moment: Moments;
  close(): Promise<void>;
}

function hostDatabase(dialect: Dialect, writer: Kysely<Database>, readers: Readers): HostDatabase {
  const { reader, openReader } = readers;
  const isPostgres = dialect === 'postgres';
  const turns = createTurns(readersAtLeisure, longestWaitMs);
  const idle: Kysely<Database>[] = [];
  const beginWrite = (isolation: WriteIsolation) =>
    isPostgres ? writer.transaction().setIsolationLevel(isolation) : writer.transaction();
  const beginRead = (reader: Kysely<Database>) =>
    isPostgres
      ? reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
      : reader.transaction();

  /** Runs the work until it meets no other transaction; answers with what is to be done after the commit. */
  async function committed<T>(
    work: (trx: WriteTransaction, afterCommit: AfterCommit) => Promise<T>,
    isolation: WriteIsolation,
  ) {
    const since = performance.now();
    for (let attempt = 1; ; attempt++) {
      const tasks: (() => void)[] = [];
      try {
        const result = await beginWrite(isolation).execute((trx) => work(trx, (task) => tasks.push(task)));
        return { result, tasks };
      } catch (error) {
        const isLast = attempt >= attempts && !(isPostgres && performance.now() - since < longestMeetingMs);
        if (isLast || !isWorthRetrying(error)) throw error;
        await pause(Math.random() * Math.min(2 ** attempt, longestPauseMs));
      }
    }
  }

  return {
    db: writer,
    dialect,
    async write(work, isolation = 'serializable') {
      const { result, tasks } = await committed(work, isolation);
      for (const task of tasks) task();
      return result;
    },
    read: (work) => beginRead(reader).execute(work),
    readAtLeisure: (work) =>
      turns.take(async () => {
        if (!openReader) return beginRead(reader).execute(work);
        const own = idle.pop() ?? openReader();
        try {
          return await beginRead(own).execute(work);
        } finally {
          idle.push(own);
        }
      }),
    lookUp: <Row>(statement: RawBuilder<Row>) => readers.lookUp(statement.compile(reader)) as Promise<Row[]>,
    moment: readers.moment,
    async countRows() {
      if (isPostgres) return;
      try {
        // Looks at few rows of each table only, and at those alone that have changed much.
        await sql`pragma analysis_limit = 200`.execute(writer);
        await sql`pragma optimize = 0x10002`.execute(writer);
      } catch (error) {
        // Another process is writing; the next start counts.
        if (!isWorthRetrying(error)) throw error;
      }
    },
    async close() {
      await writer.destroy();
      if (reader !== writer) await reader.destroy();
      for (const own of idle) await own.destroy();
      await readers.close();
    },
  };
}

/**
 * Brings the tables to the newest step, or to a given one, and answers the names of the steps that were taken. Hosts
 * that start at once do it one after the other. Throws what a step threw, and `NewerDatabase`.
 */
export async function migrateToLatest(database: HostDatabase, last?: string) {
  const { db } = database;
  const { unknown } = await migrationState(database);
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  const schema = await currentSchema(db, database.dialect);
  const steps = Object.fromEntries(
    Object.entries(migrations).map(([name, step]) => [name, marking(step, database.dialect)]),
  );
  for (let attempt = 1; ; attempt++) {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => steps },
      // Beside these tables others of the same name may stand in another schema.
      ...(schema && { migrationTableSchema: schema }),
    });
    const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
    if (!error) return results.map((result) => result.migrationName);
    if (attempt === attempts || !isWorthRetrying(error)) throw error;
    await pause(Math.random() * longestPauseMs);
  }
}
