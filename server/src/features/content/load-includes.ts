import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import { isOneOf } from '#database/dialect.ts';
import type { Row } from './attribute-values.ts';
import { ofKinds } from './compile-filter.ts';
import { type ContentQuery, type IncludeTree, wantedFields } from './content-query.ts';
import { type Identifier, type LoadedRecord, readByIds, readIdentifiers } from './read-records.ts';
import { identifierColumns, recordTables, relationshipOf, type ToMany, typeOfRow } from './record-tables.ts';
import { type RecordTableName, type Sight, visible } from './visibility.ts';

/** A record on the way, and what to include from it on. */
interface Visit {
  record: LoadedRecord;
  tree: IncludeTree;
}

/**
 * Fills in the relationships of records and loads what is included, level by level: per level one statement for each
 * list relationship and at most four for each table, however many records there are.
 * @returns the included records in the order in which they were met, without the primary ones
 */
export async function loadIncludes(
  trx: ReadTransaction,
  primary: LoadedRecord[],
  query: ContentQuery,
  sight: Sight,
): Promise<LoadedRecord[]> {
  const known = new Map(primary.map((record) => [keyOf(record.type, record.id), record]));
  const included: LoadedRecord[] = [];
  let level: Visit[] = primary.map((record) => ({ record, tree: query.include }));

  while (level.length > 0) {
    await loadLists(trx, level, query, sight);
    await loadPointers(trx, level, query, sight);
    for (const { record } of await loadTargets(trx, level, known, query, sight)) included.push(record);
    level = nextLevel(level, known);
  }
  return included;
}

const keyOf = (type: ResourceTypeName, id: string) => `${recordTables[type].table} ${id}`;

/** What a tree asks of one relationship, `*` counted in; undefined when it does not ask for it. */
function branchOf(tree: IncludeTree, name: string): IncludeTree | undefined {
  const [named, any] = [tree[name], tree['*']];
  return named && any ? merged(named, any) : (named ?? any);
}

function merged(one: IncludeTree, other: IncludeTree): IncludeTree {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [left, right] = [one[name], other[name]];
      return [name, left && right ? merged(left, right) : (left ?? right ?? {})];
    }),
  );
}

/** The relationships of a record that its document shows or that lead on, and that were not loaded before. */
function missingRelationships({ record, tree }: Visit, query: ContentQuery) {
  const isWanted = wantedFields(query, record.type);
  return Object.keys(recordTables[record.type].relationships).filter(
    (name) => !record.relationships.has(name) && (isWanted(name) || branchOf(tree, name) !== undefined),
  );
}

/** The list relationships of all these records: one statement for each. */
async function loadLists(trx: ReadTransaction, visits: Visit[], query: ContentQuery, sight: Sight) {
  const lists = new Map<
    string,
    { name: string; relationship: ToMany; targets: readonly ResourceTypeName[]; owners: LoadedRecord[] }
  >();
  for (const visit of visits) {
    for (const name of missingRelationships(visit, query)) {
      const relationship = relationshipOf(visit.record.type, name);
      if (!relationship?.many) continue;
      const targets = resourceTypeOf(visit.record.type).relationships[name]?.targets ?? [];
      const list = lists.get(`${relationship.join} ${name}`) ?? { name, relationship, targets, owners: [] };
      list.owners.push(visit.record);
      lists.set(`${relationship.join} ${name}`, list);
    }
  }
  for (const { name, relationship, targets, owners } of lists.values()) {
    const byOwner = new Map(owners.map((record) => [record.id, record]));
    for (const record of owners) record.relationships.set(name, []);
    const { table } = relationship;
    const columns = identifierColumns(table).map((column) => sql`${sql.ref(`t.${column}`)}`);
    const seen = relationship.seenWithOwner ? sql`` : sql`and ${visible[table](sight, 't')}`;
    const { rows } =
      await sql<Row>`select ${sql.ref(`j.${relationship.ownerColumn}`)} as owner, ${sql.join(columns)}
      from ${sql.table(relationship.join)} as j
      inner join ${sql.table(table)} as t on t.id = ${sql.ref(`j.${relationship.targetColumn}`)}
      where ${isOneOf(sql.ref(`j.${relationship.ownerColumn}`), [...byOwner.keys()], sight.dialect)}
      ${ofKinds(targets, 't', sight)} ${seen}
      order by owner, j.position, t.id`.execute(trx);
    for (const row of rows) {
      byOwner
        .get(String(row.owner))
        ?.relationships.get(name)
        ?.push({ type: typeOfRow(table, row), id: String(row.id), row });
    }
  }
}

