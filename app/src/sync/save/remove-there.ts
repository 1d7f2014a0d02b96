import { type FlatRecord, writeRecord } from '#remote/documents.ts';
import { isRefusedWith } from '#remote/failure.ts';
import type { JsonApi } from '#remote/json-api.ts';
import type { Database } from '#storage/database.ts';
import { EditConflict } from './edit-conflict.ts';
import type { PushableRecord } from './pushable.ts';
import { baseOf } from './save-record.ts';
import { saysTheSame } from './says-the-same.ts';

type Calls = Pick<JsonApi, 'remove' | 'one'>;

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

/**
 * Takes a pack from the host in the state that somebody saw, where the host has states: what another device has made of
 * it since stays, and so does an edit that comes there before a deletion that was on its way for long. One that is not there
 * any more, after a deletion whose answer was lost say, is done with.
 * @throws RemoteFailure, EditConflict
 */
export async function removeThere(database: Database, record: PushableRecord, calls: Calls) {
  const { type, id } = record;
  const base = baseOf(await database.records(type).get(id), record);
  try {
    let etag = base?.etag ?? null;
    if (base && etag === null) {
      const there = await lookAt(record, calls);
      ({ etag } = there);
      if (etag !== null && there.record.changed !== base.changed) throw new EditConflict(there.record);
    }
    await calls.remove(type, id, etag);
  } catch (error) {
    if (isRefusedWith(error, 412)) throw new EditConflict((await lookAt(record, calls)).record);
    if (!hasNone(error)) throw error;
  }
}

/** Whether it is there as this device made it. Hosts without ETags may date a change otherwise than the making. */
function isAsMade(there: FlatRecord, record: PushableRecord, etag: string | null): boolean {
  if (there.changed === there.created) return true;
  const said = writeRecord({ ...record }, 'update', null);
  return etag === null && saysTheSame(writeRecord(there, 'update', null), said);
}

/** The same of one of which nobody has heard whether it has come there. */
export async function removeUnheard(record: PushableRecord, calls: Calls) {
  try {
    const there = await lookAt(record, calls);
    // Another device has seen it there, and made something of it.
    if (!isAsMade(there.record, record, there.etag)) throw new EditConflict(there.record);
    await calls.remove(record.type, record.id, there.etag);
  } catch (error) {
    if (!hasNone(error) && !isRefusedWith(error, 403)) throw error;
  }
}
