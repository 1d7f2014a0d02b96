import {
  collectionPath,
  type ResourceIdentifier,
  type ResourceTypeName,
  resourceTypeOf,
} from '@satchel/core/contract/resource-types.ts';
import { jsonApiVersion } from '#http/errors.ts';
import { attributeReaders, type WireContext } from './attribute-values.ts';
import { type ContentQuery, type Page, wantedFields } from './content-query.ts';
import type { Identifier, LoadedRecord } from './read-records.ts';

export const recordAddress = (
  { publicUrl }: WireContext,
  { type, id }: { type: LoadedRecord['type']; id: string },
) => `${publicUrl}/jsonapi/${collectionPath(type)}/${id}`;

/**
 * Writes records as JSON:API resource objects: as text, because objects that only live until they are written would be
 * most of the work. What is the same for all records of a kind is made once.
 */
export function createRecordWriter(query: ContentQuery, context: WireContext) {
  const writers = new Map<ResourceTypeName, (record: LoadedRecord) => string>();
  return (record: LoadedRecord) => {
    const known = writers.get(record.type);
    if (known) return known(record);
    const made = writerFor(record.type, query, context);
    writers.set(record.type, made);
    return made(record);
  };
}

function writerFor(type: ResourceTypeName, query: ContentQuery, context: WireContext) {
  const isWanted = wantedFields(query, type);
  const attributes = attributeReaders(type, isWanted, context).map(({ name, read }) => ({
    name: `${JSON.stringify(name)}:`,
    read,
  }));
  const relationships = Object.entries(resourceTypeOf(type).relationships)
    .filter(([name]) => isWanted(name))
    .map(([name, { many }]) => ({ name, many, key: `${JSON.stringify(name)}:{"data":` }));
  const start = `{"type":${JSON.stringify(type)},"id":"`;
  const address = jsonInside(`${context.publicUrl}/jsonapi/${collectionPath(type)}/`);

  return ({ id, row, relationships: loaded }: LoadedRecord) => {
    const self = address + id;
    let text = `${start}${id}","links":{"self":{"href":"${self}"}}`;
    let before = ',"attributes":{';
    for (const { name, read } of attributes) {
      text += before + name + JSON.stringify(read(row));
      before = ',';
    }
    if (attributes.length > 0) text += '}';
    before = ',"relationships":{';
    for (const { name, many, key } of relationships) {
      const identifiers = loaded.get(name) ?? [];
      const [first] = identifiers;
      const data = JSON.stringify(
        many ? resourceIdentifiers(identifiers) : first ? resourceIdentifier(first) : null,
      );
      text += `${before}${key}${data},"links":{"related":{"href":"${self}/${name}"},"self":{"href":"${self}/relationships/${name}"}}}`;
      before = ',';
    }
    return `${text}${relationships.length > 0 ? '}' : ''}}`;
  };
}

const jsonInside = (text: string) => JSON.stringify(text).slice(1, -1);

const aboutMissing = {
  links: {
    help: {
      href: 'https://www.drupal.org/docs/8/modules/json-api/core-concepts#missing',
      meta: { about: 'The record that is named here is gone.' },
    },
  },
};

/** How a record is named in a relationship; pictures with what a page needs to lay them out. */
export function resourceIdentifier({ type, id, row, missingOf }: Identifier): ResourceIdentifier {
  if (missingOf)
    return { type: missingOf.length === 1 ? type : ('?' as typeof type), id, meta: aboutMissing };
  const picture = typeof row.width === 'number' && {
    alt: row.alt,
    title: '',
    width: row.width,
    height: row.height,
  };
  return { type, id, meta: { drupal_internal__target_id: row.internal_id, ...picture } };
}

/** The same, told apart by `meta.arity` where a target stands in a list more than once. */
export function resourceIdentifiers(targets: readonly Identifier[]): ResourceIdentifier[] {
  const identifiers = targets.map(resourceIdentifier);
  if (targets.length < 2 || new Set(targets.map(({ id }) => id)).size === targets.length) return identifiers;
  for (const copies of Map.groupBy(identifiers, ({ id }) => id).values()) {
    if (copies.length === 1) continue;
    for (const [arity, copy] of copies.entries()) copy.meta = { ...copy.meta, arity };
  }
  return identifiers;
}

export interface Frame {
  /** The address as the caller used it. */
  self: string;
  links?: Record<string, { href: string }>;
  meta?: Record<string, unknown>;
}

/** The text of a whole answer, piece by piece; `included` is left out when there is none. */
export async function* documentText(
  { self, links, meta }: Frame,
  data: AsyncIterable<string> | readonly string[],
  included: AsyncIterable<string> | readonly string[] = [],
): AsyncGenerator<string> {
  yield `{"jsonapi":${JSON.stringify(jsonApiVersion)},"data":`;
  yield* data;
  let before = ',"included":[';
  for await (const records of included) {
    yield before + records;
    before = ',';
  }
  const end = before === ',' ? ']' : '';
  yield `${end}${meta ? `,"meta":${JSON.stringify(meta)}` : ''},"links":${JSON.stringify({ self: { href: self }, ...links })}}`;
}

/** `first`, `prev`, `next` and `last` in the family of paging the caller used; the last two say whether there is more. */
export function pageLinks(address: URL, { offset, limit, style }: Page, total: number) {
  const to = (start: number) => {
    const url = new URL(address);
    for (const name of [...url.searchParams.keys()])
      if (name.startsWith('page[')) url.searchParams.delete(name);
    if (style === 'offset') url.searchParams.set('page[offset]', String(start));
    else url.searchParams.set('page[number]', String(Math.floor(start / limit)));
    url.searchParams.set(style === 'offset' ? 'page[limit]' : 'page[size]', String(limit));
    return { href: url.href };
  };
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  return {
    first: to(0),
    last: to(last),
    // From behind the end, the way back leads to what there is.
    ...(offset > 0 && { prev: to(Math.min(Math.max(0, offset - limit), last)) }),
    ...(offset + limit < total && { next: to(offset + limit) }),
  };
}
