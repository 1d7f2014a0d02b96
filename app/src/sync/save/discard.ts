import type { Table } from 'dexie';
import { type FlatRecord, isKnownToHost } from '#remote/documents.ts';
import { isRefusedWith, RemoteFailure } from '#remote/failure.ts';
import type { JsonApi } from '#remote/json-api.ts';
import type { ModelDefinitions } from '#remote/model-definitions.ts';
import type { Database } from '#storage/database.ts';
import type { PushableType, QueueRow } from '#storage/device-rows.ts';
import type { MessageRecord } from '#storage/records.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import { putFromHost } from '#sync/load/store-records.ts';
import { editedMeanwhile } from './cancel-message.ts';
import { EditConflict } from './edit-conflict.ts';
import { linkChangeOf, wasMailedBefore } from './editable-message.ts';
import type { PushQueue } from './push-queue.ts';
import { isPushable, mayBeThere, type PushableRecord } from './pushable.ts';
import { hasNone, leaveArchived, lookAt, onlyKeepsId, removeUnheard } from './remove-there.ts';
import { forgetListsWith, takeOffForGood } from './save-record.ts';
import { isSameRecord } from './settle-record.ts';

/** What somebody chose to give up, as they saw it. */
export interface Chosen {
  type: PushableType;
  id: string;
  /** Its `changed` in ms; 0 for none. */
  updated: number;
  /** What waits to be said of its link. */
  linkChange?: string;
  state: 'waiting' | 'going' | 'refused' | 'asks';
}

type Calls = Pick<JsonApi, 'create' | 'one' | 'remove'>;

interface DiscardParts {
  database: Database;
  definitions: () => Promise<ModelDefinitions | null>;
  queue: Pick<PushQueue, 'whileQuiet'>;
  generation: Pick<HostGeneration, 'meet' | 'mayBeRestored'>;
  /** Under the account of whoever is signed in. */
  callsOfNow: () => Calls;
  /** Why the host cannot be asked now; null when it can. */
  hindrance: () => string | null;
  cancel: (message: MessageRecord) => Promise<void>;
  /** Lets go what a restored host is to be told again. */
  wake: () => void;
}

interface Found {
  record: PushableRecord;
  row: QueueRow | undefined;
}

const wentMeanwhile = 'It has gone to the server meanwhile';
const restoredMeanwhile = 'The server was restored from a backup meanwhile, and is given it again';

const saysAsSeen = (record: PushableRecord, { updated, linkChange = '' }: Chosen) =>
  (record.changed ?? 0) === updated && linkChangeOf(record) === linkChange;

/** What was edited, or is tried again, waits and is not refused any more. */
const isAsSeen = ({ record, row }: Found, chosen: Chosen) =>
  row !== undefined &&
  saysAsSeen(record, chosen) &&
  (row.refused !== null || chosen.state === 'waiting' || chosen.state === 'going');

/**
 * Gives up what waits, as long as it is what somebody saw: of a record that the host has the change, in place of which comes
 * what the host has; any other one whole, also at the host, where it may have come unheard.
 * @returns whether the host's state is in its place
 * @throws Error with the reason; it waits on then
 */
