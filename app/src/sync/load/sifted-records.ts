import {
  mediaTypes,
  type ResourceTypeName,
  resourceTypeNames,
} from '@satchel/core/contract/resource-type-names.ts';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { idsByType } from '#storage/ids-by-type.ts';
import type { LocalRecord } from '#storage/records.ts';
import {
  dropReading,
  mayBeStaged,
  newReading,
  rowsOfStaged,
  type StagedType,
  stage,
  stagedIds,
  stagedRecords,
  staysBeside,
} from '#storage/staged-records.ts';
import { isPushableType } from '#sync/save/pushable.ts';

const recordsAtOnce = 250;

/** A database that is busy with others holds up the reading only once it is some megabytes behind. */
const batchesUnderway = 12;

const isMedia = ({ type }: FlatRecord) => mediaTypes.some((media) => media === type);

/** What a rep changes is looked at where it is written, and a channel is what is swapped. */
const isCompared = (type: ResourceTypeName) => !isPushableType(type) && type !== 'salestool--channel';
const comparedTypes = resourceTypeNames.filter(isCompared);
const none: ReadonlySet<string> = new Set();

const wording = (record: object) => JSON.stringify({ ...record, pulled: 0 });

/**
 * Records of an answer that is still coming in. What is on the device already as it came needs no writing; what is new
 * and not seen before something names it is staged at once, so that writing does not wait for the last byte; all else
 * waits for the swap.
 */
export function createSiftedRecords(database: Database) {
  const reading = newReading();
  const staged = new Map<StagedType, Set<string>>();
  let rows = 0;
  const waiting: FlatRecord[] = [];
  /** Medias that are not written, unless somebody has them forgotten before the swap. */
  const unchanged: FlatRecord[] = [];
  let batch: FlatRecord[] = [];
  const underway: Promise<unknown>[] = [];
  let sifted: Promise<unknown> = Promise.resolve();

  let known: Promise<Map<ResourceTypeName, ReadonlySet<string>>> | null = null;

  /** Of each kind what is on the device, also what has no row of its own yet. */
  async function readIds() {
    const waitingIds = await stagedIds(database);
    // Behind it: what gets its row meanwhile is missing there, and would count as new beside what stands in the store.
    const rowIds = await idsByType(database, comparedTypes);
    return new Map(
      comparedTypes.map((type) => [
        type,
        new Set([...(waitingIds.get(type) ?? []), ...(rowIds.get(type) ?? [])]),
      ]),
    );
  }

  function knownIds() {
    known ??= readIds();
    return known;
  }

  /** What is here as it came needs no writing. */
  async function compare(type: ResourceTypeName, records: readonly FlatRecord[]) {
    if (records.length === 0) return;
    const ids = records.map(({ id }) => id);
    const before = await database.dexie.table<object, string>(type).bulkGet(ids);
    const missing = ids.filter((_, at) => !before[at]);
    const stagedBefore: ReadonlyMap<string, object> = mayBeStaged(type)
      ? await stagedRecords(database, { types: [type], ids: missing })
      : new Map();
    for (const [at, record] of records.entries()) {
      const local = before[at] ?? stagedBefore.get(record.id);
      if (!local || wording(record) !== wording(local)) waiting.push(record);
      else if (isMedia(record)) unchanged.push(record);
    }
  }

  function notStaged(type: StagedType, records: readonly FlatRecord[]) {
    const before = staged.get(type) ?? new Set();
    staged.set(type, before);
    const fresh = records.filter(({ id }) => !before.has(id));
    for (const { id } of fresh) before.add(id);
    return fresh;
  }

  /** What somebody else has put meanwhile gives way to what came here, unless it is as young. */
  async function putMeanwhile(type: StagedType, there: readonly string[]): Promise<FlatRecord[]> {
    if (there.length === 0) return [];
    const stored = await database.dexie.table<object, string>(type).bulkGet([...there]);
    const came = await stagedRecords(database, { types: [type], ids: there, reading });
    const records = there.map((id) => came.get(id) as unknown as FlatRecord);
    return records.filter((record, at) => record && !staysBeside(stored[at], record));
  }

  async function sift(records: readonly FlatRecord[]) {
    const fresh: FlatRecord[] = [];
    for (const [type, group] of Map.groupBy(records, (record) => record.type)) {
      if (!isCompared(type)) {
        waiting.push(...group);
        continue;
      }
      const ids = (await knownIds()).get(type) ?? none;
      const there = group.filter(({ id }) => ids.has(id));
      // A host may name the same one twice.
      const others = [...new Map(group.map((record) => [record.id, record])).values()].filter(
        ({ id }) => !ids.has(id),
      );
      if (mayBeStaged(type)) fresh.push(...notStaged(type, others));
      else waiting.push(...others);
      await compare(type, there);
    }
    const staging = stage(database, reading, fresh as unknown as LocalRecord[]);
    rows += rowsOfStaged(fresh.length);
    // In an object: whoever waits for the sifting does not wait for the disk.
    return { staging };
  }

  async function siftBatch() {
    if (underway.length >= batchesUnderway) await underway.shift();
    const records = batch;
    batch = [];
    const sifting = sift(records);
    const writing = sifting.then(({ staging }) => staging);
    writing.catch(() => {});
    underway.push(writing);
    sifted = Promise.all([sifted, sifting]);
    sifted.catch(() => {});
  }

  return {
    /**
     * What is on the device of each kind, before the first record comes: a thread that reads an answer hears nothing of the
     * database between two of its parts, and would write nothing until then.
     * @throws StorageFailure
     */
    async lookAhead() {
      await knownIds();
    },
    add: (record: FlatRecord) => void batch.push(record),
    /** @throws StorageFailure */
    async breathe() {
      if (batch.length >= recordsAtOnce) await siftBatch();
    },
    /**
     * Sifts what is left, and orders it to be written.
     * @throws StorageFailure
     */
    async finish() {
      await siftBatch();
      await sifted;
    },
    /**
     * Ends when all that was ordered is on the device.
     * @throws StorageFailure
     */
    kept: () => Promise.all(underway),
    /** What the swap has to write, what it finds on the device as it came, and how many rows it can count on once they are there. */
    async toSwap() {
      for (const [type, here] of await idsByType(database, [...staged.keys()])) {
        const there = here.filter((id) => staged.get(type)?.has(id));
        waiting.push(...(await putMeanwhile(type, there)));
      }
      return {
        records: waiting as readonly FlatRecord[],
        unchanged: unchanged as readonly FlatRecord[],
        staged: { reading, rows },
      };
    },
    /** Takes away again what was staged. */
    async undo() {
      batch = [];
      await Promise.allSettled(underway);
      if (rows > 0) await database.write([database.staged], () => dropReading(database, reading));
    },
  };
}

export type SiftedRecords = ReturnType<typeof createSiftedRecords>;
