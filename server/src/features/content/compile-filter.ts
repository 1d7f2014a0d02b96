import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isOneOf, itemMember, itemPlace, jsonItems } from '#database/dialect.ts';
import { type Sight, visible } from '#visibility.ts';
import { compare } from './compare-values.ts';
import type { FilterCondition, FilterGroup, FilterItem } from './content-query.ts';
import { recordTables, type ToMany } from './record-tables.ts';
import { type Hop, isToMany, needsValue, type ResolvedPath, resolvePath } from './resolve-path.ts';

type Condition = RawBuilder<SqlBool>;

/** The condition of a filter on the rows that `alias` names; undefined when there is nothing to filter by. */
export function compileFilter(
  filter: FilterGroup,
  type: ResourceTypeName,
  alias: string,
  sight: Sight,
): Condition | undefined {
  if (filter.members.length === 0) return undefined;
  const compile = (item: FilterItem): Condition =>
    item.kind === 'group'
      ? join(item, item.members.map(compile))
      : compileCondition(item, type, alias, sight);
  return join(filter, filter.members.map(compile));
}

const join = ({ conjunction }: FilterGroup, conditions: Condition[]): Condition =>
  sql`(${sql.join(conditions, conjunction === 'AND' ? sql` and ` : sql` or `)})`;

function compileCondition(
  condition: FilterCondition,
  type: ResourceTypeName,
  alias: string,
  sight: Sight,
): Condition {
  const path = resolvePath(type, condition.path, 'filter');
  const holds = (test: (value: RawBuilder<unknown> | undefined) => Condition) =>
    through(path.hops, alias, sight, (end) => whereValue(path, end, sight, test));
  if (condition.operator === 'IS NULL') return sql`not ${holds(isFilled)}`;
  if (condition.operator === 'IS NOT NULL') return holds(isFilled);
  if (!path.value && !path.item) throw needsValue(condition.path, 'filter');
  return holds((value) => compare(value as RawBuilder<unknown>, path.comparison, condition, sight));
}

const isFilled = (value: RawBuilder<unknown> | undefined): Condition =>
  value ? sql`${value} is not null` : sql`1 = 1`;

/** The test holds for the value at the end of a path, or for one of them. */
function whereValue(
  { value, item }: ResolvedPath,
  end: string,
  sight: Sight,
  test: (value: RawBuilder<unknown> | undefined) => Condition,
): Condition {
  if (!item) return test(value?.(end));
  const [from, member] = eachItem(item, end, sight);
  return sql`exists (select 1 from ${from} and ${test(member)})`;
}

/** What follows `from` to read the values of a field that has several, and such a value. */
export function eachItem(
  { list, member, position }: NonNullable<ResolvedPath['item']>,
  end: string,
  { dialect }: Sight,
): [from: RawBuilder<unknown>, value: RawBuilder<string | null>] {
  const alias = `${end}_l`;
  const at = position === undefined ? sql`1 = 1` : sql`${itemPlace(alias, dialect)} = ${sql.lit(position)}`;
  return [sql`${jsonItems(list(end), alias, dialect)} where ${at}`, itemMember(alias, member, dialect)];
}

/** There is a record at the end of these relationships, visible all the way, for which the condition holds. */
function through(
  hops: Hop[],
  alias: string,
  sight: Sight,
  holds: (alias: string) => Condition,
  gone: readonly Hop[] = [],
): Condition {
  const [hop, ...rest] = hops;
  if (!hop) return sql`(${holds(alias)})`;
  const target = `${alias}_r`;
  const isThere = (owner: string): Condition =>
    sql`exists (select 1 from ${reached(hop, owner, target, sight)}
      and ${through(rest, target, sight, holds, [...gone, hop])})`;
  const last = gone.at(-1);
  if (!last || !isToMany(hop) || !gone.some(isToMany)) return isThere(alias);
  // The lists of what stands in a list: looked through once, and not again for each record that leads there.
  const owner = `${alias}_w`;
  return sql`${sql.ref(`${alias}.id`)} in (select ${sql.ref(`${owner}.id`)}
    from ${sql.table(last.relationship.table)} as ${sql.ref(owner)} where ${isThere(owner)})`;
}

/** What follows `from` to read the records one relationship on from the row that `alias` names. */
export function reached(
  { relationship, targets, position }: Hop,
  alias: string,
  target: string,
  sight: Sight,
) {
  const seen = relationship.seenWithOwner ? sql`` : sql`and ${visible[relationship.table](sight, target)}`;
  const kind = sql`${ofKinds(targets, target, sight)} ${seen}`;
  const from = sql`${sql.table(relationship.table)} as ${sql.ref(target)}`;
  if (!relationship.many) {
    const first = position === undefined || position === 0 ? sql`` : sql`and 1 = 0`;
    return sql`${from} where ${sql.ref(`${target}.id`)} = ${sql.ref(`${alias}.${relationship.column}`)} ${first} ${kind}`;
  }
  if (position !== undefined)
    return sql`${from} where ${sql.ref(`${target}.id`)} = ${targetAt(position, relationship, targets, alias, sight)}`;
  const link = `${target}_j`;
  return sql`${from} inner join ${sql.table(relationship.join)} as ${sql.ref(link)}
    on ${sql.ref(`${link}.${relationship.targetColumn}`)} = ${sql.ref(`${target}.id`)}
    where ${sql.ref(`${link}.${relationship.ownerColumn}`)} = ${sql.ref(`${alias}.id`)} ${kind}`;
}

/** Which target stands at a place of a list, of those that the caller sees there. */
function targetAt(
  position: number,
  relationship: ToMany,
  targets: Hop['targets'],
  alias: string,
  sight: Sight,
): RawBuilder<string> {
  const [other, link] = [`${alias}_o`, `${alias}_oj`];
  const { table, join, ownerColumn, targetColumn, seenWithOwner } = relationship;
  return sql`(select ${sql.ref(`${other}.id`)} from ${sql.table(join)} as ${sql.ref(link)}
    inner join ${sql.table(table)} as ${sql.ref(other)}
    on ${sql.ref(`${other}.id`)} = ${sql.ref(`${link}.${targetColumn}`)}
    where ${sql.ref(`${link}.${ownerColumn}`)} = ${sql.ref(`${alias}.id`)}
    ${ofKinds(targets, other, sight)} ${seenWithOwner ? sql`` : sql`and ${visible[table](sight, other)}`}
    order by ${sql.ref(`${link}.position`)}, ${sql.ref(`${other}.id`)} limit 1 offset ${position})`;
}

/** Narrows a table that holds several kinds of records to some of them. */
export function ofKinds(
  types: readonly ResourceTypeName[],
  alias: string,
  { dialect }: Sight,
): RawBuilder<unknown> {
  const discriminators = types.flatMap((type) => recordTables[type].discriminator ?? []);
  const [first] = discriminators;
  if (!first) return sql``;
  const values = discriminators.map(({ value }) => value);
  return sql`and ${isOneOf(sql.ref(`${alias}.${first.column}`), values, dialect)}`;
}
