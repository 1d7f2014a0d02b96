import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { type RawBuilder, sql } from 'kysely';
import { HttpError } from '#http/errors.ts';
import {
  columnExpression,
  columnOf,
  hasSummary,
  recordTables,
  relationshipOf,
  type StoredRelationship,
} from './record-tables.ts';

/** How a value compares: as text without heeding case, exactly, as a number, as a truth value, or as a time. */
export type Comparison = 'text' | 'exact' | 'number' | 'boolean' | 'time';

export interface Hop {
  relationship: StoredRelationship;
  targets: readonly ResourceTypeName[];
  /** Only the target at this place of a list. */
  position?: number;
}

/** A filter's or sort's path: through which relationships it goes, and what it compares at the end. */
export interface ResolvedPath {
  hops: Hop[];
  comparison: Comparison;
  /** The value of the row that `alias` names; absent when the path ends at a relationship itself. */
  value?: (alias: string) => RawBuilder<unknown>;
}

const invalid = (detail: string, parameter: string) =>
  new HttpError(400, `Invalid nested filtering. ${detail}`, { parameter });

const targetId = 'drupal_internal__target_id';
const imageMeta: Record<string, { column: string; comparison: Comparison }> = {
  alt: { column: 'alt', comparison: 'text' },
  width: { column: 'width', comparison: 'number' },
  height: { column: 'height', comparison: 'number' },
};

/**
 * Looks a path up from a type (drupal-style names: `title`, `body.value`, `uid.id`, `medias.file.filename`,
 * `uid.meta.drupal_internal__target_id`, `keywords.0.name`); throws 400 for what does not exist.
 */
export function resolvePath(
  type: ResourceTypeName,
  path: string,
  parameter: 'filter' | 'sort',
): ResolvedPath {
  const fail = (detail: string) => invalid(detail, parameter);
  const missing = (field: string) =>
    fail(`The field \`${field}\`, given in the path \`${path}\`, does not exist.`);
  const hops: Hop[] = [];
  let types: readonly ResourceTypeName[] = [type];
  const segments = path.split('.');

  for (let index = 0; index < segments.length; index++) {
    const name = segments[index] as string;
    const rest = segments.slice(index + 1);
    const last = hops.at(-1);
    if (last && /^\d{1,6}$/.test(name)) {
      last.position = Number(name);
      continue;
    }
    if (last && (name === 'entity' || types.some((target) => name === `entity:${target.split('--')[0]}`)))
      continue;
    if (name === 'id' && rest.length === 0)
      return { hops, comparison: 'exact', value: columnValue(types, 'id') };
    if (last && name === 'meta') return { hops, ...metaEnd(types, rest, missing) };
    if (
      last &&
      rest.length === 0 &&
      (name === targetId || (isFile(types) && Object.hasOwn(imageMeta, name)))
    ) {
      throw fail(
        `The property \`${name}\`, given in the path \`${path}\` belongs to the meta object of a relationship and must be preceded by \`meta\`.`,
      );
    }

    const owner = types.find((candidate) => relationshipOf(candidate, name));
    if (owner) {
      const relationship = relationshipOf(owner, name) as StoredRelationship;
      types = resourceTypeOf(owner).relationships[name]?.targets ?? [];
      hops.push({ relationship, targets: types });
      continue;
    }
    const holder = types.find((candidate) => attributeOf(candidate, name));
    if (!holder) throw missing(name);
    return { hops, ...attributeEnd(holder, name, rest, path, fail) };
  }
  return { hops, comparison: 'exact' };
}

const isFile = (types: readonly ResourceTypeName[]) => types.includes('file--file');

const columnValue = (types: readonly ResourceTypeName[], column: string) => (alias: string) =>
  columnExpression(recordTables[types[0] as ResourceTypeName].table, alias, column);

function attributeOf(type: ResourceTypeName, name: string) {
  const { attributes } = resourceTypeOf(type);
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return attribute?.hidden ? undefined : attribute;
}

function metaEnd(types: readonly ResourceTypeName[], rest: string[], missing: (field: string) => HttpError) {
  const [name = 'meta', ...more] = rest;
  if (more.length > 0) throw missing(more[0] as string);
  if (name === targetId) return { comparison: 'number' as const, value: columnValue(types, 'internal_id') };
  const property = isFile(types) && Object.hasOwn(imageMeta, name) ? imageMeta[name] : undefined;
  if (!property) throw missing(name);
  return { comparison: property.comparison, value: columnValue(types, property.column) };
}

type End = Pick<ResolvedPath, 'comparison' | 'value'>;

function attributeEnd(
  type: ResourceTypeName,
  name: string,
  rest: string[],
  path: string,
  fail: (detail: string) => HttpError,
): End {
  const kind = attributeOf(type, name)?.kind;
  const column = columnOf(type, name);
  const parts = partsOf(type, name);
  if (parts) {
    const [part, ...more] = rest;
    const found =
      part !== undefined && more.length === 0 && Object.hasOwn(parts, part) ? parts[part] : undefined;
    if (found) return { comparison: 'text', value: found };
    throw fail(
      `The field \`${name}\`, given in the path \`${path}\` is incomplete, it must end with one of the following specifiers: ${Object.keys(
        parts,
      )
        .map((key) => `\`${key}\``)
        .join(', ')}.`,
    );
  }
  if (kind === 'link-list' || kind === 'derivatives' || sealed.has(`${type} ${name}`)) {
    throw fail(`The field \`${name}\`, given in the path \`${path}\`, cannot be compared.`);
  }
  if (rest.length > 0) {
    const to = path.slice(0, -rest.join('.').length - 1);
    throw fail(
      `The property \`${rest.join('.')}\`, given in the path \`${path}\`, does not exist. Filter by \`${to}\`, not \`${path}\` (the JSON:API module elides property names from single-property fields).`,
    );
  }
  return { comparison: comparisonOf(kind), value: columnValue([type], column) };
}

// What is stored of them says nothing that could be compared.
const sealed = new Set(['salestool--message link']);

function comparisonOf(kind: string | undefined): Comparison {
  switch (kind) {
    case 'boolean':
      return 'boolean';
    case 'integer':
      return 'number';
    case 'time':
      return 'time';
    default:
      return 'text';
  }
}

/** The named parts of a field that has several. */
function partsOf(
  type: ResourceTypeName,
  name: string,
): Record<string, (alias: string) => RawBuilder<unknown>> | null {
  const column = columnOf(type, name);
  const value = columnValue([type], column);
  const unlessEmpty = (text: string) => (alias: string) =>
    sql`case when ${value(alias)} is null then null else ${text} end`;
  switch (attributeOf(type, name)?.kind) {
    case 'rich-text':
      return {
        value,
        format: unlessEmpty('basic_html'),
        processed: value,
        ...(hasSummary(type, name) && { summary: columnValue([type], `${column}_summary`) }),
      };
    case 'file-uri': {
      const under = (start: string) => (alias: string) =>
        sql`${start} || ${sql.ref(`${alias}.key`)} || '/' || ${sql.ref(`${alias}.filename`)}`;
      return { value: under('public://'), url: under('/sites/default/files/') };
    }
    case 'path':
      return { alias: value, langcode: unlessEmpty('en') };
    default:
      return null;
  }
}
