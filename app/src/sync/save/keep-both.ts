import { formatShortDate } from '@satchel/core/format/dates.ts';
import { clonePack } from '@satchel/core/pack/clone-pack.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { ownerOf } from '#storage/own-unsent-work.ts';
import type { PackRecord } from '#storage/records.ts';
import { isSamePack, packState } from './pack-state.ts';
import type { PushableRecord } from './pushable.ts';
import { type Before, putForPush, putLastForPush, readBefore } from './save-record.ts';

/** A pack whose edit on this device came second, and where it went. */
export interface KeptBoth {
  packId: string;
  title: string;
  copyId: string;
  copyTitle: string;
}

const longestTitle = 255;

const copyTitle = (title: string, now: number) => {
  const ending = ` (my copy of ${formatShortDate(now)})`;
  return `${title.slice(0, longestTitle - ending.length)}${ending}`;
};

/**
 * What is edited on top of a state that went into a copy goes into that copy, so that a builder which stays open makes only
 * one. An edit that began elsewhere, in another window say, is no part of it.
 */
const copyMark = (packId: string, state: string) => `copy:${packId}:${state}`;

const lastCopied = (packId: string) => `copied:${packId}`;

/** Whether this very edit went into a copy, by whichever window. */
export async function isInCopy({ marks }: Database, { id, changed }: PushableRecord): Promise<boolean> {
  const mark = await marks.get(lastCopied(id));
  return mark !== undefined && mark.value === (changed ?? null);
}

/**
 * The edit as a private pack of its own that waits to be pushed, inside the caller's transaction.
 * @param state of the pack that the edit was made on top of, or is itself
 */
async function putCopy(
  database: Database,
  mine: PackRecord,
  state: string,
  now: number,
): Promise<PackRecord> {
  const packs = database.records('salestool--pack');
  const mark = copyMark(mine.id, state);
  const known = (await database.marks.get(mark))?.value;
  const there = typeof known === 'string' ? await packs.get(known) : undefined;
  // A copy that somebody has worked on since is work of its own.
  const before = there?._meta?.copied ? there : undefined;
  const title = before?.title ?? copyTitle(mine.title ?? '', now);
  const copy: PackRecord = {
    ...clonePack(mine, {
      id: before?.id ?? newId(),
      title,
      ownerId: mine.ownerId ?? '',
      channelId: mine.channel?.id ?? '',
      now: mine.changed ?? now,
    }),
    channel: mine.channel ?? null,
    _meta: { copied: true, ...(mine._meta?.included && { included: mine._meta.included }) },
  };
  const waiting = await putForPush(database, copy);
  await database.marks.put({ id: mark, value: copy.id });
  return waiting as PackRecord;
}

/**
 * Saves an edit of a pack, or keeps it beside the pack when that has become another one since the edit began: in another
 * window, or on another device whose state came in meanwhile. One transaction writes it.
 * @param began name of the state that the edit began from
 * @returns the pack, or the copy, as it waits to be pushed
 */
export async function saveOrKeepBoth(
  database: Database,
  record: PackRecord,
  { began, now }: { began: string; now: number },
): Promise<PackRecord> {
  const { queue, marks } = database;
  const packs = database.records('salestool--pack');

  /** Null when it has to go into a copy. */
  async function save(before: Before): Promise<PackRecord | null> {
    const there = before.record as PackRecord | undefined;
    if (there && packState(there) !== began && !isSamePack(there, record)) return null;
    return (await putLastForPush(database, record, before)) as PackRecord;
  }

  // Nearly always that is all, and nobody who writes a mark is waited for.
  const saved = await database.write([packs, queue], async () => save(await readBefore(database, record)));
  if (saved) return saved;
  return database.write([packs, queue, marks], async () => {
    const again = await save(await readBefore(database, record));
    return again ?? putCopy(database, record, began, now);
  });
}

/**
 * The same pack was edited on two devices: what came to the host first stays the pack, and the edit of this device
 * becomes a private pack of its own, which waits to be pushed. One transaction; null when the pack is gone here.
 */
export function keepBoth(
  database: Database,
  { packId, stored, now }: { packId: string; stored: FlatRecord; now: number },
): Promise<KeptBoth | null> {
  const packs = database.records('salestool--pack');
  return database.write([packs, database.queue, database.marks], async () => {
    const mine = await packs.get(packId);
    if (!mine?.ownerId) return null;
    const { id: copyId, title } = await putCopy(database, mine, packState(mine), now);
    await database.marks.put({ id: lastCopied(packId), value: mine.changed ?? null });
    const theirs = stored as unknown as PackRecord;
    await packs.put({ ...theirs, ownerId: ownerOf(theirs) ?? mine.ownerId });
    await database.queue.delete(packId);
    return { packId, title: mine.title ?? '', copyId, copyTitle: title ?? '' };
  });
}
