import { isArchivable } from '@satchel/core/contract/resource-types.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import { type FlatRecord, isKnownToHost } from '#remote/documents.ts';
import { errorText, failureText } from '#remote/failure.ts';
import type { JsonApi } from '#remote/json-api.ts';
import type { ModelDefinitions } from '#remote/model-definitions.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import type { MessageRecord, PackRecord, SignatureRecord } from '#storage/records.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import { noContent } from '#sync/load/load-parts.ts';
import { putFromHost, tablesOf } from '#sync/load/store-records.ts';
import { editedMeanwhile, giveBackCancelled, isStillTaken, takeForCancel } from './cancel-message.ts';
import { createDiscard } from './discard.ts';
import { Displaced } from './displaced.ts';
import { changedElsewhere, EditConflict } from './edit-conflict.ts';
import { isInCopy, lastCopiedOf, saveOrKeepBoth } from './keep-both.ts';
import { idNow } from './moved-message.ts';
import { packState } from './pack-state.ts';
import type { Stop } from './push-kind.ts';
import type { PushQueue } from './push-queue.ts';
import { mayBeThere, type PushableRecord } from './pushable.ts';
import { lookAt, removeThere, removeUnheard } from './remove-there.ts';
import {
  addAllForPush,
  baseOf,
  changeForPush,
  correctForPush,
  removeForGood,
  removeLocally,
  saveForPush,
  sendAsItIs,
} from './save-record.ts';
import { savedInPlaceOf, saveSignature } from './save-signature.ts';
import type { SendRecord } from './send-record.ts';
import { type SaveResult, type SaveStrategy, saveBy } from './strategies.ts';
import { takeBack } from './take-back.ts';

type Calls = Pick<JsonApi, 'create' | 'remove' | 'one'>;

interface SaveParts {
  database: Database;
  /** Calls under the account of this UUID and no other; of whoever is signed in without. */
  jsonApiOf: (owner: string | undefined) => Calls;
  definitions: () => Promise<ModelDefinitions | null>;
  send: SendRecord;
  queue: PushQueue;
  generation: Pick<HostGeneration, 'meet' | 'mayBeRestored'>;
  isOnline: () => boolean;
  userId: () => string | null;
  /** Lets the rest of the queue go after a record that was in a hurry. */
  wake: () => void;
}

/** What the host was too busy for, or what another window has in hand. */
const goesLater = 'It waits on this device and goes out by itself';

/** What ended a push and is not over soon with nobody doing anything about it. */
type Lasting = Exclude<Stop, { kind: 'busy' } | { kind: 'displaced' }>;
const isLasting = (stop: Stop | null): stop is Lasting =>
  stop !== null && stop.kind !== 'busy' && stop.kind !== 'displaced';

/** What is durable. `pushed` tells how far it came. */
interface Recorded {
  pushed: Promise<SaveResult>;
}

/** It never fails: what is durable goes sooner or later, and must not be taken for what was not recorded. */
const howFar = (pushing: Promise<string | null>): Promise<SaveResult> =>
  pushing
    .catch(errorText)
    .then((failure) => ({ savedLocally: true, savedRemotely: failure === null, failure }));

/** SYNC-23 */
export type DeleteStrategy = 'local-only' | 'remote-only' | 'both';

