import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import { isOneOf } from '#database/dialect.ts';
import { type RecordTableName, type Sight, visible } from '#visibility.ts';
import type { Row } from './attribute-values.ts';
import { ofKinds } from './compile-filter.ts';
import { type LoadedRecord, missingRecord, rowsAtOnce } from './read-records.ts';
import { identifierColumns, type ToMany, typeOfRow, typesOfTable } from './record-tables.ts';

/** Lists of several records that lie in one table, told apart by the kinds of records in them. */
export interface ListedIn {
  relationship: ToMany;
  /** Per kind of target, the names of the lists that it stands in. */
  names: Map<ResourceTypeName, Set<string>>;
  /** Each has an empty list by every name that it has. */
  owners: Map<string, LoadedRecord>;
}

/** How many entries each owner's lists have; whoever has none is absent. */
export async function countEntries(
  trx: ReadTransaction,
  { relationship, owners }: ListedIn,
  { dialect }: Sight,
): Promise<Map<string, number>> {
  const owner = sql.ref(relationship.ownerColumn);
  const { rows } = await sql<{ owner: string; entries: number }>`select ${owner} as owner, count(*) as entries
    from ${sql.table(relationship.join)} where ${isOneOf(owner, [...owners.keys()], dialect)}
    group by ${owner}`.execute(trx);
  return new Map(rows.map(({ owner, entries }) => [owner, entries]));
}

/**
 * Fills the lists in, at most 500 entries a statement.
 * @param counts from `countEntries`; without them each list is read until it ends
 */
export async function loadLists(
  trx: ReadTransaction,
  list: ListedIn,
  counts: ReadonlyMap<string, number> | undefined,
  sight: Sight,
) {
  for (const { ids, isLong } of portionsOf([...list.owners.keys()], counts)) {
    let last = await readEntries(trx, list, ids, undefined, sight);
    while (isLong && last) last = await readEntries(trx, list, ids, last, sight);
  }
}

interface Portion {
  ids: string[];
  /** One owner whose list may go on after 500 entries. */
  isLong: boolean;
}

/** Puts owners together whose lists have up to 500 entries in all. */
function portionsOf(ids: string[], counts: ReadonlyMap<string, number> | undefined): Portion[] {
  if (!counts) return ids.map((id) => ({ ids: [id], isLong: true }));
  const portions: Portion[] = [];
  let room = 0;
  for (const id of ids) {
    const entries = counts.get(id) ?? 0;
    if (entries === 0) continue;
    if (entries > room) {
      portions.push({ ids: [], isLong: entries > rowsAtOnce });
      room = rowsAtOnce;
    }
    portions.at(-1)?.ids.push(id);
    room -= entries;
  }
  return portions;
}

/** Where an entry stands in the list of its owner. */
interface Place {
  position: number;
  target: string;
}

/**
 * Puts 500 entries where they belong; answers the last of them when there may be more.
 * @param after entry of the one owner behind which to go on: counted from the start anew, a long list would be read again
 *   and again
 */
async function readEntries(
  trx: ReadTransaction,
  { relationship, names, owners }: ListedIn,
  ids: string[],
  after: Place | undefined,
  sight: Sight,
): Promise<Place | undefined> {
  const { table, join, ownerColumn, targetColumn, seenWithOwner } = relationship;
  const columns = identifierColumns(table).map((column) => sql`${sql.ref(`t.${column}`)}`);
  const whole = seenWithOwner ? listsOfAllKinds(table, names) : new Set<string>();
  const seen = seenWithOwner ? sql`` : sql`and ${visible[table](sight, 't')}`;
  const [owner, target] = [sql.ref(`j.${ownerColumn}`), sql.ref(`j.${targetColumn}`)];
  // Of one owner the entries are read in the order of the key, without sorting what is left of them.
  const isOwned = ids.length === 1 ? sql`${owner} = ${ids[0]}` : isOneOf(owner, ids, sight.dialect);
  const behind = after ? sql`and (j.position, ${target}) > (${after.position}, ${after.target})` : sql``;
  const { rows } = await sql<Row>`select ${owner} as owner, j.position as position, ${target} as target,
    ${sql.join(columns)} from ${sql.table(join)} as j
    ${whole.size > 0 ? sql`left` : sql`inner`} join ${sql.table(table)} as t on t.id = ${target}
    where ${isOwned} ${behind}
    ${whole.size > 0 ? sql`` : sql`${ofKinds([...names.keys()], 't', sight)} ${seen}`}
    order by owner, j.position, ${target} limit ${rowsAtOnce}`.execute(trx);
  for (const row of rows) {
    const lists = owners.get(String(row.owner))?.relationships;
    const type = row.id === null ? null : typeOfRow(table, row);
    const identifier = type ? { type, id: String(row.id), row } : missingRecord([...names.keys()]);
    for (const name of (type ? names.get(type) : whole) ?? []) lists?.get(name)?.push(identifier);
  }
  const last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
  return last && { position: Number(last.position), target: String(last.target) };
}

/** Lists that show all that they name: what is not there is gone. In others gone and unseen look the same. */
function listsOfAllKinds(table: RecordTableName, names: ListedIn['names']): ReadonlySet<string> {
  if (names.size < (typesOfTable.get(table)?.length ?? 0)) return new Set();
  return [...names.values()].reduce((one, other) => one.intersection(other));
}
