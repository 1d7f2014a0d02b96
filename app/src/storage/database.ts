import type { ResourceTypeName } from '@satchel/core/contract/resource-type-names.ts';
import { Dexie, type Table } from 'dexie';
import type {
  CachedFile,
  DraftRow,
  EventRow,
  KeptSubject,
  LeaseRow,
  Mark,
  PackLogRow,
  QueueRow,
} from './device-rows.ts';
import { fitToKeep } from './fit-to-keep.ts';
import { commitWithLastWrite } from './last-writes.ts';
import { fromRest, putAtRest } from './many-references.ts';
import { outsideQueries } from './outside-queries.ts';
import { ownUnsentWork } from './own-unsent-work.ts';
import type { LocalRecord } from './records.ts';
import type { StagedRow } from './staged-records.ts';
import { asStorageFailure, type StorageFailure } from './storage-failure.ts';

/** Everything this device keeps. Live queries may read the tables directly; writing goes through `write`. */
export interface Database {
  dexie: Dexie;
  /** The store of one content type. */
  records<Name extends ResourceTypeName>(type: Name): Table<LocalRecord<Name>, string>;
  queue: Table<QueueRow, string>;
  lease: Table<LeaseRow, string>;
  drafts: Table<DraftRow, string>;
  events: Table<EventRow, string>;
  kept: Table<KeptSubject, string>;
  cachedFiles: Table<CachedFile, string>;
  /** What channels brought and what has no row of its own yet; screens find it by `sync/local-records.ts`. */
  staged: Table<StagedRow, number>;
  marks: Table<Mark, string>;
  packLog: Table<PackLogRow, number | string>;
  /**
   * One durable transaction over the tables named; none when none is. Inside it nothing but the database may be awaited.
   * On a full device the work may run several times: what it read and wrote before is not there then.
   * @throws StorageFailure when the device could not keep it
   */
  write<T>(tables: readonly Table[], work: () => Promise<T>): Promise<T>;
  /**
   * Asked when the device had no space for a write to these tables: whether there is some now, so that it is tried once more.
   * It is asked again when the browser has not noticed. Without it a full device is full.
   */
  makeRoom?: (tables: readonly Table[]) => Promise<boolean | undefined>;
}

/** The content types of version 1. One that the app learns of later gets its store in a version of its own. */
const firstContentTypes = [
  'salestool--channel',
  'salestool--document_bundle',
  'salestool--content_bundle',
  'salestool--miniapp_bundle',
  'media--document',
  'media--image',
  'media--video',
  'media--remote_video',
  'salestool--pack',
  'salestool--message',
  'salestool--signature',
  'file--file',
  'taxonomy_term--keywords',
  'taxonomy_term--products',
  'user--user',
  'node--help_page',
];
const contentStores = Object.fromEntries(firstContentTypes.map((type) => [type, 'id, type, changed']));

/** The published shapes of the database, oldest first (MODEL-32, MODEL-33). A step is only ever followed, not edited. */
function declareVersions(dexie: Dexie) {
  dexie.version(1).stores(contentStores);
  dexie.version(2).stores({ pack_log: 'id, uuid, pack_uuid, date_sent' });
  dexie
    .version(3)
    .stores({
      'salestool--message': 'id, type, changed, pack.id',
      'salestool--pack': 'id, type, changed, channel.id',
      queue: 'id, [ownerId+type]',
      lease: 'id',
      drafts: 'id',
      pack_versions: '[packId+at], packId',
      event_log: 'id, status, date',
      kept_subjects: 'id',
      cached_files: 'url',
      staged_records: '++key, *ids, reading',
      marks: 'id',
    })
    .upgrade(ownUnsentWork);
}

/** Of a write on a full device where room was made, besides the first: a browser may take note of it only after a while. */
const mostTries = 5;

/** @param name another one than the product's only in tests */
export function openDatabase(name = 'satchel'): Database {
  // Work that exists nowhere else must not be lost with the power: strict waits until it lies on the disk.
  const dexie = new Dexie(name, { chromeTransactionDurability: 'strict', cache: 'disabled' });
  declareVersions(dexie);
  dexie.use(fitToKeep);
  dexie.use(commitWithLastWrite);
  dexie.use(putAtRest);
  dexie.table('salestool--pack').hook('reading', fromRest);
  const database: Database = {
    dexie,
    records: <Name extends ResourceTypeName>(type: Name) => dexie.table<LocalRecord<Name>, string>(type),
    queue: dexie.table('queue'),
    lease: dexie.table('lease'),
    drafts: dexie.table('drafts'),
    events: dexie.table('event_log'),
    kept: dexie.table('kept_subjects'),
    cachedFiles: dexie.table('cached_files'),
    staged: dexie.table('staged_records'),
    marks: dexie.table('marks'),
    packLog: dexie.table('pack_log'),
    async write<T>(tables: readonly Table[], work: () => Promise<T>) {
      // An answer without records has nothing to put, and a transaction over nothing is an error.
      if (tables.length === 0) return work();
      // Dexie keeps a transaction across awaits only when the function itself is an async one.
      const transact = () => dexie.transaction('rw', [...tables], async () => work());
      try {
        for (let left = mostTries; ; left -= 1) {
          try {
            return await outsideQueries(transact);
          } catch (error) {
            const { kind } = asStorageFailure(error) as Partial<StorageFailure>;
            if (kind !== 'full' || left < 1 || !(await database.makeRoom?.(tables))) throw error;
          }
        }
      } catch (error) {
        throw asStorageFailure(error);
      }
    },
  };
  return database;
}
