import { BackupRefused } from '#backup/backup-format.ts';
import type { Config } from '#config.ts';
import { NewerDatabase } from '#database/migration-state.ts';
import { InUse } from '#database/replaceable.ts';
import { DiskUnusable } from '#files/disk.ts';
import { UnreadableFolder } from '#importing/folder-reader.ts';
import { UserRefused } from '#managing-users/user-refused.ts';

/** The host cannot start, and the message says what a person can do about it. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

const wordedForPeople = [StartFailure, UnreadableFolder, NewerDatabase, BackupRefused, InUse, UserRefused];

interface Coded {
  code?: string;
  syscall?: string;
  message: string;
}

/** What a failure of the surroundings means, in a sentence; undefined for a fault of the host itself. */
export function sentenceFor(error: unknown, config: Config): string | undefined {
  if (wordedForPeople.some((kind) => error instanceof kind)) return (error as Error).message;
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DiskUnusable)
    return `${error.message}. Check S3_BUCKET and the settings beside it (docs/configuration.md).`;
  const { code = '', syscall } = error as Coded;
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo')
    return listenSentence(code, config);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code.startsWith('SQLITE_FULL')) {
    return `The disk with ${config.dataFolder} is full. Free some space and try again: what was there before is still there.`;
  }
  if (/^(?:SQLITE_NOTADB|SQLITE_CORRUPT)/.test(code)) {
    return `${config.dataFolder}/satchel.db is damaged or not a database of Satchel. Put back a copy of the data folder.`;
  }
  if (code.startsWith('SQLITE_BUSY')) return `Another program keeps ${config.dataFolder}/satchel.db locked.`;
  if (/^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST|SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_IOERR)/.test(code)) {
    return `The data folder ${config.dataFolder} cannot be written (${code}). Make it writable, or set DATA_FOLDER to another one.`;
  }
  return config.databaseUrl ? databaseSentence(error, config.databaseUrl) : undefined;
}

function listenSentence(code: string, { port, bindHost }: Config) {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use. Stop what uses it, or choose another one, for example: PORT=${port + 1} npm start`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one above 1023, for example: PORT=8080 npm start`;
    default:
      return `HOST=${bindHost ?? ''} is not an address of this machine (${code}).`;
  }
}

const postgresReasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such machine',
  EAI_AGAIN: 'there is no such machine',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it ended the connection',
  '28P01': 'it refuses the user or password',
  '28000': 'it refuses the user or password',
  '3D000': 'it has no database of that name',
  '53100': 'its disk is full',
  '53300': 'it has no connection left',
  '42501': 'the user may not make tables',
};

function databaseSentence(error: Coded, url: string) {
  const reason = postgresReasons[error.code ?? ''];
  if (!reason) return undefined;
  // Never with the password.
  const { host, pathname } = new URL(url);
  return `The database ${host}${pathname} of DATABASE_URL cannot be used: ${reason}.`;
}
