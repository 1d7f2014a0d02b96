import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { HostDatabase } from './database.ts';
import { isWorthRetrying } from './dialect.ts';
import type { Database } from './schema.ts';

/**
 * Leaves nothing in SQLite's files of what was deleted or overwritten, also by earlier versions, which freed its place and left
 * the bytes: writes the file anew and empties the log beside it. Until it is done that takes twice the room of the file, and
 * whoever writes has to wait. False when somebody else was using it all the time; throws what the disk refuses.
 */
export async function forgetDeleted({ db, dialect }: HostDatabase, dataFolder: string) {
  if (dialect === 'postgres') return true;
  // The system's folder for temporary files may be small.
  process.env.SQLITE_TMPDIR ??= dataFolder;
  // The log first: whoever reads all the time keeps it as it is, and it would only grow by the whole file.
  for (const step of [emptyLog, writeAnew, emptyLog]) if (!(await inTurn(() => step(db)))) return false;
  return true;
}

const attempts = 25;
const pauseMs = 200;

async function inTurn(isDone: () => Promise<boolean>) {
  for (let attempt = 1; ; attempt++) {
    const is = await isDone();
    if (is || attempt === attempts) return is;
    await pause(pauseMs);
  }
}

async function emptyLog(db: Kysely<Database>) {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}

async function writeAnew(db: Kysely<Database>) {
  try {
    await sql`vacuum`.execute(db);
    return true;
  } catch (error) {
    if (isWorthRetrying(error)) return false;
    throw error;
  }
}
