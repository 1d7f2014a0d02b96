import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { DrupalJsonApiParams } from 'drupal-jsonapi-params';

type Condition =
  | { path: string; is: string }
  | { path: string; isOneOf: readonly string[] }
  | { path: string; isEmpty: boolean }
  /** Seconds since 1970. */
  | { path: string; isAfter: number };

export interface Query {
  include?: readonly string[];
  fields?: Partial<Record<ResourceTypeName, readonly string[]>>;
  /** All of them hold. */
  where?: readonly Condition[];
  sort?: string;
}

// The most a page of our host holds; Drupal quietly makes it 50.
const pageSize = 200;

interface Manner {
  /** Read page by page. */
  paged: boolean;
  /** Of a kind that can be archived: what is, is left out unless a condition names it (SYNC-26). */
  archivable: boolean;
}

/** The query string of a read, without the question mark, encoded the way Drupal's JSON:API reads it (API-55). */
export function queryString(
  { include, fields, where = [], sort }: Query,
  { paged, archivable }: Manner,
): string {
  const params = new DrupalJsonApiParams();
  if (include?.length) params.addInclude([...include]);
  for (const [type, names] of Object.entries(fields ?? {})) params.addFields(type, [...names]);
  for (const condition of where) {
    if ('is' in condition) params.addFilter(condition.path, condition.is);
    else if ('isOneOf' in condition) params.addFilter(condition.path, [...condition.isOneOf], 'IN');
    else if ('isAfter' in condition) params.addFilter(condition.path, String(condition.isAfter), '>');
    else params.addFilter(condition.path, null, condition.isEmpty ? 'IS NULL' : 'IS NOT NULL');
  }
  if (archivable && !where.some(({ path }) => path === 'archived')) {
    params
      .addGroup('live', 'OR')
      .addFilter('archived', '0', '=', 'live')
      .addFilter('archived', null, 'IS NULL', 'live');
  }
  if (sort) params.addSort(sort.replace(/^-/, ''), sort.startsWith('-') ? 'DESC' : 'ASC');
  if (paged) params.addPageLimit(pageSize);
  return params.getQueryString();
}
