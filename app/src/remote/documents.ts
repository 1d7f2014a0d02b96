import { isObject } from '@satchel/core/contract/is-object.ts';
import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import {
  isResourceTypeName,
  type ResourceIdentifier,
  type ResourceTypeName,
  resourceTypeOf,
} from '@satchel/core/contract/resource-types.ts';
import { derivativeAddress, derivativeNames } from './derivative-address.ts';
import { definitionOf, type ModelDefinitions } from './model-definitions.ts';

/** A record as the app keeps it: attributes and relationships side by side. Storage gives it its exact type. */
export interface FlatRecord {
  id: string;
  type: ResourceTypeName;
  [field: string]: unknown;
}

/** Instants are ms, but `date_sent` is in seconds (MODEL-34). */
const unitOf = (name: string) => (name === 'date_sent' ? 1000 : 1);

function readTime(value: unknown, name: string): number | null {
  const ms =
    typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : Math.round(ms / unitOf(name));
}

/** RFC 3339 without milliseconds, which Drupal refuses. */
const writeTime = (value: number, name: string) =>
  `${new Date(value * unitOf(name)).toISOString().slice(0, 19)}Z`;

/** A target that is gone or stands for none must never be fetched. */
const isReal = (value: unknown): value is ResourceIdentifier =>
  isObject(value) &&
  typeof value.id === 'string' &&
  value.id !== 'missing' &&
  value.id !== 'virtual' &&
  isResourceTypeName(value.type);

const identifier = ({ type, id, meta }: ResourceIdentifier): ResourceIdentifier =>
  meta && Object.keys(meta).some((key) => key !== 'drupal_internal__target_id')
    ? { type, id, meta }
    : { type, id };

/** What hosts may tell of any content besides the fields of its kind (MODEL-21). Kept as it comes, and never sent. */
const commonFields = [
  'drupal_internal__nid',
  'drupal_internal__vid',
  'remote_id',
  'promote',
  'sticky',
  'langcode',
  'status',
  'source',
];

const isPlain = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

interface Fields {
  /** Without those that are common; in this order, by which what is on a device is compared with what comes. */
  attributes: readonly { name: string; isTime: boolean }[];
  relationships: readonly string[];
}

const knownFields = new Map<ResourceTypeName, Fields>();

/** What is read of a kind. A channel has tens of thousands of a few kinds. */
function fieldsOf(type: ResourceTypeName): Fields {
  const known = knownFields.get(type);
  if (known) return known;
  const { attributes, relationships } = resourceTypeOf(type);
  const own = Object.entries(attributes).filter(([name]) => name !== 'meta' && !commonFields.includes(name));
  const fields = {
    attributes: own.map(([name, { kind }]) => ({ name, isTime: kind === 'time' })),
    relationships: Object.keys(relationships),
  };
  knownFields.set(type, fields);
  return fields;
}

function readRelationship(value: unknown) {
  const data = isObject(value) ? value.data : undefined;
  if (Array.isArray(data)) return data.filter(isReal).map(identifier);
  return isReal(data) ? identifier(data) : null;
}

function parsedJson(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function derivativesOf(attributes: Record<string, unknown>, links: unknown) {
  const found = derivativeNames.flatMap((name) => {
    const address = derivativeAddress(name, { styles: attributes.image_style_uri, links });
    return address === null ? [] : [[name, address] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : null;
}

/**
 * A resource object as a record, or null for something that is none or of a kind this app does not know. Fields the
 * contract does not name are left out, so that nothing foreign settles in the database.
 * @param now ms; becomes `pulled`
 */
export function readRecord(value: unknown, now: number): FlatRecord | null {
  if (!isObject(value) || !isResourceTypeName(value.type) || typeof value.id !== 'string') return null;
  const { type, id } = value;
  // A record without its fields would wipe out what is here.
  if (![value.attributes, value.relationships].every((part) => part === undefined || isObject(part)))
    return null;
  const known = fieldsOf(type);
  const attributes = isObject(value.attributes) ? value.attributes : {};
  const relationships = isObject(value.relationships) ? value.relationships : {};
  const record: FlatRecord = { id, type, pulled: now };
  for (const name of commonFields) {
    const field = attributes[name];
    if (field !== undefined && isPlain(field)) record[name] = field;
  }
  for (const { name, isTime } of known.attributes) {
    const field = attributes[name];
    if (field !== undefined) record[name] = isTime ? readTime(field, name) : field;
  }
  // Never sent is 0 here (PSEND-11), and null at the host.
  if (type === 'salestool--message') record.date_sent ??= 0;
  for (const name of known.relationships) {
    if (relationships[name] !== undefined) record[name] = readRelationship(relationships[name]);
  }
  if (type === 'file--file') record.image_style_uri = derivativesOf(attributes, value.links);
  if (type === 'salestool--pack') {
    const meta = parsedJson(attributes.meta);
    if (isObject(meta) && Array.isArray(meta.included)) {
      const { included, ...others } = meta;
      record._meta = { included, ...(Object.keys(others).length > 0 && { others }) };
    }
  }
  return record;
}

/** The internal id that tells that the host knows a record; the revision id does not count (SYNC-20). */
export const isKnownToHost = (record: object) =>
  Object.entries(record).some(
    ([key, value]) =>
      key.startsWith('drupal_internal__') &&
      key !== 'drupal_internal__vid' &&
      value !== null &&
      value !== undefined,
  );

function writeAttribute(kind: string, name: string, value: unknown): unknown {
  if (value === null) return null;
  if (kind === 'time') return typeof value === 'number' && value > 0 ? writeTime(value, name) : undefined;
  if (kind === 'rich-text' && isObject(value)) {
    // `processed` is the host's; Drupal fails on it.
    return { value: value.value ?? '', format: value.format ?? null };
  }
  return value;
}

const bare = ({ type, id }: ResourceIdentifier) => ({ type, id });

/**
 * What goes to the host on a create or update (API-56): only fields the contract lets a client write and the host's
 * model definitions list, never the owner, the pack type or what only this device knows. A correction also says what a plain
 * update leaves as it was.
 */
export function writeRecord(
  record: FlatRecord,
  how: 'create' | 'update' | 'correction',
  definitions: ModelDefinitions | null,
): ResourceObject {
  const known = resourceTypeOf(record.type);
  const host = definitionOf(definitions, record.type);
  const mayWrite = (writable: string) =>
    writable === 'always' ||
    (how === 'create' && writable === 'create') ||
    (how !== 'update' && writable === 'unread');
  const attributes: Record<string, unknown> = {};
  for (const [name, { kind, writable }] of Object.entries(known.attributes)) {
    if (!mayWrite(writable) || !host.attributes.includes(name) || record[name] === undefined) continue;
    const value = writeAttribute(kind, name, record[name]);
    if (value !== undefined) attributes[name] = value;
  }
  const own = record._meta;
  if (isObject(own) && Array.isArray(own.included) && host.attributes.includes('meta')) {
    attributes.meta = JSON.stringify({ included: own.included, ...(own.others as object | undefined) });
  }
  const relationships: NonNullable<ResourceObject['relationships']> = {};
  for (const [name, { writable }] of Object.entries(known.relationships)) {
    if (!mayWrite(writable) || !host.relationships.includes(name) || record[name] === undefined) continue;
    const value = record[name] as ResourceIdentifier | ResourceIdentifier[] | null;
    relationships[name] = { data: Array.isArray(value) ? value.map(bare) : value && bare(value) };
  }
  return { type: record.type, id: record.id, attributes, relationships } as ResourceObject;
}
