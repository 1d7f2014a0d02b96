import type { Table } from 'dexie';
import { type FlatRecord, isKnownToHost } from '#remote/documents.ts';
import { askThenPut, type Put } from '#storage/ask-then-put.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import { lastWrites } from '#storage/last-writes.ts';
import type { BaseState, MessageRecord, PackRecord } from '#storage/records.ts';
import { noteSpareFiles } from '#sync/files/spare-files.ts';
import { forgetEtags } from '#sync/load/etags.ts';
import { editableMessage } from './editable-message.ts';
import { withIdsOf } from './host-ids.ts';
import { contentsOf, savedState } from './pack-state.ts';
import { isPushable, newQueueRow, type PushableRecord, wasThere } from './pushable.ts';
import { isThere } from './says-the-same.ts';
import { writtenAnew } from './written-anew.ts';

const tablesFor = (database: Database, { type }: PushableRecord): Table[] => [
  database.records(type),
  database.queue,
];

/** Ids of the packs that messages go out with. */
const packsOf = (written: readonly PushableRecord[]) => [
  ...new Set(written.flatMap((record) => (record.type === 'salestool--message' && record.pack?.id) || [])),
];

/** @throws Error when the pack of a message is gone, which nobody could read then */
async function havePacks(database: Database, written: readonly PushableRecord[]) {
  const packs = database.records('salestool--pack');
  const found = await Promise.all(packsOf(written).map((id) => packs.where('id').equals(id).count()));
  if (found.includes(0)) throw new Error('Not found');
}

/**
 * The host's state that an edit began from. An edit on top of one that waits began where that one did; one on top of what
 * this device stored itself begins there, however long the screen has been open. One by a screen that was opened for a
 * new pack begins in no state of another device.
 * @param shown stands for a pack that has gone from this device meanwhile
 */
export function baseOf(
  there: PushableRecord | undefined,
  edited: PushableRecord,
  shown: PushableRecord = edited,
): BaseState | undefined {
  if (edited.type !== 'salestool--pack') return undefined;
  const before = there ?? shown;
  const { push, base, ownState } = before._meta ?? {};
  if (push) return base;
  if (!isKnownToHost(before)) return undefined;
  const { began = before.changed ?? null } = edited._meta ?? {};
  const state =
    ownState === undefined
      ? { changed: began, etag: null }
      : { changed: before.changed ?? null, etag: ownState };
  return there ? state : { ...state, contents: contentsOf(before as PackRecord) };
}

/** What a save has to know of what is there. */
interface Before {
  record: PushableRecord | undefined;
  row: QueueRow | undefined;
  /** A pack that is not there any more, as its screen showed it last. */
  shown?: PackRecord | undefined;
}

/** All is read at once and all written at once: each way to the database and back is what a save costs. */
async function readBefore(database: Database, edited: PushableRecord): Promise<Before> {
  const table = database.records(edited.type) as Table<PushableRecord, string>;
  const [record, row] = await Promise.all([table.get(edited.id), database.queue.get(edited.id)]);
  return { record, row };
}

/** Whether a message that waits takes along another pack than the one that the host may have got with it. */
function takesPackAnew(record: PushableRecord, before: PushableRecord | undefined): boolean {
  if (record.type !== 'salestool--message' || before?.type !== 'salestool--message') return false;
  const taken = record.pack_snapshot;
  return before._meta?.packAnew === true || (taken !== undefined && taken !== before.pack_snapshot);
}

/** An edit as it waits to be pushed. */
function waitingOf(record: PushableRecord, { record: there, shown }: Before): PushableRecord {
  const base = baseOf(there, record, shown);
  const before = there ?? shown;
  const {
    base: _base,
    began: _began,
    again: _again,
    ownState: _state,
    edit: _edit,
    ...meta
  } = record._meta ?? {};
  const edit =
    record.type === 'salestool--pack' ? savedState(before as PackRecord | undefined, record) : null;
  return {
    ...(before ? withIdsOf(before, record) : record),
    _meta: {
      ...meta,
      push: true,
      ...(base && { base }),
      ...(edit !== null && { edit }),
      ...(takesPackAnew(record, before) && { packAnew: true }),
    },
  } as PushableRecord;
}

