import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fold, folded, isOneOf } from '#database/dialect.ts';
import { HttpError } from '#http/errors.ts';
import type { FilterCondition, FilterGroup, FilterItem } from './content-query.ts';
import { recordTables } from './record-tables.ts';
import { type Comparison, type Hop, type ResolvedPath, resolvePath } from './resolve-path.ts';
import { type Sight, visible } from './visibility.ts';
import { parseTime } from './wire-time.ts';

type Condition = RawBuilder<SqlBool>;

const refused = (detail: string) => new HttpError(400, detail, { parameter: 'filter' });

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
  const { operator } = condition;
  if (operator === 'IS NULL')
    return sql`not ${through(path.hops, alias, sight, (end) => isFilled(path, end))}`;
  if (operator === 'IS NOT NULL') return through(path.hops, alias, sight, (end) => isFilled(path, end));
  if (!path.value) {
    throw refused(
      `Invalid nested filtering. The field \`${condition.path.split('.').at(-1)}\`, given in the path \`${condition.path}\` is incomplete, it must end with one of the following specifiers: \`id\`, \`meta.drupal_internal__target_id\`.`,
    );
  }
  const { value } = path;
  return through(path.hops, alias, sight, (end) => compare(value(end), path.comparison, condition, sight));
}

const isFilled = ({ value }: ResolvedPath, alias: string): Condition =>
  value ? sql`${value(alias)} is not null` : sql`1 = 1`;

/** There is a record at the end of these relationships, visible all the way, for which the condition holds. */
export function through(
  hops: Hop[],
  alias: string,
  sight: Sight,
  holds: (alias: string) => Condition,
): Condition {
  const [hop, ...rest] = hops;
  if (!hop) return sql`(${holds(alias)})`;
  const target = `${alias}_r`;
  return sql`exists (select 1 from ${reached(hop, alias, target, sight)} and ${through(rest, target, sight, holds)})`;
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
  const link = `${target}_j`;
  const at = position === undefined ? sql`` : sql`and ${sql.ref(`${link}.position`)} = ${position}`;
  return sql`${from} inner join ${sql.table(relationship.join)} as ${sql.ref(link)}
    on ${sql.ref(`${link}.${relationship.targetColumn}`)} = ${sql.ref(`${target}.id`)}
    where ${sql.ref(`${link}.${relationship.ownerColumn}`)} = ${sql.ref(`${alias}.id`)} ${at} ${kind}`;
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

function compare(
  value: RawBuilder<unknown>,
  how: Comparison,
  condition: FilterCondition,
  sight: Sight,
): Condition {
  switch (how) {
    case 'time':
      return compareTime(value, condition);
    case 'number':
    case 'boolean':
      return isAboutText(condition)
        ? compareText(sql`cast(${value} as text)`, condition, sight)
        : compareValues(value, condition, condition.values.map(how === 'number' ? asNumber : asFlag), sight);
    case 'exact':
      return compareText(value, condition, sight);
    case 'text':
      return compareText(folded(value, sight.dialect), condition, sight);
  }
}

const isAboutText = ({ operator }: FilterCondition) =>
  operator === 'STARTS_WITH' || operator === 'CONTAINS' || operator === 'ENDS_WITH';

function asNumber(value: string) {
  const number = Number(value);
  if (value.trim() === '' || !Number.isSafeInteger(number))
    throw refused(`\`${value}\` is not a whole number.`);
  return number;
}

function asFlag(value: string) {
  if (value === '1' || value.toLowerCase() === 'true') return 1;
  if (value === '0' || value.toLowerCase() === 'false') return 0;
  throw refused(`\`${value}\` is neither 1 nor 0.`);
}

function compareText(value: RawBuilder<unknown>, condition: FilterCondition, sight: Sight): Condition {
  const values = condition.values.map(fold);
  const like = (pattern: string): Condition => sql`${value} like ${pattern} escape '\\'`;
  const literal = (values[0] ?? '').replace(/[\\%_]/g, '\\$&');
  switch (condition.operator) {
    case 'STARTS_WITH':
      return like(`${literal}%`);
    case 'CONTAINS':
      return like(`%${literal}%`);
    case 'ENDS_WITH':
      return like(`%${literal}`);
    default:
      return compareValues(value, condition, values, sight);
  }
}

function compareValues(
  value: RawBuilder<unknown>,
  { operator }: FilterCondition,
  values: (string | number)[],
  { dialect }: Sight,
): Condition {
  const [first, second] = values;
  switch (operator) {
    case 'IN':
      return isOneOf(value, values, dialect);
    case 'NOT IN':
      return sql`not (${isOneOf(value, values, dialect)})`;
    case 'BETWEEN':
      return sql`${value} between ${first} and ${second}`;
    case 'NOT BETWEEN':
      return sql`${value} not between ${first} and ${second}`;
    default:
      return sql`${value} ${sql.raw(comparisonSign(operator))} ${first}`;
  }
}

function comparisonSign(operator: string) {
  switch (operator) {
    case '=':
    case '<>':
    case '>':
    case '>=':
    case '<':
    case '<=':
      return operator;
    default:
      throw refused(`The '${operator}' operator does not fit this field.`);
  }
}

/**
 * Times are stored in milliseconds and seen in seconds. A second stands for all of itself; only 'later than' also
 * takes the rest of its second, so that a client that asks for what changed since never misses anything.
 */
function compareTime(value: RawBuilder<unknown>, { operator, values }: FilterCondition): Condition {
  const times = values.map((text) => {
    const from = parseTime(text);
    if (from === undefined) throw refused(`\`${text}\` is neither an RFC 3339 time nor UNIX seconds.`);
    return { from, to: from % 1000 === 0 ? from + 999 : from };
  });
  const [first = { from: 0, to: 0 }, second = first] = times;
  const isAt = ({ from, to }: { from: number; to: number }) =>
    sql<SqlBool>`${value} between ${from} and ${to}`;
  switch (operator) {
    case '=':
      return isAt(first);
    case '<>':
      return sql`not (${isAt(first)})`;
    case '>':
      return sql`${value} > ${first.from}`;
    case '>=':
      return sql`${value} >= ${first.from}`;
    case '<':
      return sql`${value} < ${first.from}`;
    case '<=':
      return sql`${value} <= ${first.to}`;
    case 'IN':
      return sql`(${sql.join(times.map(isAt), sql` or `)})`;
    case 'NOT IN':
      return sql`not (${sql.join(times.map(isAt), sql` or `)})`;
    case 'BETWEEN':
      return sql`${value} between ${first.from} and ${second.to}`;
    case 'NOT BETWEEN':
      return sql`${value} not between ${first.from} and ${second.to}`;
    default:
      throw refused(`The '${operator}' operator does not fit a time.`);
  }
}
