import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';

/** A query of the content calls once it is understood; nothing in it has been looked up yet. */
export interface ContentQuery {
  include: IncludeTree;
  /** Per type, the only fields to answer; a type without an entry answers all. */
  fields: ReadonlyMap<string, ReadonlySet<string>>;
  filter: FilterGroup;
  sort: SortKey[];
  page: Page;
}

/** Relationship names, each with what to include from there on. `*` stands for every relationship of the type. */
export interface IncludeTree {
  [relationship: string]: IncludeTree;
}

/** What a tree asks of one relationship that it names, or else of all; undefined when it does not ask for it. */
export const includedFrom = (tree: IncludeTree, name: string): IncludeTree | undefined =>
  tree[name] ?? tree['*'];

export interface FilterGroup {
  kind: 'group';
  conjunction: 'AND' | 'OR';
  members: FilterItem[];
}

export interface FilterCondition {
  kind: 'condition';
  path: string;
  operator: FilterOperator;
  /** Empty for IS NULL and IS NOT NULL. */
  values: string[];
}

export type FilterItem = FilterGroup | FilterCondition;

export const filterOperators = [
  '=',
  '<>',
  '>',
  '>=',
  '<',
  '<=',
  'STARTS_WITH',
  'CONTAINS',
  'ENDS_WITH',
  'IN',
  'NOT IN',
  'BETWEEN',
  'NOT BETWEEN',
  'IS NULL',
  'IS NOT NULL',
] as const;

export type FilterOperator = (typeof filterOperators)[number];

export interface SortKey {
  path: string;
  direction: 'asc' | 'desc';
}

export interface Page {
  offset: number;
  limit: number;
  /** Which family the caller speaks, so that links answer in kind. */
  style: 'offset' | 'number';
}

export type IsWanted = (field: string) => boolean;

export const wantedFields = (query: ContentQuery, type: ResourceTypeName): IsWanted => {
  const fields = query.fields.get(type);
  return (field) => fields === undefined || fields.has(field);
};

/** Every field of one record, and nothing included. */
export const everything: ContentQuery = {
  include: {},
  fields: new Map(),
  filter: { kind: 'group', conjunction: 'AND', members: [] },
  sort: [],
  page: { offset: 0, limit: 1, style: 'offset' },
};
