import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fold, folded, isOneOf, sortable } from '#database/dialect.ts';
import { HttpError } from '#http/errors.ts';
import type { Sight } from '#visibility.ts';
import type { FilterCondition } from './content-query.ts';
import type { Comparison } from './resolve-path.ts';
import { parseTime } from './wire-time.ts';

type Condition = RawBuilder<SqlBool>;

const refused = (detail: string) => new HttpError(400, detail, { parameter: 'filter' });

/** A condition on one value, whatever it belongs to. */
export function compare(
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
    case 'text':
      return compareText(inForm(value, how, condition, sight), condition, sight);
  }
}

/** Text as this operator compares it: what asks for an order has to mean the same on both engines. */
function inForm(
  value: RawBuilder<unknown>,
  how: 'exact' | 'text',
  { operator }: FilterCondition,
  { dialect }: Sight,
) {
  if (inOrder.has(operator)) return sortable(value, dialect);
  return how === 'exact' ? value : folded(value, dialect);
}

const inOrder = new Set(['<', '<=', '>', '>=', 'BETWEEN', 'NOT BETWEEN']);

const isAboutText = ({ operator }: FilterCondition) =>
  operator === 'STARTS_WITH' || operator === 'CONTAINS' || operator === 'ENDS_WITH';

function asNumber(value: string) {
  const number = Number(value);
  if (!/^[+-]?\d+$/.test(value.trim()) || !Number.isSafeInteger(number))
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
  const [first, second] = values.map(operand);
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

// A number may be larger than its column holds; without a type of its own PostgreSQL would refuse it.
const operand = (value: string | number) =>
  typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`${value}`;

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
