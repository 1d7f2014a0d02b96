import { Dexie, type ObservabilitySet, RangeSet, type Table } from 'dexie';

const everyKey = () => new RangeSet(Number.NEGATIVE_INFINITY, [[]]);

/**
 * Every live query, in every window, that looked for anything in these tables asks anew once the caller's transaction is
 * durable. For what is written past Dexie; together with what it tells itself, so that nobody asks twice.
 */
export function tellOfTables(tables: Iterable<Table>) {
  const transaction = Dexie.currentTransaction.idbtrans as { mutatedParts?: ObservabilitySet };
  const told: ObservabilitySet = { ...transaction.mutatedParts };
  for (const { db, name, schema } of tables)
    for (const part of ['', ':dels', ...schema.indexes.map((index) => index.name)])
      told[`idb://${db.name}/${name}/${part}`] = everyKey();
  transaction.mutatedParts = told;
}
