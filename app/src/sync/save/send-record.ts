import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import { type FlatRecord, isKnownToHost, writeRecord } from '#remote/documents.ts';
import { type Failure, failureOf, isRefusedWith, RemoteFailure } from '#remote/failure.ts';
import type { JsonApi, Written } from '#remote/json-api.ts';
import type { ModelDefinitions } from '#remote/model-definitions.ts';
import type { PackRecord } from '#storage/records.ts';
import { isCancelledThere } from './cancelled-elsewhere.ts';
import { type IsOurs, insist } from './displaced.ts';
import { EditConflict } from './edit-conflict.ts';
import { isOnlyArchived } from './pack-state.ts';
import type { PushableRecord } from './pushable.ts';
import { lookAt } from './remove-there.ts';
import { saysTheSame } from './says-the-same.ts';
import { isShownThere, ShownPack } from './shown-pack.ts';
import { isAnotherMessage, TakenId } from './taken-id.ts';
import { withoutMailing } from './without-mailing.ts';
import { isLimit } from './written-anew.ts';

interface SendParts {
  /** Calls under the account of this UUID and no other; of whoever is signed in without. */
  jsonApiOf: (owner: string | undefined) => Pick<JsonApi, 'create' | 'update' | 'one'>;
  definitions: () => Promise<ModelDefinitions | null>;
}

/** @param isOurs whether no other window has taken the record over; asked after each look at what is to be written over */
export type SendRecord = (record: PushableRecord, isOurs?: IsOurs) => Promise<FlatRecord>;

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

/** The record with the state at the host that this device has just made or seen as its own. */
const withState = ({ record, etag }: Stored): FlatRecord =>
  record.type === 'salestool--pack' && etag !== null
    ? { ...record, _meta: { ...(record._meta as object | undefined), ownState: etag } }
    : record;

/**
 * What an update says. What the host shows of a pack is written over only by who means it, and of a message of which some
 * was changed nothing else is said: another device may have changed the rest since.
 */
function updateOf(record: PushableRecord, model: ModelDefinitions | null): ResourceObject {
  const whole = writeRecord(record as FlatRecord, howToUpdate(record), model);
  if (record._meta?.anew) return withoutLimits(record, whole);
  // A restored host that has lost it gets all of it.
  const said = isKnownToHost(record) ? record._meta?.said : undefined;
  if (!said) return whole;
  const attributes = Object.entries(whole.attributes ?? {}).filter(([name]) => said.includes(name));
  const { type, id } = whole;
  return { type, id, attributes: Object.fromEntries(attributes) };
}

/**
 * What a message that has arrived said already is not said again of a link: another device may have closed it since, or changed
 * its password, which no host tells. What was changed here since it was written is.
 */
function withoutLimits(
  record: PushableRecord,
  resource: ResourceObject,
  there: FlatRecord | null = null,
): ResourceObject {
  const { type, _meta: { said = [] } = {} } = record;
  if (type !== 'salestool--message') return resource;
  const attributes = Object.entries(resource.attributes ?? {}).filter(
    ([name]) => !isLimit(name) || said.includes(name) || hasLost(there, record, name),
  );
  return { ...resource, attributes: Object.fromEntries(attributes) } as ResourceObject;
}

/** Whether a restored host has a limit as it was before what this device knows of: of a password, before what it chose itself. */
function hasLost(
  there: FlatRecord | null,
  { pushed, changed, _meta }: PushableRecord,
  name: string,
): boolean {
  if (there === null || pushed === undefined) return false;
  const known = name === 'link_password' ? _meta?.passwordSince : changed;
  return Number(there.changed ?? 0) < (known ?? 0);
}

const howToUpdate = ({ _meta }: PushableRecord) => (_meta?.packAnew ? 'correction' : 'update');

