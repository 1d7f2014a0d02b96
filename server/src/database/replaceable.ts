import type { HostDatabase } from './database.ts';

/** A host or another command works with the database. */
export class InUse extends Error {
  override name = 'InUse';

  constructor() {
    super('Satchel is running with this database. Stop every host first, then try again.');
  }
}

/** The place of a database in which another one can be put; nobody else uses it meanwhile. */
export interface Replaceable {
  /** Whether somebody's content is in it. */
  isUsed: boolean;
  /** A new database without tables. Whoever is killed while filling it leaves the present one as it is. */
  prepare(): Promise<Prepared>;
  release(): Promise<void>;
}

interface Prepared {
  database: HostDatabase;
  /**
   * Puts it in the place of the present one, all or nothing.
   * @param asideFolder for a used one of SQLite
   * @returns where a used one lies now, in words
   */
  takeOver(asideFolder: string): Promise<string | null>;
  discard(): Promise<void>;
}

/** What a restore leaves beside the database: where it was killed what it was filling, and otherwise what it has replaced. */
export const stagingFolder = '.restoring-';
export const stagingSchema = 'satchel_restoring';
export const asideFolder = 'before-restore-';
export const asideSchema = 'satchel_before_';

/** Tables that have rows as soon as anyone has worked with a host. */
const workedOn: readonly string[] = ['account', 'channel', 'bundle', 'file', 'pack', 'help_page'];

/**
 * A statement that answers a row when somebody's content is in the database.
 * @param tables that there are; an older version has fewer, and a new database none
 */
export const contentQuery = (tables: readonly string[] = workedOn) => {
  const rows = workedOn
    .filter((each) => tables.includes(each))
    .map((each) => `exists (select 1 from ${each})`);
  return `select 1 where ${[...rows, 'false'].join(' or ')}`;
};
