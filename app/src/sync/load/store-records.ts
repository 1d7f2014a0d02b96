import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import type { Table } from 'dexie';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { ownerOf } from '#storage/own-unsent-work.ts';
import type { LocalRecord } from '#storage/records.ts';
import { isPushableType } from '#sync/save/pushable.ts';

const tableOf = (database: Database, type: ResourceTypeName) =>
  database.records(type) as Table<LocalRecord, string>;

const groupByType = (records: readonly FlatRecord[]) => Map.groupBy(records, ({ type }) => type);

export const tablesOf = (database: Database, records: readonly FlatRecord[]) =>
  [...groupByType(records).keys()].map((type) => tableOf(database, type));

function withOwner(record: FlatRecord): LocalRecord {
  const local = record as unknown as LocalRecord;
  if (isPushableType(local.type)) local.ownerId = ownerOf(local);
  return local;
}

/** What this device alone knows stays: when it pushed, how, and what hosts never tell of a message. */
function keepingOwn(local: LocalRecord, before: LocalRecord | undefined): LocalRecord {
  if (!before) return local;
  const { ownState, edit } = before.changed === local.changed ? (before._meta ?? {}) : {};
  return {
    ...(local.type === 'salestool--message' ? before : {}),
    ...local,
    ...(before.pushed !== undefined && { pushed: before.pushed }),
    ...((ownState !== undefined || edit !== undefined) && {
      _meta: {
        ...local._meta,
        ...(ownState !== undefined && { ownState }),
        ...(edit !== undefined && { edit }),
      },
    }),
  } as LocalRecord;
}

/** When records were pushed last. */
export type PushTimes = ReadonlyMap<string, number | undefined>;

export const pushTimesOf = (records: readonly LocalRecord[]): PushTimes =>
  new Map(records.map(({ id, pushed }) => [id, pushed]));

/** What an answer has to be held against. */
export interface Asked {
  /** Of all that was here before the host was asked. */
  pushTimes: PushTimes;
  /** An older state counts as well: a host that was put back to an earlier one has no other. */
  isRestored?: boolean;
}

const waits = ({ _meta }: LocalRecord) => _meta?.push === true;

/** Work of this device that an answer could not know yet; no clock can be trusted to tell. */
export const isWorkSince = (record: LocalRecord, pushTimes: PushTimes) =>
  waits(record) || record.pushed !== pushTimes.get(record.id);

/**
 * Whether what is here is newer than what came. Both times are the host's, which it never puts back, unless it was restored
 * and nobody has noticed yet.
 */
function isNewer(local: LocalRecord, { changed }: FlatRecord, { pushTimes, isRestored = false }: Asked) {
  if (isWorkSince(local, pushTimes)) return true;
  return !isRestored && typeof changed === 'number' && (local.changed ?? 0) > changed;
}

/**
 * Whether an answer names what was taken off this device since it was asked for: it would bring that back. Inside the
 * caller's transaction.
 */
export async function namesWhatWent(
  table: Table<{ id: string }, string>,
  records: readonly FlatRecord[],
  pushTimes: PushTimes,
): Promise<boolean> {
  const here = new Set(await table.toCollection().primaryKeys());
  return records.some(({ id }) => pushTimes.has(id) && !here.has(id));
}

/**
 * Puts what the host answered in place of the local copies, inside the caller's transaction. A record that waits to
 * be pushed is never overwritten (SYNC-32).
 * @param asked keeps what is newer here, too
 */
export async function putFromHost(database: Database, records: readonly FlatRecord[], asked?: Asked) {
  for (const [type, group] of groupByType(records)) {
    const table = tableOf(database, type);
    if (!isPushableType(type)) {
      await table.bulkPut(group as unknown as LocalRecord[]);
      continue;
    }
    const before = await table.bulkGet(group.map(({ id }) => id));
    const known = new Map(before.flatMap((record) => (record ? [[record.id, record] as const] : [])));
    const taken = group.filter((record) => {
      const local = known.get(record.id);
      return !local || !(waits(local) || (asked && isNewer(local, record, asked)));
    });
    await table.bulkPut(taken.map((record) => keepingOwn(withOwner(record), known.get(record.id))));
  }
}

/**
 * Adds what a query with only some fields answered to the copies that are there; a record that was not is kept as a
 * stub, so that the rest of it is still fetched.
 */
export async function mergeFromHost(database: Database, records: readonly FlatRecord[]) {
  for (const [type, group] of groupByType(records)) {
    const table = tableOf(database, type);
    const before = await table.bulkGet(group.map(({ id }) => id));
    await table.bulkPut(
      group.map((record, index) => {
        const local = before[index];
        const { pulled: _pulled, ...fields } = record;
        return (local ? { ...local, ...fields } : { ...fields, _meta: { stub: true } }) as LocalRecord;
      }),
    );
  }
}
