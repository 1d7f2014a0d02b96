import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { HttpError } from '#http/errors.ts';
import { columnValue, imageMeta, linkParts, partsOf, type ValueOf } from './field-parts.ts';
import { columnOf, relationshipOf, type StoredRelationship } from './record-tables.ts';

/** How a value compares: as text without heeding case, exactly, as a number, as a truth value, or as a time. */
export type Comparison = 'text' | 'exact' | 'number' | 'boolean' | 'time';

export interface Hop {
  relationship: StoredRelationship;
  targets: readonly ResourceTypeName[];
  /** Only the target at this place of a list, counted from 0 as the caller sees it. */
  position?: number;
}

export const isToMany = ({ relationship }: Hop) => relationship.many;

// `bundles.medias` leads to every file of a channel; a third list would multiply those once more. A key to sort by is
// looked up for each record.
const mostLists = { filter: 2, sort: 1 };

/** A filter's or sort's path: through which relationships it goes, and what it compares at the end. */
export interface ResolvedPath {
  hops: Hop[];
  comparison: Comparison;
  /** The value of the row that `alias` names; absent when the path ends at a relationship itself. */
  value?: ValueOf;
  /** A field of several values: the column of its JSON list and the member of an item that is compared. */
  item?: { list: ValueOf; member: string; position?: number };
}

type End = Omit<ResolvedPath, 'hops'>;

const targetId = 'drupal_internal__target_id';

const inTicks = (names: Iterable<string>) => [...names].map((name) => `\`${name}\``).join(', ');

/** One path on its way: the words of its refusals. */
function wordsFor(path: string, parameter: 'filter' | 'sort') {
  const fail = (detail: string) => new HttpError(400, `Invalid nested filtering. ${detail}`, { parameter });
  return {
    fail,
    missing: (field: string) =>
      fail(`The field \`${field}\`, given in the path \`${path}\`, does not exist.`),
    incomplete: (field: string, specifiers: Iterable<string>) =>
      fail(
        `The field \`${field}\`, given in the path \`${path}\` is incomplete, it must end with one of the following specifiers: ${inTicks(specifiers)}.`,
      ),
    elided(rest: string) {
      const to = path.slice(0, -rest.length - 1);
      return fail(
        `The property \`${rest}\`, given in the path \`${path}\`, does not exist. Filter by \`${to}\`, not \`${path}\` (the JSON:API module elides property names from single-property fields).`,
      );
    },
    secondPlace: () => fail(`The path \`${path}\` names a place in more than one relationship.`),
    tooManyLists: () =>
      fail(
        `The path \`${path}\` goes through more than ${mostLists[parameter]} relationships to many; that cannot be asked in a ${parameter}.`,
      ),
    needsMeta: (property: string) =>
      fail(
        `The property \`${property}\`, given in the path \`${path}\` belongs to the meta object of a relationship and must be preceded by \`meta\`.`,
      ),
  };
}

type Words = ReturnType<typeof wordsFor>;

/**
 * Looks a path up from a type (drupal-style names: `title`, `body.value`, `uid.id`, `medias.file.filename`,
 * `uid.meta.drupal_internal__target_id`, `keywords.0.name`, `medias.entity:media--image.name`); throws 400 for what
 * does not exist.
 */
export function resolvePath(
  type: ResourceTypeName,
  path: string,
  parameter: 'filter' | 'sort',
): ResolvedPath {
  const words = wordsFor(path, parameter);
  const hops: Hop[] = [];
  let types: readonly ResourceTypeName[] = [type];
  const segments = path.split('.');

  for (let index = 0; index < segments.length; index++) {
    const name = segments[index] as string;
    const rest = segments.slice(index + 1);
    const last = hops.at(-1);
    if (last && isPlace(name)) {
      if (last.position !== undefined) throw words.missing(name);
      if (hops.some(({ position }) => position !== undefined)) throw words.secondPlace();
      last.position = Number(name);
      continue;
    }
    if (last && (name === 'entity' || name.startsWith('entity:'))) {
      types = last.targets = namedBy(name, types, words);
      continue;
    }
    if (name === 'id' && rest.length === 0)
      return { hops, comparison: 'exact', value: columnValue(types, 'id') };
    if (last && name === 'meta') return { hops, ...metaEnd(types, rest, words) };
    if (last && rest.length === 0 && metaProperty(types, name)) throw words.needsMeta(name);

    const owner = types.find((candidate) => relationshipOf(candidate, name));
    if (owner) {
      const relationship = relationshipOf(owner, name) as StoredRelationship;
      types = resourceTypeOf(owner).relationships[name]?.targets ?? [];
      hops.push({ relationship, targets: types });
      if (hops.filter(isToMany).length > mostLists[parameter]) throw words.tooManyLists();
      continue;
    }
    const holder = types.find((candidate) => attributeOf(candidate, name));
    if (!holder) throw words.missing(name);
    return { hops, ...attributeEnd(holder, name, rest, words) };
  }
  return { hops, comparison: 'exact' };
}

