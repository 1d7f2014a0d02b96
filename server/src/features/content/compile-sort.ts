import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { type RawBuilder, sql } from 'kysely';
import { nullOrder, sortable } from '#database/dialect.ts';
import { HttpError } from '#http/errors.ts';
import type { Sight } from '#visibility.ts';
import { eachItem, reached } from './compile-filter.ts';
import type { SortKey } from './content-query.ts';
import { type Hop, needsValue, resolvePath } from './resolve-path.ts';

const mostKeys = 8;

/** What stands behind `order by`. It always ends in something unique, so that pages neither overlap nor skip. */
export function compileSort(
  keys: SortKey[],
  type: ResourceTypeName,
  alias: string,
  sight: Sight,
): RawBuilder<unknown> {
  if (keys.length > mostKeys)
    throw new HttpError(400, `There are more than ${mostKeys} sort keys.`, { parameter: 'sort' });
  const order = keys.map(({ path, direction }) => {
    const { hops, comparison, value, item } = resolvePath(type, path, 'sort');
    if (!value && !item) throw needsValue(path, 'sort');
    const inForm = (key: RawBuilder<unknown>) => (comparison === 'text' ? sortable(key, sight.dialect) : key);
    const key = (end: string) => {
      if (!item) return inForm(value?.(end) as RawBuilder<unknown>);
      const [from, member] = eachItem(item, end, sight);
      return sql`(select min(${inForm(member)}) from ${from})`;
    };
    return sql`${along(hops, alias, sight, key)} ${nullOrder(direction)}`;
  });
  return sql.join([...order, sql`${sql.ref(`${alias}.internal_id`)}`, sql`${sql.ref(`${alias}.id`)}`]);
}

/** The value at the end of these relationships; of several the least. */
function along(
  hops: Hop[],
  alias: string,
  sight: Sight,
  value: (alias: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [hop, ...rest] = hops;
  if (!hop) return value(alias);
  const target = `${alias}_s`;
  return sql`(select min(${along(rest, target, sight, value)}) from ${reached(hop, alias, target, sight)})`;
}
