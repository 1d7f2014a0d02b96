import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import {
  collectionPath,
  type ResourceIdentifier,
  resourceTypeOf,
} from '@satchel/core/contract/resource-types.ts';
import { jsonApiVersion } from '#http/errors.ts';
import { attributesOf, type WireContext } from './attribute-values.ts';
import { type ContentQuery, type Page, wantedFields } from './content-query.ts';
import type { Identifier, LoadedRecord } from './read-records.ts';

export const recordAddress = (
  { publicUrl }: WireContext,
  { type, id }: { type: LoadedRecord['type']; id: string },
) => `${publicUrl}/jsonapi/${collectionPath(type)}/${id}`;

/** A record as a JSON:API resource object. */
export function resourceObject(
  record: LoadedRecord,
  query: ContentQuery,
  context: WireContext,
): ResourceObject {
  const isWanted = wantedFields(query, record.type);
  const self = recordAddress(context, record);
  const attributes = attributesOf(record.type, record.row, isWanted, context);
  const relationships: Record<string, unknown> = {};
  for (const [name, { many }] of Object.entries(resourceTypeOf(record.type).relationships)) {
    if (!isWanted(name)) continue;
    const identifiers = resourceIdentifiers(record.relationships.get(name) ?? []);
    relationships[name] = {
      data: many ? identifiers : (identifiers[0] ?? null),
      links: { related: { href: `${self}/${name}` }, self: { href: `${self}/relationships/${name}` } },
    };
  }
  return {
    type: record.type,
    id: record.id,
    links: { self: { href: self } },
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(Object.keys(relationships).length > 0 && {
      relationships: relationships as NonNullable<ResourceObject['relationships']>,
    }),
  };
}

/** How a record is named in a relationship; pictures with what a page needs to lay them out. */
export function resourceIdentifier({ type, id, row }: Identifier): ResourceIdentifier {
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

interface Parts {
  data: unknown;
  included?: ResourceObject[];
  links?: Record<string, { href: string }>;
  meta?: Record<string, unknown>;
}

/** A whole answer; `included` is left out when there is none. */
export const documentOf = (self: string, { data, included = [], links, meta }: Parts) => ({
  jsonapi: jsonApiVersion,
  data,
  ...(included.length > 0 && { included }),
  ...(meta && { meta }),
  links: { self: { href: self }, ...links },
});

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