/** The refusal of a path that ends at a relationship where a value is needed. */
export function needsValue(path: string, parameter: 'filter' | 'sort'): HttpError {
  const field = path.split('.').findLast((name) => !isPlace(name) && !name.startsWith('entity')) ?? path;
  return wordsFor(path, parameter).incomplete(field, ['id', `meta.${targetId}`]);
}

const isPlace = (name: string) => /^\d{1,6}$/.test(name);

/** `entity:media` and `entity:media--image` narrow a relationship to some of the kinds that it leads to. */
function namedBy(name: string, types: readonly ResourceTypeName[], words: Words) {
  const wanted = name.slice('entity:'.length);
  if (wanted === '') return types;
  const found = types.filter((type) => type === wanted || type.startsWith(`${wanted}--`));
  if (found.length === 0)
    throw words.fail(
      `\`${name}\` names nothing that the relationship leads to. Possible values: ${inTicks(types.map((type) => `entity:${type}`))}.`,
    );
  return found;
}

function attributeOf(type: ResourceTypeName, name: string) {
  const { attributes } = resourceTypeOf(type);
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return attribute?.hidden ? undefined : attribute;
}

function metaProperty(types: readonly ResourceTypeName[], name: string): End | undefined {
  if (name === targetId) return { comparison: 'number', value: columnValue(types, 'internal_id') };
  return types.includes('file--file') && Object.hasOwn(imageMeta, name) ? imageMeta[name] : undefined;
}

function metaEnd(types: readonly ResourceTypeName[], rest: string[], words: Words): End {
  const [name = 'meta', ...more] = rest;
  if (more[0] !== undefined) throw words.missing(more[0]);
  const property = metaProperty(types, name);
  if (!property) throw words.missing(name);
  return property;
}

function attributeEnd(type: ResourceTypeName, name: string, rest: string[], words: Words): End {
  const kind = attributeOf(type, name)?.kind;
  const value = columnValue([type], columnOf(type, name));
  if (kind === 'link-list') return linkEnd(value, name, rest, words);
  const parts = partsOf(type, name, kind);
  if (parts) {
    const [part = '', ...more] = rest;
    const found = more.length === 0 && Object.hasOwn(parts, part) ? parts[part] : undefined;
    if (!found) throw words.incomplete(name, Object.keys(parts));
    return { comparison: 'text', value: found };
  }
  if (kind === 'derivatives' || sealed.has(`${type} ${name}`))
    throw words.fail(`The field \`${name}\` is made for the answer and cannot be compared.`);
  // Going through every character of ten megabytes, for each record, would hold up everybody for minutes.
  if (kind === 'json-text')
    throw words.fail(`The field \`${name}\` holds a whole document and cannot be compared.`);
  if (rest.length > 0) throw words.elided(rest.join('.'));
  return { comparison: comparisonOf(kind), value };
}

/** `urls.uri`, or one of several by its place: `urls.0.uri`. */
function linkEnd(list: ValueOf, name: string, rest: string[], words: Words): End {
  const [first = '', second] = rest;
  const [position, member, ...more] = isPlace(first)
    ? [Number(first), second ?? '', ...rest.slice(2)]
    : [undefined, ...rest];
  if (member === undefined || more.length > 0 || !linkParts.includes(member))
    throw words.incomplete(name, linkParts);
  return { comparison: 'text', item: { list, member, ...(position !== undefined && { position }) } };
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
