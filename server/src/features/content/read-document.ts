import { isObject } from '@satchel/core/contract/is-object.ts';
import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { HttpError, unprocessable } from '#http/errors.ts';
import type { Threads } from '#threads/threads.ts';
import {
  isTaken,
  mostTargets,
  type Reference,
  readReferences,
  tooManyTargets,
  uuidPattern,
} from './read-references.ts';
import { readPassword, readValue } from './read-value.ts';
import type { GivenPassword, StoredValue } from './record-store.ts';
import { columnOf } from './record-tables.ts';

/** A client's document once it is understood. Whether what it points to exists has not been asked. */
export interface ReadDocument {
  id: string | undefined;
  columns: Record<string, StoredValue>;
  references: Record<string, Reference[]>;
  /** Kept apart from what is stored. */
  password?: GivenPassword;
  /** Fields the host owns that the client sent all the same, to be compared with what the host has. */
  owned: { field: string; kind: 'attributes' | 'relationships'; value: unknown }[];
}

interface Problem {
  detail: string;
  pointer: string;
}

/**
 * Reads the body of POST and PATCH by the table of record kinds; throws 400, 409 or 422 with everything that is wrong.
 * @param id of the record that the address names, when it is changed
 */
export async function readDocument(
  type: ResourceTypeName,
  body: unknown,
  threads: Threads,
  id?: string,
): Promise<ReadDocument> {
  const data = dataOf(type, body);
  if (id !== undefined && data.id !== id) {
    throw new HttpError(
      400,
      `The selected entity (${id}) does not match the ID in the payload (${typeof data.id === 'string' ? data.id : ''}).`,
    );
  }
  const problems: Problem[] = [];
  if (data.id !== undefined && !(typeof data.id === 'string' && uuidPattern.test(data.id))) {
    problems.push({
      detail: 'IDs should be properly generated and formatted UUIDs as described in RFC 4122.',
      pointer: '/data/id',
    });
  }
  const isNew = id === undefined;
  const document: ReadDocument = {
    id: data.id as string | undefined,
    columns: {},
    references: {},
    owned: [],
  };
  await readAttributes(type, data.attributes, isNew, document, problems, threads);
  readRelationships(type, data.relationships, isNew, document, problems);
  if (problems.length > 0) throw unprocessable(problems);
  return document;
}

function dataOf(type: ResourceTypeName, body: unknown) {
  if (isObject(body) && body.relationships !== undefined) {
    throw new HttpError(
      400,
      'Found "relationships" within the document\'s top level. They belong into "data".',
    );
  }
  const data = isObject(body) ? body.data : undefined;
  if (!isObject(data) || typeof data.type !== 'string')
    throw new HttpError(400, 'Resource object must include a "type".');
  if (data.type !== type) {
    throw new HttpError(409, `This address takes ${type}, not ${data.type}.`, { pointer: '/data/type' });
  }
  for (const member of ['attributes', 'relationships']) {
    if (data[member] !== undefined && !isObject(data[member])) {
      throw new HttpError(400, `"${member}" has to be an object.`, { pointer: `/data/${member}` });
    }
  }
  return data as {
    id?: unknown;
    attributes?: Record<string, unknown>;
    relationships?: Record<string, unknown>;
  };
}

async function readAttributes(
  type: ResourceTypeName,
  given: Record<string, unknown> = {},
  isNew: boolean,
  document: ReadDocument,
  problems: Problem[],
  threads: Threads,
) {
  const { attributes, relationships } = resourceTypeOf(type);
  const misplaced = Object.keys(given).filter((field) => Object.hasOwn(relationships, field));
  if (misplaced.length > 0) {
    const detail = `The following relationship fields were provided as attributes: [ ${misplaced.join(', ')} ]`;
    problems.push({ detail, pointer: '/data/attributes' });
  }
  for (const [field, value] of Object.entries(given)) {
    // Elsewhere a record's id stands here as well; it is the id of the document that counts.
    if (misplaced.includes(field) || field === 'uuid') continue;
    const pointer = `/data/attributes/${field}`;
    const attribute = Object.hasOwn(attributes, field) ? attributes[field] : undefined;
    if (!attribute) {
      problems.push({
        detail: `The attribute ${field} does not exist on the ${type} resource type.`,
        pointer,
      });
      continue;
    }
    if (attribute.writable === 'server') {
      document.owned.push({ field, kind: 'attributes', value });
      continue;
    }
    // What was said once for all is kept as it was: a repeated save does no harm.
    if (attribute.writable === 'create' && !isNew) continue;
    if (attribute.kind === 'password') {
      const read = readPassword(value);
      if (read.ok) document.password = read.password;
      else problems.push({ detail: `${field}: ${read.because}`, pointer });
      continue;
    }
    const read = await readValue(attribute, value, threads);
    if (!read.ok) problems.push({ detail: `${field}: ${read.because}`, pointer });
    else if (attribute.required && (read.stored === null || read.stored === ''))
      problems.push(isNull(field, pointer));
    else document.columns[columnOf(type, field)] = read.stored;
  }
  if (!isNew) return;
  for (const [field, { required }] of Object.entries(attributes)) {
    if (required && given[field] === undefined) problems.push(isNull(field, `/data/attributes/${field}`));
  }
}

const isNull = (field: string, pointer: string) => ({
  detail: `${field}: This value should not be null.`,
  pointer,
});

// Nobody reads on, and a list may be wrong from end to end.
const mostNamed = 50;

function readRelationships(
  type: ResourceTypeName,
  given: Record<string, unknown> = {},
  isNew: boolean,
  document: ReadDocument,
  problems: Problem[],
) {
  const { attributes, relationships } = resourceTypeOf(type);
  for (const [field, value] of Object.entries(given)) {
    const pointer = `/data/relationships/${field}`;
    const relationship = Object.hasOwn(relationships, field) ? relationships[field] : undefined;
    const data = isObject(value) ? value.data : undefined;
    // Elsewhere roles are records of their own.
    if (!relationship && Object.hasOwn(attributes, field) && attributes[field]?.writable === 'server') {
      document.owned.push({ field, kind: 'relationships', value: data });
      continue;
    }
    if (!relationship) {
      problems.push({
        detail: `The attribute ${field} does not exist on the ${type} resource type.`,
        pointer,
      });
      continue;
    }
    if (relationship.writable === 'server' || (relationship.writable === 'create' && !isNew)) {
      document.owned.push({ field, kind: 'relationships', value: data });
      continue;
    }
    if (!relationship.many && Array.isArray(data) && data.length > 1) {
      problems.push({
        detail: `${field}: ${relationship.label}: this field cannot hold more than 1 values.`,
        pointer,
      });
      continue;
    }
    if (Array.isArray(data) && data.length > mostTargets) {
      problems.push({ detail: `${field}: ${tooManyTargets}`, pointer });
      continue;
    }
    const references = readReferences(field, data, pointer);
    const wrong = references.flatMap((reference, index) =>
      isTaken(relationship, reference)
        ? []
        : `${field}.${index}.target_id: This entity (${reference.type}) cannot be referenced.`,
    );
    problems.push(...wrong.slice(0, mostNamed).map((detail) => ({ detail, pointer })));
    document.references[field] = references;
  }
}
