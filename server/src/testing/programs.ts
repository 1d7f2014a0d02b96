import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#config.ts';
import { openDatabase } from '#database/database.ts';
import { programEnvironment } from './host-process.ts';
import { bucketSettings, freshBucket } from './test-bucket.ts';
import { freshDatabase } from './test-host.ts';

const source = join(import.meta.dirname, '..');

type Program = 'main.ts' | 'import.ts' | 'migrate.ts' | 'users.ts' | 'backup.ts' | 'restore.ts';

interface Place {
  dataFolder: string;
  /** Undefined: SQLite in the data folder. */
  databaseUrl: string | undefined;
  bucket: Config['bucket'];
}

export type Programs = Awaited<ReturnType<typeof preparePrograms>>;

/**
 * Runs the host and the commands beside it as people do: as processes with their settings in the environment, on a
 * fresh data folder and a fresh database of their own.
 */
export async function preparePrograms(postgres = process.env.SATCHEL_TEST_POSTGRES) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'satchel-start-'));
  const database = postgres ? await freshDatabase(postgres) : undefined;
  const running: ChildProcess[] = [];
  const bucket = freshBucket();
  const place: Place = { dataFolder, databaseUrl: database?.url, bucket };

  function start(
    file: Program,
    settings: Record<string, string> = {},
    args: string[] = [],
    command: readonly string[] = [],
  ) {
    const [program = '', ...before] = [...command, process.execPath];
    const child = spawn(program, [...before, join(source, file), ...args], {
      env: {
        ...programEnvironment,
        DATA_FOLDER: dataFolder,
        ...(database && { DATABASE_URL: database.url }),
        ...bucketSettings(bucket),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output.text += chunk));
    // Not 'exit': the last words are still on their way then.
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text: output.text }));
    return {
      ended,
      said: () => output.text,
      signal: (signal: NodeJS.Signals) => child.kill(signal),
      async end(signal: NodeJS.Signals = 'SIGTERM') {
        child.kill(signal);
        return ended;
      },
      /** The address it prints once it is ready. */
      async ready() {
        const address = async () => {
          for (;;) {
            const found = /Satchel is ready: (\S+)/.exec(output.text)?.[1];
            if (found) return found;
            await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
          }
        };
        const early = ended.then(({ text }) => Promise.reject(new Error(`It ended:\n${text}`)));
        return Promise.race([address(), early]);
      },
    };
  }

  return {
    ...place,
    start,
    /** Opens the database past the host. */
    open: () => openDatabase(place.databaseUrl, dataFolder),
    async dispose() {
      for (const child of running.filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      )) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      await database?.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
