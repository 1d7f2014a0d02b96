import type { ReadTransaction } from '#database/database.ts';
import type { RecordTableName, Sight } from '#visibility.ts';
import { type ContentQuery, type IncludeTree, includedFrom } from './content-query.ts';
import { loadInPortions, loadRelationships } from './load-relationships.ts';
import { batchesOf, type LoadedRecord, readByIds } from './read-records.ts';
import { recordTables } from './record-tables.ts';

/** Ids per table, and those per what to include from them on. */
type Targets = Map<IncludeTree, IdsByTable>;
type IdsByTable = Map<RecordTableName, Set<string>>;

/**
 * Fills in the relationships of records and reads what is included, batch by batch: of one table and at most 500
 * records, each for the same few statements however many there are. What a batch leads to comes right after it, so
 * that little is held at a time.
 * @returns first the primary records, then the included ones, each once
 */
export async function* readWithIncludes(
  trx: ReadTransaction,
  primary: LoadedRecord[],
  query: ContentQuery,
  sight: Sight,
): AsyncGenerator<LoadedRecord[]> {
  const shown: IdsByTable = new Map();
  const visited: Targets = new Map();
  const include = settled(query.include);
  for (const { type, id } of primary) addTo(shown, recordTables[type].table, id);
  await loadRelationships(trx, { records: primary, tree: include, query, sight });
  yield primary;
  yield* visit(targetsOf(primary, include));

  async function* visit(targets: Targets): AsyncGenerator<LoadedRecord[]> {
    for (const [tree, tables] of targets) {
      for (const [table, ids] of tables) {
        for (const batch of batchesOf([...ids])) {
          const records = await readByIds(trx, table, { ids: batch, areSeen: true }, query, sight);
          for await (const loaded of loadInPortions(trx, { records, tree, query, sight })) {
            const fresh = loaded.filter(({ id }) => addTo(shown, table, id));
            if (fresh.length > 0) yield fresh;
            yield* visit(targetsOf(loaded, tree));
          }
        }
      }
    }
  }

  /** Where the include leads from some records, without what was visited for the same before. */
  function targetsOf(records: readonly LoadedRecord[], tree: IncludeTree): Targets {
    const targets: Targets = new Map();
    for (const { relationships } of records) {
      for (const [name, identifiers] of relationships) {
        const branch = includedFrom(tree, name);
        if (!branch) continue;
        const isLast = branch === leaf;
        for (const { type, id, missingOf } of identifiers) {
          if (missingOf) continue;
          const { table } = recordTables[type];
          const isNew = isLast ? !shown.get(table)?.has(id) : addTo(within(visited, branch), table, id);
          if (isNew) addTo(within(targets, branch), table, id);
        }
      }
    }
    return targets;
  }
}

const leaf: IncludeTree = {};

/** What `*` leads to is put into the branches that are named, too, and all that lead nowhere become the one `leaf`. */
function settled({ '*': any, ...named }: IncludeTree): IncludeTree {
  const branches = Object.entries(named).map(([name, branch]) => [
    name,
    settled(any ? merged(branch, any) : branch),
  ]);
  if (any) branches.push(['*', settled(any)]);
  return branches.length === 0 ? leaf : Object.fromEntries(branches);
}

function merged(one: IncludeTree, other: IncludeTree): IncludeTree {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [left, right] = [one[name], other[name]];
      return [name, left && right ? merged(left, right) : (left ?? right ?? leaf)];
    }),
  );
}

function within(targets: Targets, tree: IncludeTree) {
  const known = targets.get(tree);
  if (known) return known;
  const made: IdsByTable = new Map();
  targets.set(tree, made);
  return made;
}

/** Answers whether it was not there before. */
function addTo(ids: IdsByTable, table: RecordTableName, id: string) {
  const known = ids.get(table);
  if (known?.has(id)) return false;
  if (known) known.add(id);
  else ids.set(table, new Set([id]));
  return true;
}
