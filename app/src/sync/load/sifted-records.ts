import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { LocalRecord } from '#storage/records.ts';
import { stage, stagedAmong, stagedTypes } from '#storage/staged-records.ts';
import { isPushableType } from '#sync/save/pushable.ts';

const recordsAtOnce = 250;

/** A database that is busy with others holds up the reading only once it is some megabytes behind. */
const batchesUnderway = 12;

const mayBeStaged = (type: ResourceTypeName) => stagedTypes.some((staged) => staged === type);

const wording = (record: object) => JSON.stringify({ ...record, pulled: 0 });

/**
 * Records of an answer that is still coming in. What is on the device already as it came needs no writing; what is new
 * and not seen before something names it is put at once, so that writing does not wait for the last byte; all else
 * waits for the swap.
 */
export function createSiftedRecords(database: Database) {
  const known = new Map<ResourceTypeName, Promise<Set<string>>>();
  const staged = new Map<ResourceTypeName, Set<string>>();
  const rows: number[] = [];
  const waiting: FlatRecord[] = [];
  let batch: FlatRecord[] = [];
  const underway: Promise<void>[] = [];

  const readIds = async (type: ResourceTypeName) =>
    new Set((await database.dexie.table<unknown, string>(type).toCollection().primaryKeys()) as string[]);

  function knownIds(type: ResourceTypeName) {
    const ids = known.get(type) ?? readIds(type);
    known.set(type, ids);
    return ids;
  }

  async function changedSince(type: ResourceTypeName, records: readonly FlatRecord[]) {
    if (records.length === 0) return [];
    const before = await database.dexie.table<object, string>(type).bulkGet(records.map(({ id }) => id));
    return records.filter((record, at) => !before[at] || wording(record) !== wording(before[at]));
  }

  function notStaged(type: ResourceTypeName, records: readonly FlatRecord[]) {
    const before = staged.get(type) ?? new Set();
    staged.set(type, before);
    const fresh = records.filter(({ id }) => !before.has(id));
    for (const { id } of fresh) before.add(id);
    return fresh;
  }

  /** What somebody else has put meanwhile is written as it came here, which may be the younger one. */
  async function putMeanwhile(type: ResourceTypeName, ids: ReadonlySet<string>) {
    const there = [...(await readIds(type))].filter((id) => ids.has(id));
    return (await stagedAmong(database, [type], there)).values() as Iterable<unknown> as Iterable<FlatRecord>;
  }

  async function sift(records: readonly FlatRecord[]) {
    const fresh: FlatRecord[] = [];
    for (const [type, group] of Map.groupBy(records, (record) => record.type)) {
      if (isPushableType(type) || type === 'salestool--channel') {
        waiting.push(...group);
        continue;
      }
      const ids = await knownIds(type);
      const there = group.filter(({ id }) => ids.has(id));
      // A host may name the same one twice.
      const others = [...new Map(group.map((record) => [record.id, record])).values()].filter(
        ({ id }) => !ids.has(id),
      );
      if (mayBeStaged(type)) fresh.push(...notStaged(type, others));
      else waiting.push(...others);
      waiting.push(...(await changedSince(type, there)));
    }
    rows.push(...(await stage(database, fresh as unknown as LocalRecord[])));
  }

  async function siftBatch() {
    if (underway.length >= batchesUnderway) await underway.shift();
    const records = batch;
    batch = [];
    const writing = sift(records);
    writing.catch(() => {});
    underway.push(writing);
  }

  return {
    add: (record: FlatRecord) => void batch.push(record),
    /** @throws StorageFailure */
    async breathe() {
      if (batch.length >= recordsAtOnce) await siftBatch();
    },
    /** @throws StorageFailure */
    async finish() {
      await siftBatch();
      await Promise.all(underway);
    },
    /** What the swap has to write. */
    async waiting(): Promise<readonly FlatRecord[]> {
      for (const [type, ids] of staged) waiting.push(...(await putMeanwhile(type, ids)));
      return waiting;
    },
    /** Takes away again what was put. */
    async undo() {
      batch = [];
      await Promise.allSettled(underway);
      await database.write([database.staged], () => database.staged.bulkDelete(rows.splice(0)));
    },
  };
}

export type SiftedRecords = ReturnType<typeof createSiftedRecords>;