/** What waits for somebody's word goes on waiting for it, unless it is another change by now. */
const stillHeldBack = (waiting: PushableRecord, { record, row }: Before) =>
  row?.heldBack?.filter(
    (name) => record && isThere((record as FlatRecord)[name], (waiting as FlatRecord)[name]),
  ) ?? [];

/** Its place in the push queue, where what is known of the one before stays known. */
function placeOf(waiting: PushableRecord, before: Before): QueueRow {
  const { claimedBy = null, inDoubtSince = null, tried = false, mayHaveCome } = before.row ?? {};
  const heldBack = stillHeldBack(waiting, before);
  return {
    ...newQueueRow(waiting),
    ...{ claimedBy, inDoubtSince, tried },
    ...(mayHaveCome && { mayHaveCome }),
    ...(heldBack.length > 0 && { heldBack }),
  };
}

/** It and its place in the push queue. */
function putsOf(database: Database, waiting: PushableRecord, before: Before): Put[] {
  const puts: Put[] = [{ table: database.records(waiting.type), value: waiting }];
  if (isPushable(waiting)) puts.push({ table: database.queue, value: placeOf(waiting, before) });
  return puts;
}

/** What puts them inside the caller's transaction over both. */
const writesOf = (...args: Parameters<typeof putsOf>) =>
  putsOf(...args).map(
    ({ table, value }) =>
      () =>
        table.put(value),
  );

/** Puts an edit and its place in the push queue inside the caller's transaction, which goes on. */
export async function putForPush(database: Database, record: PushableRecord) {
  const before = await readBefore(database, record);
  const waiting = waitingOf(record, before);
  await Promise.all(writesOf(database, waiting, before).map((write) => write()));
  return waiting;
}

/** The same as the end of the caller's transaction. */
async function putLastForPush(database: Database, record: PushableRecord) {
  const before = await readBefore(database, record);
  const waiting = waitingOf(record, before);
  await lastWrites(...writesOf(database, waiting, before));
}

/**
 * The same of a pack, unless it may not take the place of what is there, or was shown last before it went: the transaction
 * goes on then.
 * @returns the pack as it waits, or null
 */
export async function putPackLastForPush(
  database: Database,
  pack: PackRecord,
  { shown, mayReplace }: Pick<Before, 'shown'> & { mayReplace: (there: PackRecord | undefined) => boolean },
): Promise<PackRecord | null> {
  const { id } = pack;
  let waiting: PushableRecord | null = null;
  await askThenPut(
    [
      { table: database.records('salestool--pack'), key: id },
      { table: database.queue, key: id },
    ],
    ([there, row]) => {
      const before = {
        record: there as PackRecord | undefined,
        row: row as QueueRow | undefined,
        shown,
      };
      if (!mayReplace(before.record ?? shown)) return [];
      waiting = waitingOf(pack, before);
      return putsOf(database, waiting, before);
    },
  );
  return waiting;
}

/**
 * A record and its place in the push queue, in one durable transaction (SYNC-02, SYNC-39). An edit lets a refused
 * record go again.
 */
export async function saveForPush(database: Database, record: PushableRecord) {
  await database.write(tablesFor(database, record), () => putLastForPush(database, record));
}

/**
 * Lets a pack that waits, or was set aside, go as it is: another window may have saved it since somebody saw it.
 * @throws Error in words when it is gone, or somebody else's
 */
export async function sendAsItIs(database: Database, id: string, owner: string | null): Promise<PackRecord> {
  const packs = database.records('salestool--pack');
  return database.write([packs, database.queue], async () => {
    const [pack, row] = await Promise.all([packs.get(id), database.queue.get(id)]);
    if (!pack) throw new Error('Not found');
    if (pack.ownerId && pack.ownerId !== owner) throw new Error('This pack belongs to somebody else');
    if (isPushable(pack)) await database.queue.put(placeOf(pack, { record: pack, row }));
    return pack;
  });
}

/**
 * Puts a message in place of the one under its id, unless a push has taken that meanwhile: what goes out would not be
 * what was written last.
 * @throws Error in words
 */
export async function correctForPush(database: Database, message: MessageRecord) {
  const packs = database.records('salestool--pack');
  await database.write([...tablesFor(database, message), packs, database.lease], async () => {
    const found = await editableMessage(database, message.id, message.ownerId ?? null);
    if (!found) throw new Error('The message does not wait any more');
    await havePacks(database, [message]);
    const mayBeThere = found.mayBeThere || wasThere(found.record);
    await putLastForPush(database, mayBeThere ? writtenAnew(found.record, message) : message);
  });
}

