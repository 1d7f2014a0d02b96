import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import { Dexie } from 'dexie';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { completeStaged, dropStaged, mayBeStaged, stagedTypes } from '#storage/staged-records.ts';
import { tellOfTables } from '#storage/tell-of-tables.ts';
import { isPushableType } from '#sync/save/pushable.ts';
import { keepEtag, knownEtag } from './etags.ts';
import { keepFileCount } from './file-counts.ts';
import { dropLostMedias, lostBetween, mediasGone, tablesOfLostMedias } from './lost-medias.ts';
import { putFromHost, tablesOf } from './store-records.ts';

export interface SwapOptions {
  /** Bundles that left the channel stay on the device. */
  isSparing: boolean;
  userId: string;
  /** The ETag of what was here when the host was asked; without it that is not looked at. */
  known?: string | null;
  /** When that had come, in ms, of which a host without ETags says no more. */
  pulled?: number | null;
  etag: string | null;
}

interface Swap {
  channel: FlatRecord;
  records: readonly FlatRecord[];
  /** Records that came without what belongs to them. */
  stubs?: readonly FlatRecord[];
  /** Medias that were on the device as they came. */
  unchanged?: readonly FlatRecord[];
  /** What came before, and counts from now on. */
  staged?: { reading: string; rows: number };
  options: SwapOptions;
}

const listOf = (bundles: unknown) => (Array.isArray(bundles) ? (bundles as ResourceIdentifier[]) : []);

/** Bundles that left the channel and that no other channel on this device has. */
async function goneBundles(database: Database, channel: FlatRecord): Promise<ResourceIdentifier[]> {
  const channels = await database.records('salestool--channel').toArray();
  const before = listOf(channels.find(({ id }) => id === channel.id)?.bundles);
  const others = channels.filter(({ id }) => id !== channel.id);
  const wanted = new Set([channel, ...others].flatMap(({ bundles }) => listOf(bundles).map(({ id }) => id)));
  return before.filter(({ id }) => !wanted.has(id));
}

async function documentsBefore(database: Database, bundles: readonly { id: string }[]) {
  if (bundles.length === 0) return [];
  const found = await database.records('salestool--document_bundle').bulkGet(bundles.map(({ id }) => id));
  return found.filter((bundle) => bundle !== undefined);
}

/** A stub takes the place of a whole record only where that has changed since. */
async function wholeOrStub(database: Database, stubs: readonly FlatRecord[]): Promise<FlatRecord[]> {
  const groups = [...Map.groupBy(stubs, ({ type }) => type)];
  const kept = groups.map(async ([type, group]) => {
    const here = await database.dexie.table<FlatRecord, string>(type).bulkGet(group.map(({ id }) => id));
    return group.map((stub, at) => {
      const whole = here[at];
      const isWhole = whole !== undefined && !(whole as { _meta?: { stub?: boolean } })._meta?.stub;
      return isWhole && whole.changed === stub.changed ? whole : stub;
    });
  });
  return (await Promise.all(kept)).flat();
}

const areDocuments = ({ type }: ResourceIdentifier) => type === 'salestool--document_bundle';

/**
 * The channel with all that belongs to it in place of the copy on the device, in one transaction: nobody ever sees half
 * of it.
 * @returns false, and all stays as it is, where another window has put something else in its place since the host was asked: it
 * may be newer
 * @throws StorageFailure
 */
export async function swapChannel(
  database: Database,
  { channel, records: came, stubs = [], unchanged = [], staged, options }: Swap,
): Promise<boolean> {
  const { isSparing, userId, known, pulled = null, etag } = options;
  const name = `channel/${channel.id}`;
  const tables = [
    ...tablesOf(database, [...came, ...stubs, channel]),
    ...bundleTypes.map((type) => database.records(type)),
    ...tablesOfLostMedias(database),
  ];

  async function countStaged(records: readonly FlatRecord[]) {
    // What a restored host has may be older, and would give way to what it had before.
    await dropStaged(
      database,
      records.filter(({ type }) => mayBeStaged(type)).map(({ id }) => id),
    );
    if (staged) await completeStaged(database, staged.reading, staged.rows);
  }

  return database.write([...new Set(tables)], async () => {
    const present = await knownEtag(database, name, userId);
    const isSame = known === undefined || present === known;
    if (!isSame && present !== null) return false;
    if (known !== undefined && present === null) {
      const here = await database.records('salestool--channel').get(channel.id);
      if ((here?.pulled ?? null) !== pulled) return false;
    }
    const records = stubs.length === 0 ? came : [...came, ...(await wholeOrStub(database, stubs))];
    const all = [...records, channel];
    const written = isSparing ? [] : records.filter(areDocuments);
    // Each way to the database and back is what this takes.
    const [gone, replaced] = await Promise.all([
      isSparing ? [] : goneBundles(database, channel),
      documentsBefore(database, written),
      countStaged(records),
    ]);
    const before = [...replaced, ...(await documentsBefore(database, gone.filter(areDocuments)))];
    for (const { type, id } of gone) await database.dexie.table(type).delete(id);
    await putFromHost(
      database,
      all.filter(({ type }) => isPushableType(type)),
    );
    // Past Dexie, which would note down every key for the live queries.
    const { idbtrans } = Dexie.currentTransaction;
    // Of that, and of what was staged, which had no place until now.
    const types = [...new Set([...all.map(({ type }) => type), ...stagedTypes])];
    tellOfTables(types.filter((type) => !isPushableType(type)).map((type) => database.records(type)));
    const lostMeanwhile = await mediasGone(database, unchanged, [...records.filter(areDocuments), channel]);
    for (const record of [...all, ...lostMeanwhile])
      if (!isPushableType(record.type)) idbtrans.objectStore(record.type).put(record);
    await dropLostMedias(database, lostBetween(before, written));
    await Promise.all([
      keepFileCount(database, channel, records),
      // Somebody may have had it forgotten meanwhile, so that all is read whole the next time.
      keepEtag(database, name, userId, isSame ? etag : null),
    ]);
    return true;
  });
}
