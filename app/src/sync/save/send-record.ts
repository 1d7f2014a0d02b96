import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import { type FlatRecord, isKnownToHost, writeRecord } from '#remote/documents.ts';
import { type Failure, failureOf, isRefusedWith, RemoteFailure } from '#remote/failure.ts';
import type { JsonApi, Written } from '#remote/json-api.ts';
import type { ModelDefinitions } from '#remote/model-definitions.ts';
import type { MayHaveCome } from '#storage/device-rows.ts';
import type { PackContents, PackRecord } from '#storage/records.ts';
import { isCancelledThere } from './cancelled-elsewhere.ts';
import {
  aboutToSay,
  ChangedSince,
  type Saying,
  sayableUnseen,
  saysNothing,
  whatStands,
} from './changed-since.ts';
import { type IsOurs, insist } from './displaced.ts';
import { EditConflict } from './edit-conflict.ts';
import { isOnlyArchived } from './pack-state.ts';
import type { PushableRecord } from './pushable.ts';
import { lookAt, onlyKeepsId } from './remove-there.ts';
import { saysTheSame } from './says-the-same.ts';
import { isShownThere, ShownPack } from './shown-pack.ts';
import { isAnotherMessage, TakenId } from './taken-id.ts';
import { howToUpdate, notCome, updateOf } from './what-to-say.ts';
import { withoutMailing } from './without-mailing.ts';

interface SendParts {
  /** Calls under the account of this UUID and no other; of whoever is signed in without. */
  jsonApiOf: (owner: string | undefined) => Pick<JsonApi, 'create' | 'update' | 'one'>;
  definitions: () => Promise<ModelDefinitions | null>;
}

interface Sending extends Saying {
  /** Whether no other window has taken the record over; asked after each look at what is to be written over. */
  isOurs: IsOurs;
  /** Remembers what is about to be said, whatever becomes of this window. */
  note: (mayHaveCome: MayHaveCome | null) => Promise<void>;
}

export type SendRecord = (record: PushableRecord, sending?: Partial<Sending>) => Promise<FlatRecord>;

/**
 * Before the host has told what a message has there, nobody knows whether it takes the link that was given away, so
 * messages wait. Packs and signatures are the same at every host.
 */
export const untold: Failure = {
  kind: 'busy',
  status: 503,
  statusText: 'Service Unavailable',
  retryAfterMs: null,
};

/** Of a record that others keep changing at the same time. */
const mostLooks = 3;

/** Of one record: a pack may be large. */
const mostUnanswered = 8;

interface Stored {
  record: FlatRecord;
  etag: string | null;
}

/** Nothing of what is not shown, and no ETag where there are no states. */
interface Found {
  record: FlatRecord | null;
  etag: string | null;
}

/** As a record is written over. */
interface Writing extends Sending {
  model: ModelDefinitions | null;
}

/** The record with the state at the host that this device has just made or seen as its own. */
const withState = ({ record, etag }: Stored): FlatRecord =>
  record.type === 'salestool--pack' && etag !== null
    ? { ...record, _meta: { ...(record._meta as object | undefined), ownState: etag } }
    : record;

/**
 * Saves one record to the host: an update when the host knows it, else a create (SYNC-19). A create that was already
 * taken, its answer lost, is looked up and updated if it differs. A pack is updated only in the state that the edit
 * began from, where the host has states, and what was said of another record before only where nobody has changed it since.
 * @returns the record as the host stored it
 * @throws RemoteFailure, EditConflict, ChangedSince, TakenId, ShownPack, Displaced
 */
