import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import { type FlatRecord, isKnownToHost, writeRecord } from '#remote/documents.ts';
import { failureOf, isRefusedWith } from '#remote/failure.ts';
import type { JsonApi, Written } from '#remote/json-api.ts';
import type { ModelDefinitions } from '#remote/model-definitions.ts';
import { EditConflict } from './edit-conflict.ts';
import type { PushableRecord } from './pushable.ts';
import { saysTheSame } from './says-the-same.ts';

interface SendParts {
  jsonApi: Pick<JsonApi, 'create' | 'update' | 'one'>;
  definitions: () => Promise<ModelDefinitions | null>;
}

export type SendRecord = (record: PushableRecord) => Promise<FlatRecord>;

interface Stored {
  record: FlatRecord;
  etag: string | null;
}

/** The record with the state at the host that this device has just made or seen as its own. */
const withState = ({ record, etag }: Stored): FlatRecord =>
  record.type === 'salestool--pack' && etag !== null
    ? { ...record, _meta: { ...(record._meta as object | undefined), ownState: etag } }
    : record;

/** What a restored host is told of a message is no order to mail it. */
function withoutMailing({ attributes = {}, ...resource }: ResourceObject): ResourceObject {
  const { sent: _sent, date_sent: _date, ...others } = attributes as Record<string, unknown>;
  return { ...resource, attributes: others } as ResourceObject;
}

/**
 * Saves one record to the host: an update when the host knows it, else a create (SYNC-19). A create that was already
 * taken, its answer lost, is looked up and updated if it differs. A pack is updated only in the state that the edit
 * began from, where the host has states.
 * @returns the record as the host stored it
 * @throws RemoteFailure, EditConflict
 */
export function createSendRecord({ jsonApi, definitions }: SendParts): SendRecord {
  /** What was last said of a record, as long as nobody knows whether it arrived. */
  const unanswered = new Map<string, ResourceObject>();
  let hasNoStates = false;

  async function look({ type, id }: PushableRecord): Promise<Stored> {
    const answer = await jsonApi.one(type, id);
    if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
    return answer;
  }

  const told = async (record: PushableRecord, { record: stored, etag }: Written) =>
    stored === null ? withState(await look(record)) : withState({ record: stored, etag });

  async function update(record: PushableRecord, resource: ResourceObject, ifMatch: string | null) {
    const before = unanswered.get(record.id);
    unanswered.set(record.id, resource);
    try {
      const written = await jsonApi.update(resource, ifMatch);
      unanswered.delete(record.id);
      return await told(record, written);
    } catch (error) {
      if (failureOf(error)?.kind === 'refused') {
        if (before === undefined) unanswered.delete(record.id);
        else unanswered.set(record.id, before);
      }
      throw error;
    }
  }

  /** Updates a pack unless somebody else has changed it since the edit began. */
  async function updateInState(
    record: PushableRecord,
    resource: ResourceObject,
    model: ModelDefinitions | null,
  ): Promise<FlatRecord> {
    const base = record._meta?.base;
    if (!base || hasNoStates) return update(record, resource, null);

    /** After the host turned out to have another state. */
    async function settle(there: Stored) {
      const stored = writeRecord(there.record, 'update', model);
      if (saysTheSame(stored, resource)) return withState(there);
      const ours = unanswered.get(record.id);
      if (ours && saysTheSame(stored, ours)) return update(record, resource, there.etag);
      throw new EditConflict(there.record);
    }

    let { etag } = base;
    if (etag === null) {
      const there = await look(record);
      hasNoStates = there.etag === null;
      if (hasNoStates) return update(record, resource, null);
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

  return async (record) => {
    const model = await definitions();
    const flat = record as FlatRecord;
    const resource = writeRecord(flat, 'update', model);
    if (isKnownToHost(record)) return updateInState(record, resource, model);
    try {
      return await told(record, await jsonApi.create(writeRecord(flat, 'create', model)));
    } catch (error) {
      if (!isRefusedWith(error, 409)) throw error;
      const there = await look(record).catch((lookup: unknown) => {
        // The id belongs to somebody else: the host's refusal stands.
        throw isRefusedWith(lookup, 404) || isRefusedWith(lookup, 403) ? error : lookup;
      });
      const isAgain = record._meta?.again === true;
      const wanted = isAgain ? withoutMailing(resource) : resource;
      const isNewer = Number(there.record.changed ?? 0) > (record.changed ?? 0);
      if (isAgain && isNewer) return withState(there);
      if (saysTheSame(writeRecord(there.record, 'update', model), wanted)) return withState(there);
      return update(record, wanted, isAgain ? there.etag : null);
    }
  };
}