/** Saves, archives and deletes of the records that people make. */
export function createSaveRecords(parts: SaveParts) {
  const { database, jsonApiOf, definitions, send, queue, generation, isOnline, userId, wake } = parts;
  /** What waits for its turn is done under the account of whoever asked for it, or not at all. */
  const callsOfNow = () => jsonApiOf(userId() ?? undefined);
  /** Why the host cannot be asked now (ERR-03, ERR-04); null when it can. */
  const hindrance = () =>
    !isOnline()
      ? failureText({ kind: 'unreachable', why: 'offline' })
      : userId() !== null
        ? null
        : failureText({ kind: 'signed-out' });

  /** What a record needs at the host goes with it. */
  const withNeeds = (record: PushableRecord): string[] =>
    record.type === 'salestool--message'
      ? [record.signature?.id, record.pack?.id, record.id].flatMap((id) => id ?? [])
      : [record.id];

  /** Places in the queue of what still waits, a message's also under an id that it was given since. */
  async function rowsOf(ids: readonly string[]): Promise<Map<string, QueueRow>> {
    const rows = await database.queue.bulkGet([...ids]);
    const found = await Promise.all(
      rows.map(async (row, at) => row ?? database.queue.get(await idNow(database, ids[at] ?? ''))),
    );
    return new Map(found.flatMap((row, at) => (row ? [[ids[at] ?? '', row] as const] : [])));
  }

  async function pushNow(record: PushableRecord): Promise<string | null> {
    const hindered = hindrance();
    if (hindered !== null) return hindered;
    const copiedBefore = await lastCopiedOf(database, record.id);
    const { stopped, copied } = await queue.pushOnly(withNeeds(record));
    wake();
    // Also by another window, or by a push that was under way when it was saved.
    if (copied.has(record.id) || (await isInCopy(database, record, copiedBefore))) return changedElsewhere;
    const row = (await rowsOf([record.id])).get(record.id);
    if (row === undefined) return null;
    if (row.refused !== null) return row.refused;
    // Lost on the way: from now on the app is offline, and says so.
    if (stopped?.kind === 'unreachable') return failureText({ kind: 'unreachable', why: 'offline' });
    if (isLasting(stopped)) return failureText(stopped);
    const needed = await database.queue.bulkGet(withNeeds(record));
    return needed.find((need) => need?.refused)?.refused ?? goesLater;
  }

  /** The same of a signature, or of the one that another window has put in its place meanwhile. */
  async function pushSignature(signature: SignatureRecord): Promise<string | null> {
    const failure = await pushNow(signature);
    const later = await savedInPlaceOf(database, signature);
    return later ? pushSignature(later) : failure;
  }

  /** Why any of several still waits; null when all have gone. */
  async function pushAllNow(records: readonly PushableRecord[]): Promise<string | null> {
    const hindered = hindrance();
    if (hindered !== null) return hindered;
    const ids = [...new Set(records.flatMap(withNeeds))];
    const { stopped } = await queue.pushOnly(ids);
    wake();
    const left = await rowsOf(ids);
    const waiting = records.flatMap(({ id }) => left.get(id) ?? []);
    if (waiting.length === 0) return null;
    const refused = [...waiting, ...left.values()].find((row) => row.refused !== null)?.refused;
    if (refused) return refused;
    if (stopped?.kind === 'unreachable') return failureText({ kind: 'unreachable', why: 'offline' });
    return isLasting(stopped) ? failureText(stopped) : goesLater;
  }

  async function saveRemotely(record: PushableRecord) {
    const hindered = hindrance();
    if (hindered !== null) throw new Error(hindered);
    return queue.whileQuiet(() => send(record));
  }

  /** `changed` of a record as it is while somebody takes it away, for who hands in none or one of now. */
  async function seenBy({ type, id, changed, _meta }: PushableRecord) {
    const seen = _meta?.began === undefined ? changed : _meta.began;
    return seen ?? (await database.records(type).get(id))?.changed;
  }

  const putThere = (record: FlatRecord) =>
    database.write(tablesOf(database, [record]), () => putFromHost(database, [record]));

  /** Whether nobody has edited a record, in whichever window, since somebody chose to take it away. */
  const isAsSeen = async ({ type, id }: PushableRecord, seen: number | null | undefined) => {
    const here = await database.records(type).get(id);
    return !here || here.changed === seen;
  };

  /**
   * What somebody chose to take away as it is now: a push may have brought it to the host since.
   * @throws Error in words when somebody has edited it meanwhile
   */
  async function asItIs(record: PushableRecord, seen: number | null | undefined) {
    const here = (await database.records(record.type).get(record.id)) as PushableRecord | undefined;
    if (here && here.changed !== seen && packState(here) !== packState(record))
      throw new Error(editedMeanwhile);
    return here ?? record;
  }

  const stepsFor = (record: PushableRecord) => ({
    saveLocally: async () => void (await database.dexie.table(record.type).put(record)),
    queue: async () => void (await saveForPush(database, record)),
    push: () => pushNow(record),
    saveRemotely: async () => void (await saveRemotely(record)),
    pull: async () => putThere((await lookAt(record, callsOfNow())).record),
    removeLocally: () => removeLocally(database, record),
  });

  /**
   * Takes a message back before its mail leaves, while nothing is pushed. One that may have arrived is taken from the
   * host first, which refuses as soon as mailing has begun. From the look at it on nobody edits it any more.
   * @param seen the message that somebody chose to cancel
   * @throws Error with the reason; it goes on then
   */
  function cancel(seen: MessageRecord) {
    const calls = jsonApiOf(seen.ownerId ?? userId() ?? undefined);
    return queue.whileQuiet(async () => {
      const taken = await takeForCancel(database, seen.id, seen);
      if (!taken) return;
      const { record, row } = taken;
      const isOurs = () => isStillTaken(database, taken);
      try {
        if (isKnownToHost(record) || (row && mayBeThere(row))) {
          const hindered = hindrance();
          if (hindered !== null) throw new Error(hindered);
          await takeBack({ calls, look: (message) => lookAt(message, calls), definitions, isOurs }, record);
        }
      } catch (error) {
        await giveBackCancelled(database, taken);
        throw error;
      }
      await removeLocally(database, record);
    });
  }

  return {
    /**
     * A record without an id gets one (SYNC-40).
     * @throws Error of the catalogue when there is nothing to save, or nothing that saves it (ERR-06, ERR-07)
     */
    async save(
      record: PushableRecord | null | undefined,
      strategy: SaveStrategy | null,
    ): Promise<SaveResult> {
      if (!record) throw new Error(noContent);
      if (strategy === null) throw new Error('No commit call defined');
      return saveBy(strategy, stepsFor(record.id ? record : { ...record, id: newId() }));
    },

    /**
     * An edit of a pack, or a copy of it where the pack has become another one since.
     * @param options.began name of the state that the edit began from
     * @param options.shown the pack as its screen showed it last
     * @param options.onDurable told of it as it waits to be pushed: what is edited meanwhile is made on top of that
     */
    async savePack(
      pack: PackRecord,
      {
        began,
        shown,
        strategy,
        onDurable,
      }: {
        began: string;
        shown?: PackRecord | undefined;
        strategy: SaveStrategy;
        onDurable?: (saved: PackRecord) => void;
      },
    ): Promise<SaveResult & { pack: PackRecord }> {
      let saved = pack;
      const result = await saveBy(strategy, {
        ...stepsFor(pack),
        queue: async () => {
          saved = await saveOrKeepBoth(database, pack, { began, shown, now: pack.changed ?? 0 });
          onDurable?.(saved);
        },
        push: () => pushNow(saved),
      });
      return { ...result, pack: saved };
    },

    /** A pack that never came to the host, as it is by then. @throws Error when it is gone */
    async sendPack(id: string): Promise<SaveResult> {
      return howFar(pushNow(await sendAsItIs(database, id, userId())));
    },

    /** One's own signature in place of the others on this device, unless a later one waits there. */
    async saveSignature(signature: SignatureRecord, strategy: SaveStrategy): Promise<SaveResult> {
      let saved = signature;
      return saveBy(strategy, {
        ...stepsFor(signature),
        queue: async () => {
          saved = await saveSignature(database, signature);
        },
        push: () => pushSignature(saved),
      });
    },

    /**
     * A message in place of the one that waits or was refused under its id, durable before this resolves; then it goes.
     * @throws Error in words when that has left, or may have
     */
    async correct(message: MessageRecord): Promise<Recorded> {
      await correctForPush(database, message);
      return { pushed: howFar(pushNow(message)) };
    },

    /** A change of a message that is there, whatever else has happened to it meanwhile. @throws Error when it is gone */
    change: (
      message: MessageRecord,
      change: Partial<MessageRecord>,
      strategy: SaveStrategy,
    ): Promise<SaveResult> =>
      saveBy(strategy, {
        ...stepsFor(message),
        queue: () => changeForPush(database, message.id, change),
      }),

    /** New records, durable together before this resolves; then they go. */
    async addAll(records: readonly PushableRecord[]): Promise<Recorded> {
      await addAllForPush(database, records);
      return { pushed: howFar(pushAllNow(records)) };
    },

    /** SYNC-24, SYNC-25: archived at the host first, then off this device. Never throws for the host's sake. */
    async archive(record: PushableRecord): Promise<SaveResult> {
      if (!isArchivable(record.type)) throw new Error("Content doesn't support archiving");
      const seen = await seenBy(record);
      try {
        await queue.whileQuiet(async () => {
          const hindered = hindrance();
          if (hindered !== null) throw new Error(hindered);
          const chosen = await asItIs(record, seen);
          // What another device made of it since is not written over.
          const base = baseOf(await database.records(chosen.type).get(chosen.id), chosen);
          const _meta = { ...chosen._meta, ...(base && { base }) };
          const archived = { ...chosen, archived: true, _meta } as PushableRecord;
          await send(archived, { isOurs: () => isAsSeen(chosen, chosen.changed) });
          await removeForGood(database, chosen);
        });
      } catch (error) {
        // Whoever chooses again sees what it has become.
        if (error instanceof EditConflict) await putThere(error.stored);
        const failure = error instanceof Displaced ? editedMeanwhile : errorText(error);
        return { savedLocally: false, savedRemotely: false, failure };
      }
      // What waited for it goes, or hears from the host that it cannot.
      wake();
      return { savedLocally: false, savedRemotely: true, failure: null };
    },

    cancel,

    discard: createDiscard({
      database,
      definitions,
      queue,
      generation,
      callsOfNow,
      hindrance,
      cancel,
      wake,
    }),

    /** @throws Error with the reason; nothing was deleted then */
    async delete(record: PushableRecord, strategy: DeleteStrategy) {
      const calls = callsOfNow();
      const seen = await seenBy(record);
      try {
        await queue.whileQuiet(async () => {
          const [chosen, row] = await Promise.all([asItIs(record, seen), database.queue.get(record.id)]);
          const isKnown = isKnownToHost(chosen);
          if (strategy !== 'local-only' && (isKnown || (row && mayBeThere(row)))) {
            const hindered = hindrance();
            if (hindered !== null) throw new Error(hindered);
            const parts = { calls, definitions };
            const isUnderWay = row !== undefined && mayBeThere(row);
            await (isKnown
              ? removeThere(database, chosen, { ...parts, isUnderWay })
              : removeUnheard(chosen, parts));
          }
          if (strategy !== 'remote-only') await removeForGood(database, chosen);
        });
      } catch (error) {
        // Whoever chooses again sees what it has become.
        if (error instanceof EditConflict) await putThere(error.stored);
        throw error;
      }
      wake();
    },
  };
}
