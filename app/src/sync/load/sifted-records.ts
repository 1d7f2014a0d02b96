import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { asStorageFailure } from '#storage/storage-failure.ts';
import { isPushableType } from '#sync/save/pushable.ts';

const recordsAtOnce = 250;

/** So that the database has the next one at hand while the one after it is read. */
const batchesUnderway = 3;

/** Nobody sees these before a bundle or a channel names them. */
const isSeenByNameOnly = (type: ResourceTypeName) => /^(media|file|taxonomy_term)--/.test(type);

const wording = (record: object) => JSON.stringify({ ...record, pulled: 0 });

/**
 * Records of an answer that is still coming in. What is on the device already as it came needs no writing; what is new
 * and not seen before something names it is put at once, so that writing does not wait for the last byte; all else
 * waits for the swap.
 */
export function createSiftedRecords(database: Database, pulled: number) {
  const known = new Map<ResourceTypeName, Promise<Set<string>>>();
  const added = new Map<ResourceTypeName, string[]>();
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

  /** Without Dexie's bookkeeping of single keys: the swap tells everybody that all may have changed. */
  async function addAll(groups: Map<ResourceTypeName, FlatRecord[]>) {
    if (groups.size === 0) return;
    await database.dexie.open();
    const transaction = database.dexie
      .backendDB()
      // The swap is what has to lie on the disk, and everything before it then does.
      .transaction([...groups.keys()], 'readwrite', { durability: 'relaxed' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(asStorageFailure(transaction.error));
    });
    for (const [type, group] of groups) {
      const store = transaction.objectStore(type);
      const ids = added.get(type) ?? [];
      added.set(type, ids);
      for (const record of group) {
        const adding = store.add(record);
        ids.push(record.id);
        adding.onerror = (event) => {
          if (adding.error?.name !== 'ConstraintError') return;
          // Another window put it meanwhile: it is not ours to take away again.
          event.preventDefault();
          event.stopPropagation();
          ids.splice(ids.indexOf(record.id), 1);
          waiting.push(record);
        };
      }
    }
    // It commits by itself: browsers do not let an error be handled any more once they were told to.
    await done;
  }

  async function sift(records: readonly FlatRecord[]) {
    const fresh = new Map<ResourceTypeName, FlatRecord[]>();
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
      if (!isSeenByNameOnly(type)) waiting.push(...others);
      else if (others.length > 0) {
        for (const { id } of others) ids.add(id);
        fresh.set(type, others);
      }
      waiting.push(...(await changedSince(type, there)));
    }
    await addAll(fresh);
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
    waiting: (): readonly FlatRecord[] => waiting,
    /** Takes away again what was put, except what somebody else has put anew since. */
    async undo() {
      batch = [];
      await Promise.allSettled(underway);
      for (const [type, ids] of added) {
        const table = database.dexie.table<{ pulled?: number }, string>(type);
        await database.write([table], async () => {
          const found = await table.bulkGet(ids);
          await table.bulkDelete(ids.filter((_, at) => found[at]?.pulled === pulled));
        });
      }
      added.clear();
    },
  };
}

export type SiftedRecords = ReturnType<typeof createSiftedRecords>;
