import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import type { ReadTransaction } from '#database/database.ts';
import type { ContentQuery, IncludeTree } from './content-query.ts';
import { wantedFields } from './content-query.ts';
import { type ListedIn, loadLists } from './load-lists.ts';
import {
  type Identifier,
  type LoadedRecord,
  missingRecord,
  readByIds,
  readIdentifiers,
  rowsAtOnce,
} from './read-records.ts';
import { recordTables, relationshipOf } from './record-tables.ts';
import type { RecordTableName, Sight } from './visibility.ts';

/** A record on the way, and what to include from it on. */
interface Visit {
  record: LoadedRecord;
  tree: IncludeTree;
}

/** What is to be visited next: per table the ids, each with what to include from there on. */
type Level = Map<RecordTableName, Map<string, IncludeTree>>;

/**
 * Fills in the relationships of records and reads what is included, level by level, in batches of one table and at
 * most 500 records: a batch costs the same few statements however many there are, and only one is held at a time.
 * @returns first the primary records, then the included ones in the order in which they are met, each once
 */
export async function* readWithIncludes(
  trx: ReadTransaction,
  primary: LoadedRecord[],
  query: ContentQuery,
  sight: Sight,
): AsyncGenerator<LoadedRecord[]> {
  const shown = new Set(primary.map(({ type, id }) => keyOf(recordTables[type].table, id)));
  const visits = primary.map((record) => ({ record, tree: query.include }));
  await loadRelationships(trx, visits, query, sight);
  yield primary;

  let level: Level = new Map();
  for (const visit of visits) addTargets(level, visit, shown);
  while (level.size > 0) {
    const next: Level = new Map();
    for (const [table, trees] of level) {
      for (const ids of batchesOf([...trees.keys()])) {
        const records = await readByIds(trx, table, { ids, areSeen: true }, query, sight);
        const batch = records.map((record) => ({ record, tree: trees.get(record.id) as IncludeTree }));
        await loadRelationships(trx, batch, query, sight);
        const fresh = records.filter(({ id }) => !shown.has(keyOf(table, id)));
        for (const { id } of fresh) shown.add(keyOf(table, id));
        for (const visit of batch) addTargets(next, visit, shown);
        if (fresh.length > 0) yield fresh;
      }
    }
    level = next;
  }
}

const keyOf = (table: RecordTableName, id: string) => `${table} ${id}`;

function* batchesOf<Item>(items: readonly Item[]) {
  for (let at = 0; at < items.length; at += rowsAtOnce) yield items.slice(at, at + rowsAtOnce);
}

/** Where the include leads from a record; one met on several ways goes on with all they ask for. */
function addTargets(level: Level, { record, tree }: Visit, shown: ReadonlySet<string>) {
  for (const [name, targets] of record.relationships) {
    const branch = branchOf(tree, name);
    if (!branch) continue;
    for (const { type, id, missingOf } of targets) {
      if (missingOf) continue;
      const { table } = recordTables[type];
      if (isLeaf(branch) && shown.has(keyOf(table, id))) continue;
      const trees = level.get(table) ?? new Map<string, IncludeTree>();
      level.set(table, trees);
      const met = trees.get(id);
      trees.set(id, met && met !== branch ? merged(met, branch) : branch);
    }
  }
}

function isLeaf(tree: IncludeTree) {
  for (const _name in tree) return false;
  return true;
}

/** What a tree asks of one relationship, `*` counted in; undefined when it does not ask for it. */
function branchOf(tree: IncludeTree, name: string): IncludeTree | undefined {
  const [named, any] = [tree[name], tree['*']];
  return named && any ? merged(named, any) : (named ?? any);
}

function merged(one: IncludeTree, other: IncludeTree): IncludeTree {
  if (isLeaf(other)) return one;
  if (isLeaf(one)) return other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [left, right] = [one[name], other[name]];
      return [name, left && right ? merged(left, right) : (left ?? right ?? {})];
    }),
  );
}

/**
 * Fills in what the documents of records show and what leads on from them: for each list relationship the statements of
 * `loadLists`, and per 500 single ones at most two for each table they point to.
 */
export async function loadRelationships(
  trx: ReadTransaction,
  visits: Visit[],
  query: ContentQuery,
  sight: Sight,
) {
  const lists = new Map<string, ListedIn>();
  const pointers = new Map<string, Pointers>();
  for (const [type, group] of Map.groupBy(visits, ({ record }) => record.type)) {
    const isWanted = wantedFields(query, type);
    for (const name of Object.keys(recordTables[type].relationships)) {
      const isAsked = isWanted(name);
      const owners = group.flatMap(({ record, tree }) =>
        isAsked || branchOf(tree, name) !== undefined ? record : [],
      );
      if (owners.length > 0) addRelationship({ lists, pointers }, type, name, owners);
    }
  }
  for (const list of lists.values()) await loadLists(trx, list, sight);
  for (const each of pointers.values()) await loadPointers(trx, each, sight);
}

/** Single relationships to one table. */
interface Pointers {
  table: RecordTableName;
  areSeen: boolean;
  places: { record: LoadedRecord; name: string; id: string }[];
}

interface Wanted {
  lists: Map<string, ListedIn>;
  pointers: Map<string, Pointers>;
}

function addRelationship(
  { lists, pointers }: Wanted,
  type: ResourceTypeName,
  name: string,
  owners: LoadedRecord[],
) {
  const relationship = relationshipOf(type, name);
  if (!relationship) return;
  for (const record of owners) record.relationships.set(name, []);
  if (relationship.many) {
    const targets = resourceTypeOf(type).relationships[name]?.targets ?? [];
    // Kinds of records in one table keep a list of the same name in the same place.
    const key = `${relationship.join} ${name}`;
    const list = lists.get(key) ?? { name, relationship, targets, owners: [] };
    list.owners.push(...owners);
    lists.set(key, list);
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
