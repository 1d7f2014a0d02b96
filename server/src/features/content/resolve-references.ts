import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { sql } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { inPortions } from '#database/in-portions.ts';
import { HttpError } from '#http/errors.ts';
import type { Sight } from '#visibility.ts';
import { ownUploads } from './loose-file-store.ts';
import type { ReadDocument } from './read-document.ts';
import { readIdentifiers } from './read-records.ts';
import type { Reference } from './read-references.ts';
import type { OwnedRow, RecordChanges } from './record-store.ts';
import { relationshipOf, type StoredRelationship, type ToOne, typesOfTable } from './record-tables.ts';

/**
 * What a pack may name although it has been withdrawn, as saving it never fails because of that; and a message that comes
 * back to a restored host the channel that its sender has left since, with that channel's signature.
 */
const mayBeGone = (type: ResourceTypeName, field: string, { delivery }: RecordChanges['columns']) =>
  (type === 'salestool--pack' && (field === 'bundles' || field === 'medias')) ||
  (type === 'salestool--message' &&
    (field === 'channel' || field === 'signature') &&
    !!delivery &&
    delivery !== 'none');

export const notFound = ({ type, id }: Reference) =>
  `The resource identified by \`${type}:${id}\` (given as a relationship item) could not be found.`;

/**
 * Looks up all that a document points to; throws 404 for what does not exist for the caller.
 * @param stored the record as it is, when it is changed
 */
export async function resolveReferences(
  trx: WriteTransaction,
  type: ResourceTypeName,
  { columns, references }: Pick<ReadDocument, 'columns' | 'references'>,
  sight: Sight,
  stored?: OwnedRow,
): Promise<RecordChanges> {
  const changes: RecordChanges = { columns: { ...columns }, lists: {} };
  for (const [field, wanted] of Object.entries(references)) {
    const relationship = relationshipOf(type, field);
    if (!relationship) continue;
    const isThere = await existing(trx, relationship, wanted, sight, stored);
    const missing = wanted.find((reference) => !isThere(reference));
    if (missing && !mayBeGone(type, field, columns)) {
      throw new HttpError(404, notFound(missing), { pointer: `/data/relationships/${field}` });
    }
    const ids = wanted.filter(isThere).map(({ id }) => id);
    if (relationship.many) changes.lists[field] = ids;
    else if (ids[0] !== undefined || !(await isUnseen(trx, relationship, sight, stored)))
      changes.columns[relationship.column] = ids[0] ?? null;
  }
  return changes;
}

/** Whether a record names something that its owner is not told of: whoever sends back that there is none leaves it as it is. */
async function isUnseen(
  trx: WriteTransaction,
  { table, column, seenWithOwner }: ToOne,
  sight: Sight,
  stored: OwnedRow = {},
) {
  const id = stored[column];
  if (seenWithOwner || typeof id !== 'string') return false;
  return (await readIdentifiers(trx, table, { ids: [id], areSeen: false }, sight)).length === 0;
}

/** Tells which of the references exist for the caller, or stand there already. Of files, these are their own uploads alone. */
export async function existing(
  trx: WriteTransaction,
  relationship: StoredRelationship,
  wanted: readonly Reference[],
  sight: Sight,
  stored: OwnedRow = {},
): Promise<(reference: Reference) => boolean> {
  const ids = wanted.map(({ id }) => id);
  const present = relationship.many ? undefined : stored[relationship.column];
  if (relationship.table === 'file') {
    const own = new Set(await ownUploads(trx, sight.viewer, ids));
    return ({ id }) => id === present || own.has(id);
  }
  const found = await inPortions(ids, (some) =>
    readIdentifiers(trx, relationship.table, { ids: some, areSeen: false }, sight),
  );
  const kinds = new Map(found.map(({ id, type }) => [id, type]));
  const isAlone = typesOfTable.get(relationship.table)?.length === 1;
  return ({ id, type }) => id === present || (kinds.has(id) && (isAlone || kinds.get(id) === type));
}

/** Ids of what a record points to, in their order, whether the caller sees them or not. */
export async function storedTargets(
  trx: WriteTransaction,
  relationship: StoredRelationship,
  stored: OwnedRow,
): Promise<string[]> {
  if (!relationship.many) {
    const id = stored[relationship.column];
    return typeof id === 'string' ? [id] : [];
  }
  const { join, ownerColumn, targetColumn } = relationship;
  const { rows } = await sql<{ id: string }>`select ${sql.ref(targetColumn)} as id from ${sql.table(join)}
    where ${sql.ref(ownerColumn)} = ${stored.id} order by position`.execute(trx);
  return rows.map(({ id }) => id);
}

export const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id, at) => id === other[at]);
