import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import { isOneOf } from '#database/dialect.ts';
import type { Row } from './attribute-values.ts';
import { ofKinds } from './compile-filter.ts';
import { type LoadedRecord, missingRecord, rowsAtOnce } from './read-records.ts';
import { identifierColumns, type ToMany, typeOfRow, typesOfTable } from './record-tables.ts';
import { type Sight, visible } from './visibility.ts';

/** One list relationship of several records. */
export interface ListedIn {
  name: string;
  relationship: ToMany;
  targets: readonly ResourceTypeName[];
  /** Each has an empty list by this name. */
  owners: LoadedRecord[];
}

/** Fills the lists in, at most 500 entries a statement; one statement more counts them. */
export async function loadLists(trx: ReadTransaction, list: ListedIn, sight: Sight) {
  const byOwner = new Map(list.owners.map((record) => [record.id, record]));
  const put = (rows: Row[]) => {
    const { table } = list.relationship;
    for (const row of rows) {
      const identifier =
        row.id === null
          ? missingRecord(list.targets)
          : { type: typeOfRow(table, row), id: String(row.id), row };
      byOwner.get(String(row.owner))?.relationships.get(list.name)?.push(identifier);
    }
  };
  for (const { ids, isLong } of await portionsOf(trx, list, [...byOwner.keys()], sight)) {
    let rows = await readEntries(trx, list, ids, 0, sight);
    put(rows);
    for (let from = rowsAtOnce; isLong && rows.length === rowsAtOnce; from += rowsAtOnce) {
      rows = await readEntries(trx, list, ids, from, sight);
      put(rows);
    }
  }
}

interface Portion {
  ids: string[];
  /** One owner whose list may go on after 500 entries. */
  isLong: boolean;
}

/** Puts owners together whose lists have up to 500 entries in all. */
async function portionsOf(
  trx: ReadTransaction,
  { relationship }: ListedIn,
  ids: string[],
  { dialect }: Sight,
): Promise<Portion[]> {
  if (ids.length === 1) return [{ ids, isLong: true }];
  const owner = sql.ref(relationship.ownerColumn);
  const { rows } = await sql<{ owner: string; entries: number }>`select ${owner} as owner, count(*) as entries
    from ${sql.table(relationship.join)} where ${isOneOf(owner, ids, dialect)} group by ${owner}`.execute(
    trx,
  );
  const portions: Portion[] = [];
  let room = 0;
  for (const { owner: id, entries } of rows) {
    if (entries > room) {
      portions.push({ ids: [], isLong: entries > rowsAtOnce });
      room = rowsAtOnce;
    }
    portions.at(-1)?.ids.push(id);
    room -= entries;
  }
  return portions;
}

async function readEntries(
  trx: ReadTransaction,
  { relationship, targets }: ListedIn,
  ids: string[],
  from: number,
  sight: Sight,
) {
  const { table, join, ownerColumn, targetColumn, seenWithOwner } = relationship;
  const columns = identifierColumns(table).map((column) => sql`${sql.ref(`t.${column}`)}`);
  // Where the list shows all that it names, what is not there is gone; elsewhere gone and unseen look the same.
  const isWhole = seenWithOwner && targets.length === typesOfTable.get(table)?.length;
  const seen = seenWithOwner ? sql`` : sql`and ${visible[table](sight, 't')}`;
  const { rows } = await sql<Row>`select ${sql.ref(`j.${ownerColumn}`)} as owner, ${sql.join(columns)}
    from ${sql.table(join)} as j
    ${isWhole ? sql`left` : sql`inner`} join ${sql.table(table)} as t on t.id = ${sql.ref(`j.${targetColumn}`)}
    where ${isOneOf(sql.ref(`j.${ownerColumn}`), ids, sight.dialect)}
    ${isWhole ? sql`` : sql`${ofKinds(targets, 't', sight)} ${seen}`}
    order by owner, j.position, t.id limit ${rowsAtOnce} offset ${from}`.execute(trx);
  return rows;
}
