import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { HostDatabase } from '#database/database.ts';
import { migrationState } from '#database/migration-state.ts';
import type { FileStore } from '#files/file-store.ts';
import { assertWritable } from '#files/writable-folder.ts';

export interface ReadinessParts {
  config: Pick<Config, 'dataFolder'>;
  database: HostDatabase;
  files: Pick<FileStore, 'probe'>;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Aborted when the host begins to end. */
  stopping?: AbortSignal;
}

type Unready =
  | 'stopping'
  | 'database unreachable'
  | 'database not migrated'
  | 'disk not writable'
  | 'file store unusable';

/** A database or disk that is silent for longer is none. */
const patienceMs = 3000;
/** Whoever asks more often gets the same answer: everyone may ask. */
const keptMs = 2000;

/** Whether callers may be sent here; null when nothing is in the way. */
export function createReadiness({ config, database, files, clock, log, stopping }: ReadinessParts) {
  let known: { at: number; answer: Promise<Unready | null> } | undefined;

  async function look(): Promise<Unready | null> {
    try {
      const { pending } = await inTime(migrationState(database));
      if (pending.length > 0) return 'database not migrated';
    } catch (error) {
      log.error({ err: error }, 'the database does not answer');
      return 'database unreachable';
    }
    try {
      await inTime(assertWritable(config.dataFolder));
    } catch (error) {
      log.error({ err: error }, 'the data folder cannot be written');
      return 'disk not writable';
    }
    try {
      await inTime(files.probe());
      return null;
    } catch (error) {
      log.error({ err: error }, 'files cannot be kept');
      return 'file store unusable';
    }
  }

  return async (): Promise<Unready | null> => {
    if (stopping?.aborted) return 'stopping';
    const now = clock();
    if (!known || Math.abs(now - known.at) > keptMs) known = { at: now, answer: look() };
    return known.answer;
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const limit = new AbortController();
  const late = pause(patienceMs, undefined, { signal: limit.signal, ref: false }).then(
    () => Promise.reject(new Error(`No answer within ${patienceMs} ms`)),
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    limit.abort();
  }
}
