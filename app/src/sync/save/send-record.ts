import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import { type FlatRecord, isKnownToHost, writeRecord } from '#remote/documents.ts';
import { isRefusedWith } from '#remote/failure.ts';
import type { JsonApi } from '#remote/json-api.ts';
import type { ModelDefinitions } from '#remote/model-definitions.ts';
import type { PushableRecord } from './pushable.ts';

interface SendParts {
  jsonApi: Pick<JsonApi, 'create' | 'update' | 'one'>;
  definitions: () => Promise<ModelDefinitions | null>;
}

export type SendRecord = (record: PushableRecord) => Promise<FlatRecord>;

/** Key order says nothing, and neither does a derived part of rich text. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Whether the host stores all that an update would say. */
function saysTheSame(stored: ResourceObject, wanted: ResourceObject): boolean {
  return (['attributes', 'relationships'] as const).every((part) => {
    const has = (stored[part] ?? {}) as Record<string, unknown>;
    return Object.entries(wanted[part] ?? {}).every(
      ([name, value]) => canonical(has[name]) === canonical(value),
    );
  });
}

/**
 * Saves one record to the host: an update when the host knows it, else a create (SYNC-19). A create that was already
 * taken, its answer lost, is looked up and updated if it differs.
 * @returns the record as the host stored it
 * @throws RemoteFailure
 */
export function createSendRecord({ jsonApi, definitions }: SendParts): SendRecord {
  const stored = async ({ type, id }: PushableRecord) => {
    const answer = await jsonApi.one(type, id);
    if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
    return answer.record;
  };

  return async (record) => {
    const model = await definitions();
    const flat = record as FlatRecord;
    const update = writeRecord(flat, 'update', model);
    if (isKnownToHost(record)) return (await jsonApi.update(update)) ?? stored(record);
    try {
      return (await jsonApi.create(writeRecord(flat, 'create', model))) ?? (await stored(record));
    } catch (error) {
      if (!isRefusedWith(error, 409)) throw error;
      const there = await stored(record).catch((lookup: unknown) => {
        // The id belongs to somebody else: the host's refusal stands.
        throw isRefusedWith(lookup, 404) || isRefusedWith(lookup, 403) ? error : lookup;
      });
      if (saysTheSame(writeRecord(there, 'update', model), update)) return there;
      return (await jsonApi.update(update)) ?? stored(record);
    }
  };
}
