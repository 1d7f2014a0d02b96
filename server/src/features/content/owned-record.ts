import { isDeepStrictEqual } from 'node:util';
import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import type { ReadTransaction, WriteTransaction } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import type { Sight } from '#visibility.ts';
import { attributesOf, type WireContext } from './attribute-values.ts';
import { everything } from './content-query.ts';
import { resourceIdentifier } from './document.ts';
import { loadLongTexts } from './load-long-texts.ts';
import { loadRelationships } from './load-relationships.ts';
import type { ReadDocument } from './read-document.ts';
import { type LoadedRecord, readOne } from './read-records.ts';
import { recordTables, relationshipOf } from './record-tables.ts';
import { contentTexts } from './texts.ts';

/** The record as it is; throws 404 when the caller does not see it, and 403 when it is somebody else's. */
export async function ownedRecord(
  trx: ReadTransaction,
  type: ResourceTypeName,
  id: string,
  sight: Sight,
): Promise<LoadedRecord> {
  const record = await readOne(trx, type, id, everything, sight);
  if (!record) throw new HttpError(404, contentTexts.noSuchRecord);
  const owner = recordTables[type].table === 'account' ? record.id : record.row.owner_id;
  if (owner !== sight.viewer.accountId) {
    throw new HttpError(403, `Only its owner may change this ${resourceTypeOf(type).label.toLowerCase()}.`);
  }
  await loadLongTexts(trx, [record], sight.dialect);
  return record;
}

export const mayNotSay = (method: string, field: string, pointer: string) =>
  new HttpError(403, `The current user is not allowed to ${method} the selected field (${field}).`, {
    pointer,
  });

const idsIn = (value: unknown) =>
  (Array.isArray(value) ? value : value ? [value] : []).map((item) => (item as { id?: unknown } | null)?.id);

/** A new record is its maker's and private; a client may say so too. */
export function refuseForeignFields(
  type: ResourceTypeName,
  { owned }: ReadDocument,
  { accountId }: SignedInViewer,
) {
  for (const { field, kind, value } of owned) {
    const isOwner = kind === 'relationships' && relationshipOf(type, field)?.table === 'account';
    const isTrue = isOwner
      ? isDeepStrictEqual(idsIn(value), [accountId])
      : field === 'pack_type' && value === 'private';
    if (!isTrue) throw mayNotSay('POST', field, `/data/${kind}/${field}`);
  }
}

/** A field of the host may be sent back as it is; any other value is refused by name. */
export async function refuseOtherValues(
  trx: WriteTransaction,
  record: LoadedRecord,
  { owned: sent }: ReadDocument,
  sight: Sight,
  context: WireContext,
) {
  if (sent.length === 0) return;
  await loadRelationships(trx, { records: [record], tree: {}, query: everything, sight });
  const attributes = attributesOf(record.type, record.row, () => true, context) as Record<string, unknown>;
  for (const { field, kind, value } of sent) {
    const isSame =
      kind === 'attributes'
        ? isDeepStrictEqual(value, attributes[field])
        : record.relationships.has(field) &&
          isDeepStrictEqual(
            idsIn(value),
            (record.relationships.get(field) ?? []).map((target) => resourceIdentifier(target).id),
          );
    if (!isSame) throw mayNotSay('PATCH', field, `/data/${kind}/${field}`);
  }
}