export function createSendRecord({ jsonApiOf, definitions }: SendParts): SendRecord {
  /** What was said of a record and may have arrived, oldest first, as long as nobody knows. */
  const unanswered = new Map<string, readonly ResourceObject[]>();
  /** Kinds of which this host names no states. */
  const stateless = new Set<string>();
  /** Kinds of which it has named one: an answer that came without lost it on its way. */
  const stateful = new Set<string>();

  const callsFor = ({ ownerId }: { ownerId?: string | null | undefined }) => jsonApiOf(ownerId ?? undefined);

  /** @param fields all of them when not named */
  async function look(record: PushableRecord, fields?: string[]): Promise<Stored> {
    const answer = await lookAt(record, callsFor(record), fields);
    noteState(record, answer);
    return answer;
  }

  /** A proxy may have taken an ETag away once. */
  function noteState({ type }: PushableRecord, { etag }: { etag: string | null }) {
    if (etag === null) return;
    stateful.add(type);
    stateless.delete(type);
  }

  function noteStateless({ type }: PushableRecord) {
    if (!stateful.has(type)) stateless.add(type);
  }

  /** Whether the host has what this device said last, or before that: nobody else has made anything of it since. */
  const isOwn = ({ id }: PushableRecord, stored: ResourceObject) =>
    unanswered.get(id)?.some((said) => saysTheSame(stored, said)) === true;

  /** After the host turned out to have what was to be said. */
  function asThere({ id }: PushableRecord, there: Stored) {
    unanswered.delete(id);
    return withState(there);
  }

  async function told(record: PushableRecord, { record: stored, etag }: Written) {
    noteState(record, { etag });
    return withState(stored === null ? await look(record) : { record: stored, etag });
  }

  async function update(record: PushableRecord, resource: ResourceObject, ifMatch: string | null) {
    const before = unanswered.get(record.id) ?? [];
    unanswered.set(record.id, [...before, resource].slice(-mostUnanswered));
    try {
      const written = await callsFor(record).update(resource, ifMatch);
      unanswered.delete(record.id);
      return await told(record, written);
    } catch (error) {
      if (failureOf(error)?.kind === 'refused') unanswered.set(record.id, before);
      if (isShownThere(record, error)) throw new ShownPack((await look(record)).record);
      throw error;
    }
  }

  /** Whether it has to be held against what the host has. */
  const isCareful = ({ _meta }: PushableRecord, { mayHaveCome, heldBack }: Sending) =>
    mayHaveCome !== null || heldBack.length > 0 || _meta?.was !== undefined;

  async function say(
    record: PushableRecord,
    resource: ResourceObject,
    etag: string | null,
    sending: Sending,
  ) {
    await insist(sending.isOurs);
    const { mayHaveCome: before, note } = sending;
    // A host without states is looked at again before a signature that may have come.
    const isNoted = etag !== null || record._meta?.was !== undefined;
    const said = isNoted ? aboutToSay(record, resource, { etag, before }) : null;
    if (said !== null) await note(said);
    try {
      return await update(record, resource, etag);
    } catch (error) {
      if (said !== null && hasNotCome(error)) await note(before);
      throw error;
    }
  }

  /**
   * Says what nobody has changed since.
   * @throws ChangedSince when that is not all of it
   */
  async function sayWhatStands(
    record: PushableRecord,
    wanted: ResourceObject,
    there: Stored,
    writing: Writing,
  ): Promise<FlatRecord> {
    const stored = writeRecord(there.record, howToUpdate(record), writing.model);
    const { rest, since } = whatStands(record, wanted, stored, writing);
    const now = saysTheSame(stored, rest)
      ? asThere(record, there)
      : await say(record, rest, there.etag, writing);
    if (since.length > 0) throw new ChangedSince(now, since);
    return now;
  }

  /**
   * Says once more what nobody has heard of, in the state that it was said in.
   * @returns the record when that was all; else what is to be said yet, and what of it may have come; null when there is no such state
   */
  async function sayUnseen(record: PushableRecord, wanted: ResourceObject, writing: Writing) {
    const { mayHaveCome: before } = writing;
    if (!before || before.etag === null) return null;
    const { unseen, rest } = sayableUnseen(record, wanted, before, writing.heldBack);
    if (saysNothing(unseen)) return null;
    try {
      const now = await say(record, unseen, before.etag, writing);
      if (saysNothing(rest)) return { now };
      const mayHaveCome = aboutToSay(record, unseen, { etag: before.etag, before });
      return { rest, said: { ...writing, mayHaveCome } };
    } catch (error) {
      if (!isRefusedWith(error, 412)) throw error;
      return { rest: wanted, said: writing };
    }
  }

  /**
   * Updates what is only ever written over by its maker, in the state that it is found in: a call that was given up and comes
   * late finds another one, and undoes nothing. What may have come before is said again in the state that it was said in first:
   * where another device has changed it since, that is seen.
   * @param found when it was looked at just before
   */
  async function updateAsFound(
    record: PushableRecord,
    wanted: ResourceObject,
    writing: Writing,
    found?: Stored,
  ): Promise<FlatRecord> {
    const unseen = await sayUnseen(record, wanted, writing);
    if (unseen?.now) return unseen.now;
    const { rest = wanted, said = writing } = unseen ?? {};
    const careful = isCareful(record, writing);
    const lookNow = () => stateNow(record, careful ? undefined : ['changed']);
    let there = unseen ? await lookNow() : (found ?? (await lookNow()));
    for (let left = mostLooks; ; left -= 1) {
      try {
        const { record: stored } = there;
        return await (careful && stored
          ? sayWhatStands(record, rest, { ...there, record: stored }, said)
          : say(record, rest, there.etag, said));
      } catch (error) {
        if (left === 0 || !isRefusedWith(error, 412)) throw error;
        there = await lookNow();
      }
    }
  }

  /**
   * What the host has; nothing where it shows it to nobody, and no ETag where it has no states: what is done next says why.
   * @param fields all of them when not named
   */
  async function stateNow(record: PushableRecord, fields?: string[]): Promise<Found> {
    if (fields && stateless.has(record.type)) return { record: null, etag: null };
    try {
      const there = await look(record, fields);
      if (there.etag === null) noteStateless(record);
      return there;
    } catch (error) {
      if (failureOf(error)?.kind !== 'refused') throw error;
      return { record: null, etag: null };
    }
  }

  /** Updates a pack unless somebody else has changed it since the edit began. */
  async function updateInState(
    record: PushableRecord,
    resource: ResourceObject,
    writing: Writing,
  ): Promise<FlatRecord> {
    const { model, isOurs } = writing;
    const base = record._meta?.base;
    if (!base || stateless.has(record.type)) return updateAsFound(record, resource, writing);

    /** After the host turned out to have another state. */
    async function settle(there: Stored) {
      const stored = writeRecord(there.record, 'update', model);
      if (saysTheSame(stored, resource)) return asThere(record, there);
      await insist(isOurs);
      if (isOwn(record, stored)) return update(record, resource, there.etag);
      // It comes back under its own id.
      if (onlyKeepsId(there.record) || isOnlyArchivedSince(there.record, base?.contents))
        return update(record, resource, there.etag);
      throw new EditConflict(there.record);
    }

    let { etag } = base;
    if (etag === null) {
      const there = await look(record);
      if (there.etag === null) {
        noteStateless(record);
        if (!stateless.has(record.type) && there.record.changed !== base.changed) return settle(there);
        await insist(isOurs);
        return update(record, resource, null);
      }
      if (there.record.changed !== base.changed) return settle(there);
      ({ etag } = there);
    }
    try {
      return await update(record, resource, etag);
    } catch (error) {
      if (!isRefusedWith(error, 412)) throw error;
      return settle(await look(record));
    }
  }

  /**
   * After a create that the host refuses, because it has such a record (an answer was lost, or a backup put back) or for
   * a reason of its own, which stands when it has none.
   */
  async function meetStored(
    record: PushableRecord,
    resource: ResourceObject,
    writing: Writing,
    conflict: unknown,
  ): Promise<FlatRecord> {
    const { model, isOurs, mayHaveCome: before } = writing;
    const there = await look(record).catch((lookup: unknown) => {
      // The id belongs to somebody else: the host's refusal stands.
      throw isRefusedWith(lookup, 404) || isRefusedWith(lookup, 403) ? conflict : lookup;
    });
    if (isAnotherMessage(record, there.record)) throw new TakenId(there.record);
    const isAgain = record._meta?.again === true;
    const left = notCome(record, resource, there.record);
    // What a restored host is told of a message is no order to mail it.
    const wanted = isAgain ? withoutMailing(left) : left;
    const stored = writeRecord(there.record, howToUpdate(record), model);
    if (saysTheSame(stored, wanted)) return asThere(record, there);
    await insist(isOurs);
    if (record.type !== 'salestool--pack' || there.etag === null) {
      // Nothing is lost of a state that is known here.
      const hasAll = Number(there.record.changed ?? 0) >= (record.changed ?? 0);
      if (isAgain && hasAll) return withState(there);
      if (isAgain) return update(record, wanted, there.etag);
      // The create has come and nothing since, so that nobody has changed anything.
      const isAsMade = before?.etag === null && there.record.changed === there.record.created;
      return updateAsFound(record, wanted, { ...writing, mayHaveCome: isAsMade ? null : before }, there);
    }
    if (onlyKeepsId(there.record) || isBefore(there.record, record) || isOwn(record, stored))
      return update(record, wanted, there.etag);
    // Changed at the host since. What another device made is brought back by that one; what this device stored itself
    // may be known to nobody else.
    const isStoredHere = record._meta?.ownState !== undefined;
    if (isAgain && !isStoredHere && there.record.created === record.created) return withState(there);
    throw new EditConflict(there.record);
  }

  return async (record, sending = {}) => {
    const model = await definitions();
    if (model === null && record.type === 'salestool--message') throw new RemoteFailure(untold);
    const flat = record as FlatRecord;
    const writing: Writing = { ...outsideOfPush, ...sending, model };
    const { isOurs, mayHaveCome: before, note } = writing;
    const whole = () => writeRecord(flat, 'create', model);
    const create = () => callsFor(record).create(whole());
    if (isKnownToHost(record)) {
      try {
        return await updateInState(record, updateOf(record, model), writing);
      } catch (error) {
        if (!isRefusedWith(error, 404) || !isPackInUse(record)) throw error;
        await insist(isOurs);
        // Deleted on another device while it was edited on this one: the edit brings it back.
        return told(record, await create());
      }
    }
    const carried = record._meta?.said && aboutToSay(record, whole(), { etag: before?.etag ?? null, before });
    if (carried) await note(carried);
    try {
      return await told(record, await create());
    } catch (error) {
      if (isCancelledThere(record, error)) throw error;
      if (carried && hasNotCome(error)) await note(before);
      // Also one that the host took before, its answer lost, may be refused by now.
      if (failureOf(error)?.kind !== 'refused') throw error;
      return meetStored(record, updateOf(record, model), writing, error);
    }
  };
}

const outsideOfPush: Sending = {
  isOurs: async () => true,
  mayHaveCome: null,
  heldBack: [],
  note: async () => {},
};

/** Whether the host says that it has taken nothing. */
const hasNotCome = (error: unknown) => ['refused', 'signed-out'].includes(failureOf(error)?.kind ?? '');

const isPackInUse = (record: PushableRecord) => record.type === 'salestool--pack' && record.archived !== true;

const isOnlyArchivedSince = (there: FlatRecord, before: PackContents | undefined) =>
  before !== undefined && isOnlyArchived(there as unknown as PackRecord, before);

/** Whether what the host has came before what this device makes of it, and nothing else has happened to it. */
function isBefore(there: FlatRecord, { created, _meta }: PushableRecord): boolean {
  const changed = Number(there.changed ?? 0);
  const base = _meta?.base;
  // Made here, and never seen since.
  if (!base) return changed === Number(there.created ?? 0);
  return there.created === created && changed <= (base.changed ?? 0);
}
