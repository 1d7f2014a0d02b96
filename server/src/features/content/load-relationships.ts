import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import type { ReadTransaction } from '#database/database.ts';
import type { RecordTableName, Sight } from '#visibility.ts';
import { type ContentQuery, type IncludeTree, includedFrom, wantedFields } from './content-query.ts';
import { countEntries, type ListedIn, loadLists } from './load-lists.ts';
import {
  batchesOf,
  type Identifier,
  type LoadedRecord,
  missingRecord,
  readIdentifiers,
} from './read-records.ts';
import { recordTables, relationshipOf } from './record-tables.ts';

interface Wish {
  records: LoadedRecord[];
  /** What leads on from them. */
  tree: IncludeTree;
  query: ContentQuery;
  sight: Sight;
}

/** Fills in what the documents of records show and what leads on from them. */
export async function loadRelationships(trx: ReadTransaction, wish: Wish) {
  for await (const _portion of loadInPortions(trx, wish));
}

/** How many entries of lists are held at a time, unless one record alone has more. */
const entriesAtOnce = 500;

/** The same, answering the records as far as they are done: as many at a time as have 2,000 list entries in all. */
export async function* loadInPortions(trx: ReadTransaction, wish: Wish): AsyncGenerator<LoadedRecord[]> {
  const { lists } = relationshipsOf(wish.records, wish);
  const counts = new Map<string, Map<string, number>>();
  // One record needs no count: its list is read until it ends.
  if (wish.records.length > 1)
    for (const [join, list] of lists) counts.set(join, await countEntries(trx, list, wish.sight));
  for (const records of portionsOf(wish.records, [...counts.values()])) {
    const { lists, pointers } = relationshipsOf(records, wish);
    for (const [join, list] of lists) await loadLists(trx, list, counts.get(join), wish.sight);
    for (const each of pointers.values()) await loadPointers(trx, each, wish.sight);
    yield records;
  }
}

function* portionsOf(records: LoadedRecord[], counts: readonly ReadonlyMap<string, number>[]) {
  let portion: LoadedRecord[] = [];
  let entries = 0;
  for (const record of records) {
    const own = counts.reduce((sum, each) => sum + (each.get(record.id) ?? 0), 0);
    if (entries + own > entriesAtOnce && portion.length > 0) {
      yield portion;
      [portion, entries] = [[], 0];
    }
    portion.push(record);
    entries += own;
  }
  if (portion.length > 0) yield portion;
}

/** Single relationships to one table. */
interface Pointers {
  table: RecordTableName;
  areSeen: boolean;
  places: { record: LoadedRecord; name: string; id: string }[];
}

interface Relationships {
  /** By the table that holds them. */
  lists: Map<string, ListedIn>;
  pointers: Map<string, Pointers>;
}

/** All that records show or that leads on from them, empty so far. */
function relationshipsOf(records: readonly LoadedRecord[], { tree, query }: Wish): Relationships {
  const found: Relationships = { lists: new Map(), pointers: new Map() };
  for (const [type, owners] of Map.groupBy(records, (record) => record.type)) {
    const isWanted = wantedFields(query, type);
    for (const name of Object.keys(recordTables[type].relationships))
      if (isWanted(name) || includedFrom(tree, name)) addRelationship(found, type, name, owners);
  }
  return found;
}

function addRelationship(
  { lists, pointers }: Relationships,
  type: ResourceTypeName,
  name: string,
  owners: LoadedRecord[],
) {
  const relationship = relationshipOf(type, name);
  if (!relationship) return;
  for (const record of owners) record.relationships.set(name, []);
  if (relationship.many) {
    const list = lists.get(relationship.join) ?? { relationship, names: new Map(), owners: new Map() };
    for (const target of resourceTypeOf(type).relationships[name]?.targets ?? [])
      list.names.set(target, (list.names.get(target) ?? new Set()).add(name));
    for (const record of owners) list.owners.set(record.id, record);
    lists.set(relationship.join, list);
    return;
  }
  const { table, seenWithOwner, column } = relationship;
  const key = `${table} ${seenWithOwner}`;
  const entry = pointers.get(key) ?? { table, areSeen: seenWithOwner, places: [] };
  for (const record of owners) {
    const id = record.row[column];
    if (typeof id === 'string') entry.places.push({ record, name, id });
  }
  if (entry.places.length > 0) pointers.set(key, entry);
}

async function loadPointers(trx: ReadTransaction, { table, areSeen, places }: Pointers, sight: Sight) {
  const found = new Map<string, Identifier>();
  for (const ids of batchesOf([...new Set(places.map(({ id }) => id))])) {
    for (const identifier of await readIdentifiers(trx, table, { ids, areSeen }, sight))
      found.set(identifier.id, identifier);
  }
  for (const { record, name, id } of places) {
    const targets = resourceTypeOf(record.type).relationships[name]?.targets ?? [];
    // What may not be seen is left out; what would be seen and is not there is gone.
    const identifier = found.get(id) ?? (areSeen ? missingRecord(targets) : undefined);
    if (identifier) record.relationships.get(name)?.push(identifier);
  }
}
