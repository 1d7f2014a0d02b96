import { HttpError } from '#http/errors.ts';
import type { ContentQuery, IncludeTree, Page, SortKey } from './content-query.ts';
import { parseFilter } from './parse-filter.ts';
import { nest, type QueryTree, type QueryValue } from './query-tree.ts';
import { contentTexts } from './texts.ts';

export const defaultPageSize = 50;
export const largestPageSize = 200;
const deepestInclude = 5;

const known = ['include', 'fields', 'filter', 'sort', 'page'];
const formatParameter = '_format';

const badParameter = (parameter: string, detail: string) => new HttpError(400, detail, { parameter });

const rules = 'https://jsonapi.org/format/#query-parameters-custom';
const memberName = /^[a-zA-Z0-9\u0080-\uffff](?:[-_ a-zA-Z0-9\u0080-\uffff]*[a-zA-Z0-9\u0080-\uffff])?$/;

/**
 * Whether a caller may use this name for purposes of their own. Names of small letters alone belong to JSON:API, so a
 * misspelt one is never taken for one of those.
 */
const isCustom = (name: string) => memberName.test(name) && /[^a-z]/.test(name);

/** Understands the query of a content call (API-24, API-25); throws 400 with a sentence. */
export function parseQuery(search: URLSearchParams): ContentQuery {
  const tree = nest(search);
  for (const name of Object.keys(tree)) {
    if (known.includes(name) || name === formatParameter || isCustom(name)) continue;
    throw new HttpError(
      400,
      `The query parameter \`${name}\` is not known. Known are: ${known.join(', ')}.`,
      { parameter: name, about: rules },
    );
  }
  checkFormat(tree[formatParameter]);
  checkVersion(tree.resourceVersion);
  return {
    include: parseInclude(tree.include),
    fields: parseFields(tree.fields),
    filter: parseFilter(tree.filter),
    sort: parseSort(tree.sort),
    page: parsePage(tree.page),
  };
}

/** Drupal's way of choosing among formats; here is one. */
function checkFormat(value: QueryValue | undefined) {
  if (value === undefined || value === 'api_json') return;
  const given = typeof value === 'string' ? value : '';
  throw new HttpError(406, contentTexts.noSuchFormat(given), { parameter: formatParameter });
}

/** Records have one version that is read; the names for it that Drupal knows all mean that one. */
function checkVersion(value: QueryValue | undefined) {
  if (
    value === undefined ||
    (typeof value === 'string' && /^(?:id:\d+|rel:(?:latest-version|working-copy))$/.test(value))
  )
    return;
  throw badParameter(
    'resourceVersion',
    'A resource version identifier was provided in an invalid format. Known are: rel:latest-version, rel:working-copy, id:1.',
  );
}

function parseInclude(value: QueryValue | undefined): IncludeTree {
  const root: IncludeTree = Object.create(null);
  if (value === undefined || value === '') return root;
  if (typeof value !== 'string')
    throw badParameter('include', 'The include parameter is a list with commas.');
  for (const path of value.split(',')) {
    const names = path.trim().split('.');
    if (names.some((name) => name === '')) throw badParameter('include', 'Empty include path.');
    if (names.length > deepestInclude) {
      throw badParameter(
        'include',
        `\`${path.trim()}\` reaches further than ${deepestInclude} relationships.`,
      );
    }
    let branch = root;
    for (const name of names) branch = branch[name] ??= Object.create(null) as IncludeTree;
  }
  return root;
}

function parseFields(value: QueryValue | undefined): ContentQuery['fields'] {
  if (value === undefined) return new Map();
  if (typeof value === 'string')
    throw badParameter('fields', 'Fields need a type: fields[salestool--channel]=title.');
  return new Map(
    Object.entries(value).map(([type, list]) => {
      if (typeof list !== 'string')
        throw badParameter('fields', `The fields of \`${type}\` are a list with commas.`);
      return [type, new Set(list.split(',').map((field) => field.trim()))];
    }),
  );
}

function parseSort(value: QueryValue | undefined): SortKey[] {
  if (value === undefined) return [];
  if (value === '') throw badParameter('sort', 'You need to provide a value for the sort parameter.');
  if (typeof value === 'string') {
    return value.split(',').map((part) => {
      const path = part.trim();
      return path.startsWith('-') ? { path: path.slice(1), direction: 'desc' } : { path, direction: 'asc' };
    });
  }
  return Object.values(value).map((key) => {
    const { path, direction = 'ASC' } = typeof key === 'string' ? { path: key } : key;
    if (typeof path !== 'string' || path === '') {
      throw badParameter('sort', 'You need to provide a field name for the sort parameter.');
    }
    if (typeof direction !== 'string') throw badParameter('sort', 'The direction of a sort is ASC or DESC.');
    return { path, direction: direction.toUpperCase() === 'DESC' ? 'desc' : 'asc' };
  });
}

/** `page[offset]`, `page[limit]` win over `page[number]`, which counts from 0, and `page[size]`. */
function parsePage(value: QueryValue | undefined): Page {
  if (value === undefined) return { offset: 0, limit: defaultPageSize, style: 'offset' };
  if (typeof value === 'string') throw badParameter('page', 'The page parameter needs to be an array.');
  const style = value.offset !== undefined || value.limit !== undefined ? 'offset' : 'number';
  const limit = pageSize(style === 'offset' ? value.limit : value.size);
  const start = wholeNumber(style === 'offset' ? value.offset : value.number) ?? 0;
  const offset = style === 'offset' ? start : start * limit;
  return { offset: Math.min(Math.max(offset, 0), furthest), limit, style };
}

function pageSize(value: QueryTree[string] | undefined) {
  const size = wholeNumber(value);
  if (size === undefined) return defaultPageSize;
  if (size < 1) throw badParameter('page', 'The page size needs to be a positive integer.');
  return Math.min(size, largestPageSize);
}

// Both engines count rows with 64 bits, JavaScript with 53.
const furthest = 2 ** 52;

const wholeNumber = (value: QueryTree[string] | undefined) =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? Math.min(Number(value), furthest) : undefined;
