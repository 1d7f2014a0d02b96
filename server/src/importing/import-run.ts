import { setImmediate } from 'node:timers/promises';
import type { MediaTypeName } from '@satchel/core/contract/resource-types.ts';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { isUniqueViolation } from '#database/dialect.ts';
import type { Scope } from '#database/revision.ts';
import type { FileStore } from '#files/file-store.ts';
import type { FileKeeper } from './file-keeper.ts';
import type { FolderReader } from './folder-reader.ts';
import type { ImportReport } from './import-report.ts';
import type { List } from './keep-list.ts';
import type { SentPacks } from './named-in-sent-packs.ts';
import type { RecordKeeper } from './record-keeper.ts';

/** What every part of one import works with. */
export interface ImportRun {
  database: HostDatabase;
  store: FileStore;
  folder: FolderReader;
  files: FileKeeper;
  records: RecordKeeper;
  report: ImportReport;
  isDryRun: boolean;
  now: number;
  passwordMinLength: number;
  /** Ids of every record that the folder holds, also of those that could not be taken this time. */
  seen: Set<string>;
  /** Ids of all that stays in a list or is new there. */
  listed: Set<string>;
  /** Lists of each channel that get shorter once it has been said what sent packs lose by that. */
  waitingLists: Map<Scope, Map<string, WaitingList>>;
  /** What a dry run would have stored of each document by now. */
  imagined: Map<string, DocumentRow>;
  /** Names of the channels whose content the folder holds. */
  readable: Set<string>;
  transact: Transact;
  sentPacks: SentPacks;
}

export interface WaitingList {
  /** As it will be. */
  list: List;
  /** Ids of what is still in it until then. */
  leaving: readonly string[];
}

/** What a pack has to know of a document. */
export interface DocumentRow {
  id: string;
  type: MediaTypeName;
  name: string;
  video: string | null;
  key: string | null;
  filename: string | null;
  mime: string | null;
}

export type Transact = <T>(work: (trx: WriteTransaction) => Promise<T>) => Promise<T>;

const attempts = 3;

/** Short transactions; in a dry run they only read. Another import beside this one may have written the same record. */
export const createTransact =
  ({ write, read }: HostDatabase, isDryRun: boolean): Transact =>
  async (work) => {
    if (isDryRun) return read(work);
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await write(work);
        // SQLite answers without waiting: nothing else would get its turn between two transactions.
        await setImmediate();
        return result;
      } catch (error) {
        if (attempt === attempts || !isUniqueViolation(error)) throw error;
      }
    }
  };