/** A change of a message, together with what waits to be said of it already. */
function withChange(current: MessageRecord, change: Partial<MessageRecord>): MessageRecord {
  const { said: before, ...meta } = current._meta ?? {};
  const isKnown = isKnownToHost(current);
  // One that waits without, of an app of before say, goes whole.
  const isWhole = isKnown && meta.push === true && before === undefined;
  const saidBefore = (meta.push && before) || [];
  const said = [...new Set([...saidBefore, ...Object.keys(change)])];
  const isFirstPassword =
    isKnown && change.link_password !== undefined && !saidBefore.includes('link_password');
  const waits = { said, ...(isFirstPassword && { passwordBefore: current.link_password ?? null }) };
  return { ...current, ...change, _meta: { ...meta, ...(!isWhole && waits) } };
}

/**
 * Changes a message as it is by then: what another window or a pull has written into it meanwhile stays, and so does what
 * other devices have made of the rest of it at the host.
 * @throws Error in words when it is gone
 */
export async function changeForPush(database: Database, id: string, change: Partial<MessageRecord>) {
  const messages = database.records('salestool--message');
  await database.write([messages, database.queue], async () => {
    const current = await messages.get(id);
    if (!current) throw new Error('Not found');
    await putLastForPush(database, withChange(current, change));
  });
}

/**
 * Adds new records with their places in the queue, all or none. One that is there already stays as it is; of two under one
 * id the first counts.
 */
export async function addAllForPush(database: Database, records: readonly PushableRecord[]) {
  const tables = new Set(records.flatMap((record) => tablesFor(database, record)));
  const packs = database.records('salestool--pack') as Table;
  const named = [...new Map(records.toReversed().map((record) => [record.id, record])).values()];
  const packIds = packsOf(named);
  await database.write([...tables.add(packs)], async () => {
    await askThenPut(
      [
        ...packIds.map((key) => ({ table: packs, key, isThere: true })),
        ...named.flatMap((record) => tablesFor(database, record).map((table) => ({ table, key: record.id }))),
      ],
      (found) => {
        if (found.slice(0, packIds.length).includes(false)) throw new Error('Not found');
        return named.flatMap((edited, at) => {
          const [record, row] = found.slice(packIds.length + 2 * at) as [unknown, QueueRow | undefined];
          const before = { record: undefined, row };
          return record === undefined ? putsOf(database, waitingOf(edited, before), before) : [];
        });
      },
    );
  });
}

/** What the host still has comes back with the next sync, although nothing has changed there. */
export async function forgetListsWith(database: Database, { type }: PushableRecord) {
  await forgetEtags(database, 'entry/');
  if (type === 'salestool--pack') await forgetEtags(database, 'packs/private/');
  if (type === 'salestool--message') await forgetEtags(database, 'messages/');
}

/** Inside the caller's transaction, over the marks as well. @returns whether it went */
async function takeOff(database: Database, record: PushableRecord): Promise<boolean> {
  const { type, id, changed: seen } = record;
  const current = await database.records(type).get(id);
  if (current?._meta?.push && current.changed !== seen) return false;
  await database.records(type).delete(id);
  await database.queue.delete(id);
  await forgetListsWith(database, record);
  return true;
}

/** The same of one that is not to come back: with a pack goes the choice to have its files, which go once somebody looks. */
export async function takeOffForGood(database: Database, record: PushableRecord) {
  const isGone = await takeOff(database, record);
  if (!isGone || record.type !== 'salestool--pack') return;
  const choice = `pack:${record.id}`;
  if (!(await database.kept.get(choice))) return;
  await database.kept.delete(choice);
  await noteSpareFiles(database);
}

/**
 * Takes a record and everything that says it waits off this device, unless it has been edited since somebody chose to
 * take it away: that edit was said to be kept, and is there again with the next push.
 */
export const removeLocally = (database: Database, record: PushableRecord) =>
  database.write([...tablesFor(database, record), database.marks], async () => {
    await takeOff(database, record);
  });

/** The same of one that is not to come back. */
export const removeForGood = (database: Database, record: PushableRecord) =>
  database.write([...tablesFor(database, record), database.marks, database.kept], () =>
    takeOffForGood(database, record),
  );
