import { type FlatRecord, writeRecord } from '#remote/documents.ts';
import { failureOf, isRefusedWith } from '#remote/failure.ts';
import type { JsonApi } from '#remote/json-api.ts';
import { definitionOf, type ModelDefinitions } from '#remote/model-definitions.ts';
import type { Database } from '#storage/database.ts';
import type { PackRecord } from '#storage/records.ts';
import { EditConflict } from './edit-conflict.ts';
import type { PushableRecord } from './pushable.ts';
import { baseOf } from './save-record.ts';
import { saysTheSame } from './says-the-same.ts';

type Calls = Pick<JsonApi, 'remove' | 'one'>;

interface RemoveParts {
  calls: Calls & Pick<JsonApi, 'create'>;
  definitions: () => Promise<ModelDefinitions | null>;
}

/** Whether the host has no such record, or has it no more. */
export const hasNone = (error: unknown) => isRefusedWith(error, 404) || isRefusedWith(error, 410);

/**
 * As the host has it now.
 * @param fields all of them when not named
 * @throws RemoteFailure refused with 404 or 410 when it has none
 */
export async function lookAt({ type, id }: PushableRecord, calls: Pick<Calls, 'one'>, fields?: string[]) {
  const answer = await calls.one(type, id, fields && { fields: { [type]: fields } });
  if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
  return answer;
}

/** Whether nothing but its id is kept there, for good: it was deleted, and may come late. */
export const onlyKeepsId = ({ archived, pack_data, notes }: FlatRecord) =>
  archived === true && !pack_data && !notes;

/**
 * Whether it is there as this device made it, or another device has only archived it since. Hosts without ETags may date a
 * change otherwise than the making.
 */
function isAsMade(there: FlatRecord, record: PushableRecord, etag: string | null): boolean {
  if (there.changed === there.created) return true;
  if (etag !== null && there.archived !== true) return false;
  const { archived } = record as FlatRecord;
  return saysTheSame(
    writeRecord({ ...there, archived }, 'update', null),
    writeRecord({ ...record }, 'update', null),
  );
}

/**
 * @returns false when the host has none, as far as it knows never had any
 * @throws RemoteFailure also when the host forbids it, since what it keeps would come back here; EditConflict
 */
async function removeAsMade(record: PushableRecord, calls: Calls): Promise<boolean> {
  try {
    const there = await lookAt(record, calls).catch((error: unknown) => {
      if (!isRefusedWith(error, 403)) throw error;
      // The id belongs to somebody else.
      return null;
    });
    // What comes late finds its id taken.
    if (there === null || onlyKeepsId(there.record)) return true;
    // Another device has seen it there, and made something of it.
    if (!isAsMade(there.record, record, there.etag)) throw new EditConflict(there.record);
    await calls.remove(record.type, record.id, there.etag);
    return true;
  } catch (error) {
    if (!hasNone(error)) throw error;
    return !isRefusedWith(error, 404);
  }
}

/**
 * Takes the id of a pack that is not there and may be on its way still, given up by this device and held up in between: what
 * finds an archived one there, without contents, comes to nothing, however late.
 * @throws RemoteFailure when nobody can tell whether it comes; EditConflict
 */
export async function leaveArchived(record: PackRecord, { calls, definitions }: RemoveParts) {
  const { type, id, title, channel } = record;
  const model = await definitions();
  // Without that it would be in everybody's way.
  if (!definitionOf(model, type).attributes.includes('archived')) return;
  try {
    await calls.create(writeRecord({ type, id, title, channel, archived: true }, 'create', model));
  } catch (error) {
    if (failureOf(error)?.kind !== 'refused') throw error;
    // It has come meanwhile, or would not be taken later either.
    await removeAsMade(record, calls);
  }
}

/**
 * Takes a pack from the host in the state that somebody saw, where the host has states: what another device has made of
 * it since stays, and so does an edit that comes there before a deletion that was on its way for long. One that is not there
 * any more, after a deletion whose answer was lost say, is done with, and so is one of which only the id is kept.
 * @param parts.isUnderWay whether an edit that would bring it there anew may have been sent
 * @throws RemoteFailure, EditConflict
 */
export async function removeThere(
  database: Database,
  record: PushableRecord,
  { isUnderWay, ...parts }: RemoveParts & { isUnderWay: boolean },
) {
  const { calls } = parts;
  const { type, id } = record;
  const base = baseOf(await database.records(type).get(id), record);
  try {
    let etag = base?.etag ?? null;
    if (etag === null && (base || isUnderWay)) {
      const there = await lookAt(record, calls);
      if (onlyKeepsId(there.record)) return;
      ({ etag } = there);
      if (base && etag !== null && there.record.changed !== base.changed)
        throw new EditConflict(there.record);
    }
    await calls.remove(type, id, etag);
  } catch (error) {
    if (isRefusedWith(error, 412)) {
      const there = await lookAt(record, calls);
      if (onlyKeepsId(there.record)) return;
      throw new EditConflict(there.record);
    }
    if (!hasNone(error)) throw error;
    const mayCome = isUnderWay && isRefusedWith(error, 404);
    if (mayCome && record.type === 'salestool--pack') await leaveArchived(record, parts);
  }
}

/**
 * The same of one of which nobody has heard whether it has come there.
 * @throws RemoteFailure, EditConflict
 */
export async function removeUnheard(record: PushableRecord, parts: RemoveParts) {
  const isDone = await removeAsMade(record, parts.calls);
  if (!isDone && record.type === 'salestool--pack') await leaveArchived(record, parts);
}