export function createDiscard({
  database,
  definitions,
  queue,
  generation,
  callsOfNow,
  hindrance,
  cancel,
  wake,
}: DiscardParts) {
  const tableOf = ({ type }: Chosen) => database.records(type) as Table<PushableRecord, string>;

  async function find(chosen: Chosen): Promise<Found | null> {
    const [record, row] = await Promise.all([tableOf(chosen).get(chosen.id), database.queue.get(chosen.id)]);
    return record ? { record, row } : null;
  }

  const write = <T>(chosen: Chosen, work: () => Promise<T>) =>
    database.write([tableOf(chosen), database.queue, database.marks, database.kept], work);

  function insistAsSeen(found: Found, chosen: Chosen) {
    if (!found.row && !isPushable(found.record)) throw new Error(wentMeanwhile);
    if (!isAsSeen(found, chosen)) throw new Error(editedMeanwhile);
  }

  /**
   * Takes off what has never left this device, in one step with any edit of it and with the claim that would send it.
   * @returns what needs the host for that; null when nothing does
   */
  const takeOffUnsent = (chosen: Chosen) =>
    write(chosen, async () => {
      const found = await find(chosen);
      if (!found) return null;
      const { record, row } = found;
      const isUnheard = row !== undefined && mayBeThere(row) && !isKnownToHost(record);
      // One that was mailed by the host before it was restored cannot be taken back any more, and is only told of no more.
      const isMailed = record.type === 'salestool--message' && wasMailedBefore(record);
      // Whether it is tried again makes no difference: it is taken back in the state that was seen, or not at all.
      if (record.type === 'salestool--message' && isUnheard && !isMailed) {
        if (!saysAsSeen(record, chosen)) throw new Error(editedMeanwhile);
        return record;
      }
      insistAsSeen(found, chosen);
      if (isKnownToHost(record) || (isUnheard && !isMailed)) return record;
      await takeOffForGood(database, record);
      return null;
    });

  /** A change that would bring a pack there anew may be on its way, unless a restored host is to get that again. */
  async function giveUpOnItsWay(chosen: Chosen, seen: PushableRecord, calls: Calls) {
    const found = await find(chosen);
    if (!found?.row || !mayBeThere(found.row) || !isSameRecord(found.record, seen)) return;
    if (seen.type === 'salestool--pack') await leaveArchived(seen, { calls, definitions });
  }

  /** What the host has in place of a change; null when it has none, or none any more. */
  async function stateThere(
    chosen: Chosen,
    record: PushableRecord,
    calls: Calls,
  ): Promise<FlatRecord | null> {
    try {
      if (isKnownToHost(record)) {
        const there = await lookAt(record, calls);
        return onlyKeepsId(there.record) ? null : there.record;
      }
      await removeUnheard(record, { calls, definitions });
      return null;
    } catch (error) {
      // Another device has made something of what this one did not know to have come: that is the pack now.
      if (error instanceof EditConflict) return error.stored;
      if (!hasNone(error)) throw error;
      // A restored host has none of what came after its backup. Meeting it has such records wait to go there again, which
      // makes this one another than was seen.
      const met = await generation.meet();
      if (await generation.mayBeRestored(met))
        throw new RemoteFailure({ kind: 'unreachable', why: 'no-response' });
      wake();
      if (isRefusedWith(error, 404)) await giveUpOnItsWay(chosen, record, calls);
      return null;
    }
  }

  /**
   * @param seen the record as it was before the host was asked
   * @returns whether the host's state is in its place
   */
  const settle = (chosen: Chosen, seen: PushableRecord, stored: FlatRecord | null) =>
    write(chosen, async () => {
      const found = await find(chosen);
      if (!found) return false;
      if (!isSameRecord(found.record, seen)) {
        const isRestored = isKnownToHost(seen) && !isKnownToHost(found.record);
        throw new Error(isRestored ? restoredMeanwhile : editedMeanwhile);
      }
      insistAsSeen(found, chosen);
      if (stored === null) {
        await takeOffForGood(database, seen);
        return false;
      }
      await tableOf(chosen).put(withoutChange(seen));
      await database.queue.delete(seen.id);
      await putFromHost(database, [stored]);
      await forgetListsWith(database, seen);
      return true;
    });

  return async (chosen: Chosen): Promise<boolean> => {
    const rest = await takeOffUnsent(chosen);
    if (rest === null) return false;
    if (rest.type === 'salestool--message' && !isKnownToHost(rest)) {
      await cancel(rest);
      return false;
    }
    const hindered = hindrance();
    if (hindered !== null) throw new Error(hindered);
    const calls = callsOfNow();
    return queue.whileQuiet(async () => {
      const found = await find(chosen);
      if (!found) return false;
      insistAsSeen(found, chosen);
      return settle(chosen, found.record, await stateThere(chosen, found.record, calls));
    });
  };
}

/**
 * What only this device knows stays: of a message its link's token, the pack as it was sent, which a restored host gets
 * again, and its password. No host tells a password: which one the link had before is known here alone.
 */
function withoutChange(record: PushableRecord): PushableRecord {
  if (record.type !== 'salestool--message') {
    const { _meta, ...others } = record;
    return others;
  }
  const { push: _push, packAnew: _packAnew, said: _said, passwordBefore, ...meta } = record._meta ?? {};
  const { link_password: givenUp, ...others } = record;
  const password = passwordBefore === undefined ? givenUp : passwordBefore;
  return { ...others, ...(typeof password === 'string' && { link_password: password }), _meta: meta };
}
