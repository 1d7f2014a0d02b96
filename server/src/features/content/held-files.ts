import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { describeFile, descriptionOf, dropFile, holdFile } from './loose-file-store.ts';
import type { ReadDocument } from './read-document.ts';
import type { OwnedRow, RecordChanges, WriteContext } from './record-store.ts';
import { relationshipOf } from './record-tables.ts';

/** Where records of a kind name uploaded files. */
function uploadFields(type: ResourceTypeName) {
  return Object.entries(resourceTypeOf(type).relationships).flatMap(([field, { writable }]) => {
    const stored = relationshipOf(type, field);
    return writable === 'upload' && stored && !stored.many ? [{ field, column: stored.column }] : [];
  });
}

/** Uploads that a record has come to name are no longer loose; what it says they show is kept. */
export async function holdFiles(
  { trx }: WriteContext,
  type: ResourceTypeName,
  columns: RecordChanges['columns'],
  references: ReadDocument['references'],
) {
  for (const { field, column } of uploadFields(type)) {
    const id = columns[column];
    if (typeof id !== 'string') continue;
    await holdFile(trx, id);
    const alt = references[field]?.[0]?.alt;
    if (alt !== undefined) await describeFile(trx, id, alt);
  }
}

/** Columns of a record for uploaded files of which it is said now that they show something else than was said before. */
export async function redescribedFiles(
  { trx }: WriteContext,
  type: ResourceTypeName,
  columns: RecordChanges['columns'],
  references: ReadDocument['references'],
): Promise<ReadonlySet<string>> {
  const redescribed = new Set<string>();
  for (const { field, column } of uploadFields(type)) {
    const id = columns[column];
    const alt = references[field]?.[0]?.alt;
    if (typeof id !== 'string' || alt === undefined) continue;
    if ((await descriptionOf(trx, id)) !== alt) redescribed.add(column);
  }
  return redescribed;
}

/**
 * Files that a record named and names no more go for good.
 * @param columns what changed of it; undefined when the whole record is gone
 */
export async function releaseFiles(
  { trx, viewer, now, afterCommit }: WriteContext,
  type: ResourceTypeName,
  before: OwnedRow,
  columns: RecordChanges['columns'] | undefined,
  sweep: () => void,
) {
  for (const { column } of uploadFields(type)) {
    const id = before[column];
    const isLeft = columns === undefined || (columns[column] !== undefined && columns[column] !== id);
    if (typeof id !== 'string' || !isLeft) continue;
    await dropFile(trx, viewer, id, now);
    afterCommit(sweep);
  }
}
