import { isResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { hasField, kindOf, relationshipsOf } from './definitions.ts';
import { Refusal } from './refusal.ts';

/** A JSON:API address taken apart. */
export interface Question {
  type: string;
  /** Null for a collection. */
  id: string | null;
  /** What is asked for beside the record itself, such as the address of a picture to be sent. */
  rest: readonly string[];
  search: URLSearchParams;
}

const largestPage = 50;

/** Null when the address names no kind of record: no route of the JSON:API matches then. */
export function readAddress(url: URL): Question | null {
  const [entity, bundle, id, ...rest] = url.pathname.replace(/^\/jsonapi\/|\/$/g, '').split('/');
  const type = `${entity}--${bundle}`;
  if (!isResourceTypeName(type)) return null;
  return { type, id: id?.toLowerCase() ?? null, rest, search: url.searchParams };
}

const bad = (detail: string) => new Refusal({ status: 400, detail });

/** Names made of small letters only are the format's own. */
function checkNames(search: URLSearchParams) {
  for (const name of search.keys()) {
    const family = /^[^[]*/.exec(name)?.[0] ?? '';
    if (['include', 'fields', 'sort', 'resourceVersion'].includes(family)) continue;
    if (family === 'filter' || family === 'page') {
      if (!name.includes('['))
        throw bad(`Unexpected value for parameter "${family}": expecting "array", got "string".`);
      continue;
    }
    if (/^[a-z]+$/.test(family))
      throw bad(`The following query parameters violate the JSON:API spec: '${family}'.`);
  }
}

/** Only offset and limit are read; every other way of paging is dropped without a word. */
function pageOf(search: URLSearchParams) {
  const limit = search.get('page[limit]') ?? String(largestPage);
  const size = /^-?\d+$/.test(limit) ? Number(limit) : largestPage;
  if (size <= 0) throw bad('The page size needs to be a positive integer.');
  return {
    offset: Math.max(0, Number.parseInt(search.get('page[offset]') ?? '0', 10) || 0),
    limit: Math.min(size, largestPage),
  };
}

function checkFilters({ type, search }: Question) {
  for (const [name, value] of search) {
    const [, path, ...rest] = name.split(/[[\]]+/).filter((part) => part !== '');
    if (!name.startsWith('filter[') || path === undefined) continue;
    if (rest.length === 1 && rest[0] === 'operator' && /NULL$/.test(value))
      throw bad('Filters using the short form need a value.');
    if (rest.length === 0 && !path.includes('.') && path !== 'id' && !hasField(type, path))
      throw bad(
        `Invalid nested filtering. The field \`${path}\`, given in the path \`${path}\`, does not exist.`,
      );
  }
}

/** Values go to the database as they are: what the answers show as a time or a boolean finds nothing there. */
function findsNothing({ type, search }: Question): boolean {
  const paths = new Map<string, string>();
  for (const [name, value] of search) {
    const condition = /^filter\[([^\]]+)\]\[condition\]\[path\]$/.exec(name)?.[1];
    if (condition) paths.set(condition, value);
  }
  return [...search].some(([name, value]) => {
    const key = /^filter\[([^\]]+)\](?:\[condition\])?(?:\[value\].*)?$/.exec(name)?.[1];
    if (!key) return false;
    const kind = kindOf(type, paths.get(key) ?? key);
    return (
      (kind === 'time' && !/^\d+$/.test(value)) || (kind === 'boolean' && value !== '0' && value !== '1')
    );
  });
}

/** `*` is no field name; it goes unnoticed only where there is no record to look it up on. */
function checkInclude({ type, search }: Question) {
  const include = search.get('include');
  if (!include) return;
  const possible = `Possible values: ${relationshipsOf(type).join(', ')}.`;
  for (const path of include.split(',').map((part) => part.trim())) {
    if (path === '') throw bad('Empty include path.');
    const first = path.split('.')[0] ?? '';
    if (!relationshipsOf(type).includes(first))
      throw bad(`\`${first}\` is not a valid relationship field name. ${possible}`);
  }
}

/**
 * The query as it is put to the host behind, or null when nothing would be found.
 * @throws Refusal where this kind of host refuses
 */
export function readQuery(question: Question): URLSearchParams | null {
  const { search, id } = question;
  checkNames(search);
  checkInclude(question);
  checkFilters(question);
  const asked = new URLSearchParams([...search].filter(([name]) => !name.startsWith('page[')));
  if (id === null) {
    const { offset, limit } = pageOf(search);
    asked.set('page[offset]', String(offset));
    asked.set('page[limit]', String(limit));
  }
  return findsNothing(question) ? null : asked;
}
