import { HttpError } from '#http/errors.ts';
import {
  type FilterCondition,
  type FilterGroup,
  type FilterOperator,
  filterOperators,
} from './content-query.ts';
import type { QueryTree, QueryValue } from './query-tree.ts';

const mostConditions = 50;
const mostGroups = 50;
const deepestGroup = 10;
const rootId = '@root';

const refused = (detail: string) => new HttpError(400, detail, { parameter: 'filter' });
const invalidCondition = () =>
  refused(
    'You must provide a valid filter condition. Check that you have set the required keys for your filter.',
  );

/** Understands `filter[…]` in its short, long and grouped forms; throws 400 with a sentence. */
export function parseFilter(value: QueryValue | undefined): FilterGroup {
  const root: FilterGroup = { kind: 'group', conjunction: 'AND', members: [] };
  if (value === undefined) return root;
  if (typeof value === 'string') throw refused('The filter parameter needs a field: filter[title]=Harbour.');

  const entries = Object.entries(value);
  const groups = new Map<string, FilterGroup>([[rootId, root]]);
  for (const [id, entry] of entries) {
    if (!isGroup(entry)) continue;
    if (Object.keys(entry).length > 1)
      throw refused(`The filter \`${id}\` is a group and something else as well.`);
    groups.set(id, readGroup(id, entry.group));
  }
  const conditions = entries.filter(([, entry]) => !isGroup(entry));
  if (conditions.length > mostConditions)
    throw refused(`There are more than ${mostConditions} filter conditions.`);
  if (groups.size - 1 > mostGroups) throw refused(`There are more than ${mostGroups} filter groups.`);

  const parents = new Map<string, string>();
  for (const [id, entry] of entries) {
    const { item, memberOf } = isGroup(entry)
      ? { item: groups.get(id) as FilterGroup, memberOf: groupNamed((entry.group as QueryTree).memberOf) }
      : readCondition(id, entry);
    const parent = memberOf ?? rootId;
    const group = groups.get(parent);
    if (!group)
      throw refused(`The filter \`${id}\` is a member of \`${parent}\`, but there is no such group.`);
    if (item.kind === 'group') parents.set(id, parent);
    group.members.push(item);
  }
  for (const [id, { members }] of groups) {
    if (id !== rootId && members.length === 0) throw refused(`The filter group \`${id}\` has no members.`);
  }
  for (const id of parents.keys()) refuseDepth(id, parents);
  return root;
}

const isGroup = (entry: QueryValue): entry is QueryTree & { group: QueryValue } =>
  typeof entry === 'object' && entry.group !== undefined;

const textOf = (value: QueryValue | undefined) =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What `memberOf` says. Anything that could be overlooked is refused: without its group a condition would let more through. */
function groupNamed(value: QueryValue | undefined) {
  if (typeof value === 'object') throw invalidCondition();
  return textOf(value);
}

function readGroup(id: string, group: QueryValue): FilterGroup {
  if (id === rootId) throw refused(`'${rootId}' is a reserved filter id.`);
  if (typeof group === 'string') throw refused('A filter group needs a conjunction.');
  const unknown = Object.keys(group).find((key) => key !== 'conjunction' && key !== 'memberOf');
  if (unknown !== undefined)
    throw refused(`A filter group has a conjunction and memberOf, but no \`${unknown}\`.`);
  const conjunction = textOf(group.conjunction) ?? 'AND';
  if (conjunction !== 'AND' && conjunction !== 'OR') {
    throw refused(`The conjunction '${conjunction}' is not known. Allowed conjunctions: AND, OR.`);
  }
  return { kind: 'group', conjunction, members: [] };
}

function readCondition(
  id: string,
  entry: QueryValue,
): { item: FilterCondition; memberOf: string | undefined } {
  if (typeof entry === 'string') return { item: condition(id, '=', [entry]), memberOf: undefined };
  const isLong = entry.condition !== undefined;
  const given = isLong ? entry.condition : entry;
  if (typeof given !== 'object' || (isLong && Object.keys(entry).length > 1)) throw invalidCondition();
  const allowed = isLong ? ['path', 'operator', 'value', 'memberOf'] : ['operator', 'value', 'memberOf'];
  if (Object.keys(given).some((key) => !allowed.includes(key))) throw invalidCondition();

  const path = isLong ? textOf(given.path) : id;
  if (path === undefined) throw invalidCondition();
  const operator = given.operator ?? '=';
  if (!isOperator(operator)) {
    throw refused(`The '${textOf(operator) ?? ''}' operator is not allowed in a filter parameter.`);
  }
  const isAboutNothing = operator === 'IS NULL' || operator === 'IS NOT NULL';
  if (isAboutNothing && given.value !== undefined) {
    throw refused(`Filters using the '${operator}' operator should not provide a value.`);
  }
  // The short form has no way to say that a value is left out on purpose.
  if (given.value === undefined && !(isAboutNothing && isLong)) throw invalidCondition();
  return { item: condition(path, operator, valuesOf(given.value)), memberOf: groupNamed(given.memberOf) };
}

const isOperator = (value: QueryValue): value is FilterOperator =>
  typeof value === 'string' && (filterOperators as readonly string[]).includes(value);

function valuesOf(value: QueryValue | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  return Object.values(value).map((item) => {
    if (typeof item !== 'string') throw invalidCondition();
    return item;
  });
}

function condition(path: string, operator: FilterOperator, values: string[]): FilterCondition {
  const isRange = operator === 'BETWEEN' || operator === 'NOT BETWEEN';
  if (isRange && values.length !== 2) throw refused(`The '${operator}' operator needs two values.`);
  const isList = operator === 'IN' || operator === 'NOT IN';
  if (!isRange && !isList && values.length > 1) throw refused(`The '${operator}' operator takes one value.`);
  return { kind: 'condition', path, operator, values };
}

function refuseDepth(start: string, parents: ReadonlyMap<string, string>) {
  let group: string | undefined = start;
  for (let steps = 0; group !== undefined && group !== rootId; steps++) {
    if (steps > parents.size) throw refused(`The filter group \`${start}\` is a member of itself.`);
    group = parents.get(group);
    if (group === rootId && steps >= deepestGroup)
      throw refused(`The filter group \`${start}\` lies deeper than ${deepestGroup} groups.`);
  }
}