/** The single relationships of all these records: at most two statements for each table they point to. */
async function loadPointers(trx: ReadTransaction, visits: Visit[], query: ContentQuery, sight: Sight) {
  const wanted = new Map<string, { table: RecordTableName; areSeen: boolean; ids: Set<string> }>();
  const pointers: { record: LoadedRecord; name: string; group: string; id: string }[] = [];
  for (const visit of visits) {
    const { record } = visit;
    for (const name of missingRelationships(visit, query)) {
      const relationship = relationshipOf(record.type, name);
      if (!relationship || relationship.many) continue;
      record.relationships.set(name, []);
      const id = record.row[relationship.column];
      if (typeof id !== 'string') continue;
      const { table, seenWithOwner } = relationship;
      const group = `${table} ${seenWithOwner}`;
      const entry = wanted.get(group) ?? { table, areSeen: seenWithOwner, ids: new Set() };
      entry.ids.add(id);
      wanted.set(group, entry);
      pointers.push({ record, name, group, id });
    }
  }
  const found = new Map<string, Identifier>();
  for (const [group, { table, areSeen, ids }] of wanted) {
    for (const identifier of await readIdentifiers(trx, table, { ids: [...ids], areSeen }, sight)) {
      found.set(`${group} ${identifier.id}`, identifier);
    }
  }
  for (const { record, name, group, id } of pointers) {
    const identifier = found.get(`${group} ${id}`);
    if (identifier) record.relationships.get(name)?.push(identifier);
  }
}

/** Loads the records that are included from this level and were not met before: one statement for each table. */
async function loadTargets(
  trx: ReadTransaction,
  level: Visit[],
  known: Map<string, LoadedRecord>,
  query: ContentQuery,
  sight: Sight,
): Promise<Visit[]> {
  const wanted = new Map<RecordTableName, Set<string>>();
  for (const { target } of included(level)) {
    if (known.has(keyOf(target.type, target.id))) continue;
    const { table } = recordTables[target.type];
    wanted.set(table, (wanted.get(table) ?? new Set()).add(target.id));
  }
  const visits: Visit[] = [];
  for (const [table, ids] of wanted) {
    for (const record of await readByIds(trx, table, { ids: [...ids], areSeen: true }, query, sight)) {
      known.set(keyOf(record.type, record.id), record);
      visits.push({ record, tree: {} });
    }
  }
  return visits;
}

function* included(level: Visit[]): Generator<{ target: Identifier; tree: IncludeTree }> {
  for (const { record, tree } of level) {
    for (const [name, targets] of record.relationships) {
      const branch = branchOf(tree, name);
      if (branch) for (const target of targets) yield { target, tree: branch };
    }
  }
}

/** Where the include leads from here; a record met on several ways goes on with all they ask for. */
function nextLevel(level: Visit[], known: ReadonlyMap<string, LoadedRecord>): Visit[] {
  const next = new Map<string, Visit>();
  for (const { target, tree } of included(level)) {
    const key = keyOf(target.type, target.id);
    const record = known.get(key);
    if (!record) continue;
    const met = next.get(key);
    next.set(key, { record, tree: met ? merged(met.tree, tree) : tree });
  }
  return [...next.values()];
}