/**
 * Saves one record to the host: an update when the host knows it, else a create (SYNC-19). A create that was already
 * taken, its answer lost, is looked up and updated if it differs. A pack is updated only in the state that the edit
 * began from, where the host has states.
 * @returns the record as the host stored it
 * @throws RemoteFailure, EditConflict, TakenId, ShownPack, Displaced
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
    if (answer.etag !== null) stateful.add(record.type);
    return answer;
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
    if (etag !== null) stateful.add(record.type);
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

  /**
   * Updates what is only ever written over by its maker, in the state that it is found in: a call that was given up and comes
   * late finds another one, and undoes nothing.
   * @param found when it was looked at just before
   */
  async function updateAsFound(
    record: PushableRecord,
    resource: ResourceObject,
    { found, isOurs }: { found?: Pick<Stored, 'etag'>; isOurs: IsOurs },
  ): Promise<FlatRecord> {
    let etag = found?.etag ?? (await stateNow(record));
    for (let left = mostLooks; ; left -= 1) {
      await insist(isOurs);
      try {
        return await update(record, resource, etag);
      } catch (error) {
        if (left === 0 || !isRefusedWith(error, 412)) throw error;
        etag = await stateNow(record);
      }
    }
  }

  /** ETag of what the host has; null where it has no states, or shows none of them: what is done next says why. */
  async function stateNow(record: PushableRecord): Promise<string | null> {
    if (stateless.has(record.type)) return null;
    try {
      const { etag } = await look(record, ['changed']);
      if (etag === null) noteStateless(record);
      return etag;
    } catch (error) {
      if (failureOf(error)?.kind !== 'refused') throw error;
      return null;
    }
  }

  /** Updates a pack unless somebody else has changed it since the edit began. */
  async function updateInState(
    record: PushableRecord,
    resource: ResourceObject,
    { model, isOurs }: { model: ModelDefinitions | null; isOurs: IsOurs },
  ): Promise<FlatRecord> {
    const base = record._meta?.base;
    if (!base || stateless.has(record.type)) return updateAsFound(record, resource, { isOurs });

    /** After the host turned out to have another state. */
    async function settle(there: Stored) {
      const stored = writeRecord(there.record, 'update', model);
      if (saysTheSame(stored, resource)) return asThere(record, there);
      await insist(isOurs);
      if (isOwn(record, stored)) return update(record, resource, there.etag);
      // It comes back under its own id.
      if (base?.contents && isOnlyArchived(there.record as unknown as PackRecord, base.contents))
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
    model: ModelDefinitions | null,
    { conflict, isOurs }: { conflict: unknown; isOurs: IsOurs },
  ): Promise<FlatRecord> {
    const there = await look(record).catch((lookup: unknown) => {
      // The id belongs to somebody else: the host's refusal stands.
      throw isRefusedWith(lookup, 404) || isRefusedWith(lookup, 403) ? conflict : lookup;
    });
    if (isAnotherMessage(record, there.record)) throw new TakenId(there.record);
    const isAgain = record._meta?.again === true;
    const left = withoutLimits(record, resource, there.record);
    // What a restored host is told of a message is no order to mail it.
    const wanted = isAgain ? withoutMailing(left) : left;
    const stored = writeRecord(there.record, howToUpdate(record), model);
    if (saysTheSame(stored, wanted)) return asThere(record, there);
    await insist(isOurs);
    if (record.type !== 'salestool--pack' || there.etag === null) {
      // Nothing is lost of a state that is known here.
      const hasAll = Number(there.record.changed ?? 0) >= (record.changed ?? 0);
      if (isAgain && hasAll) return withState(there);
      return isAgain
        ? update(record, wanted, there.etag)
        : updateAsFound(record, wanted, { found: there, isOurs });
    }
    if (isBefore(there.record, record) || isOwn(record, stored)) return update(record, wanted, there.etag);
    // Changed at the host since. What another device made is brought back by that one; what this device stored itself
    // may be known to nobody else.
    const isStoredHere = record._meta?.ownState !== undefined;
    if (isAgain && !isStoredHere && there.record.created === record.created) return withState(there);
    throw new EditConflict(there.record);
  }

  return async (record, isOurs = async () => true) => {
    const model = await definitions();
    if (model === null && record.type === 'salestool--message') throw new RemoteFailure(untold);
    const flat = record as FlatRecord;
    const create = () => callsFor(record).create(writeRecord(flat, 'create', model));
    if (isKnownToHost(record)) {
      try {
        return await updateInState(record, updateOf(record, model), { model, isOurs });
      } catch (error) {
        if (!isRefusedWith(error, 404) || !isPackInUse(record)) throw error;
        await insist(isOurs);
        // Deleted on another device while it was edited on this one: the edit brings it back.
        return told(record, await create());
      }
    }
    try {
      return await told(record, await create());
    } catch (error) {
      if (isCancelledThere(record, error)) throw error;
      // Also one that the host took before, its answer lost, may be refused by now.
      if (failureOf(error)?.kind === 'refused') {
        return meetStored(record, updateOf(record, model), model, { conflict: error, isOurs });
      }
      throw error;
    }
  };
}

const isPackInUse = (record: PushableRecord) => record.type === 'salestool--pack' && record.archived !== true;

/** Whether what the host has came before what this device makes of it, and nothing else has happened to it. */
function isBefore(there: FlatRecord, { created, _meta }: PushableRecord): boolean {
  const changed = Number(there.changed ?? 0);
  const base = _meta?.base;
  // Made here, and never seen since.
  if (!base) return changed === Number(there.created ?? 0);
  return there.created === created && changed <= (base.changed ?? 0);
}
