import { formatShortDate } from '@satchel/core/format/dates.ts';
import { clonePack } from '@satchel/core/pack/clone-pack.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import { ownerOf } from '#storage/own-unsent-work.ts';
import type { PackRecord } from '#storage/records.ts';
import { isSamePack, packState } from './pack-state.ts';
import type { PushableRecord } from './pushable.ts';
import { putForPush, putPackLastForPush } from './save-record.ts';

/** A pack whose edit on this device came second, and where it went. */
export interface KeptBoth {
  packId: string;
  title: string;
  copyId: string;
  copyTitle: string;
}

const longestTitle = 255;

const copyEnding = / \(my copy of [^()]*\)$/;

/** @param copy that holds the edit's beginning: it goes on being called of the day on which it was made */
const copyTitle = (title: string, copy: PackRecord | null, now: number) => {
  const ending = copyEnding.exec(copy?.title ?? '')?.[0] ?? ` (my copy of ${formatShortDate(now)})`;
  return `${title.slice(0, longestTitle - ending.length)}${ending}`;
};

/**
 * Where a pack's state went that only a copy has. What is edited on top of it goes into that copy, so that a builder which
 * stays open makes only one.
 */
const copyMark = (packId: string, state: string) => `copy:${packId}:${state}`;

const lastCopied = (packId: string) => `copied:${packId}`;

/** Which edit of a pack went into a copy last, by whichever window: its `changed`. Undefined when none ever did. */
export const lastCopiedOf = async ({ marks }: Database, packId: string) =>
  (await marks.get(lastCopied(packId)))?.value;

/**
 * Whether an edit went into a copy, by whichever window: itself, or below another one that was saved over it meanwhile.
 * @param before what `lastCopiedOf` answered once the edit was durable
 */
export async function isInCopy(
  database: Database,
  { id, changed }: PushableRecord,
  before: unknown,
): Promise<boolean> {
  const now = await lastCopiedOf(database, id);
  return now !== undefined && (now === (changed ?? null) || now !== before);
}

/** The copy that holds the state and nothing else: one that anybody has saved since, in any window, is work of its own. */
async function copyOf(database: Database, packId: string, state: string): Promise<PackRecord | null> {
  const known = (await database.marks.get(copyMark(packId, state)))?.value;
  const copy = typeof known === 'string' ? await database.records('salestool--pack').get(known) : undefined;
  return copy && packState(copy) === state ? copy : null;
}

/**
 * The edit as a private pack of its own that waits to be pushed, inside the caller's transaction.
 * @param into copy that holds what the edit was made on top of; null for a new one
 */
async function putCopy(
  database: Database,
  mine: PackRecord,
  { into, now }: { into: PackRecord | null; now: number },
): Promise<PackRecord> {
  const { included, others } = mine._meta ?? {};
  const copy: PackRecord = {
    ...clonePack(mine, {
      id: into?.id ?? newId(),
      title: copyTitle(mine.title ?? '', into, now),
      ownerId: mine.ownerId ?? '',
      channelId: mine.channel?.id ?? '',
      now: mine.changed ?? now,
    }),
    channel: mine.channel ?? null,
    ...(included && { _meta: { included, ...(others && { others }) } }),
  };
  return (await putForPush(database, copy)) as PackRecord;
}

/**
 * Saves an edit of a pack, or keeps it beside the pack when that has become another one since the edit began: in another
 * window, or on another device whose state came in meanwhile. One transaction writes it.
 * @param began name of the state that the edit began from
 * @param shown the pack as its screen showed it last: where it has gone from this device, that is held against the edit
 * @returns the pack, or the copy, as it waits to be pushed
 */
export async function saveOrKeepBoth(
  database: Database,
  record: PackRecord,
  { began, shown, now }: { began: string; shown?: PackRecord | undefined; now: number },
): Promise<PackRecord> {
  const { queue, marks } = database;
  const packs = database.records('salestool--pack');

  /** Null when it has to go into a copy. */
  const save = () =>
    putPackLastForPush(database, record, {
      shown,
      mayReplace: (there) => !there || packState(there) === began || isSamePack(there, record),
    });

  // Nearly always that is all, and nobody who writes a mark is waited for.
  const saved = await database.write([packs, queue], save);
  if (saved) return saved;
  return database.write([packs, queue, marks], async () => {
    const again = await save();
    if (again) return again;
    return putCopy(database, record, { into: await copyOf(database, record.id, began), now });
  });
}

/**
 * The same pack was edited on two devices: what came to the host first stays the pack, and the edit of this device
 * becomes a private pack of its own, which waits to be pushed. One transaction; null when the pack is gone here, or another
 * window has taken it over.
 */
export function keepBoth(
  database: Database,
  { row, stored, now }: { row: QueueRow; stored: FlatRecord; now: number },
): Promise<KeptBoth | null> {
  const { id: packId } = row;
  const packs = database.records('salestool--pack');
  return database.write([packs, database.queue, database.marks], async () => {
    const [mine, waiting] = await Promise.all([packs.get(packId), database.queue.get(packId)]);
    if (!mine?.ownerId || waiting?.claimedBy !== row.claimedBy) return null;
    const state = packState(mine);
    const copy = await putCopy(database, mine, { into: null, now });
    const { id: copyId, title } = copy;
    // Screens that are open on that state find it there.
    await packs.put({ ...copy, _meta: { ...copy._meta, edit: state } });
    await database.marks.put({ id: copyMark(packId, state), value: copyId });
    await database.marks.put({ id: lastCopied(packId), value: mine.changed ?? null });
    const theirs = stored as unknown as PackRecord;
    await packs.put({ ...theirs, ownerId: ownerOf(theirs) ?? mine.ownerId });
    await database.queue.delete(packId);
    return { packId, title: mine.title ?? '', copyId, copyTitle: title ?? '' };
  });
}
