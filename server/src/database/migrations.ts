import type { Migration } from 'kysely/migration';
import * as records from '../../migrations/001-records.ts';

/** Every step in order. A published one is never edited, only followed. */
export const migrations: Record<string, Migration> = {
  '001-records': records,
};
