import { inSteps } from '@satchel/core/pack/in-steps.ts';
import type { Table } from 'dexie';
import { pause } from './pause.ts';

// So many rows come out of the database within a frame of a slow tablet.
const atOnce = 250;
// With fewer wanted than one in so many, asking for each takes less time than passing over the others.
const worthPassing = 4;

/** Ids in their order, each once: those that begin alike are sorted together, so that there are steps. */
function* sorting(ids: readonly string[]): Generator<void, string[]> {
  const byStart = new Map<string, Set<string>>();
  for (const [at, id] of ids.entries()) {
    const start = id.slice(0, 2);
    const alike = byStart.get(start) ?? new Set();
    byStart.set(start, alike.add(id));
    if (at % atOnce === 0) yield;
  }
  const sorted: string[] = [];
  for (const start of [...byStart.keys()].sort()) {
    for (const id of [...(byStart.get(start) ?? [])].sort()) sorted.push(id);
    yield;
  }
  return sorted;
}

/**
 * Rows by their ids, however many thousands, without holding up the page for longer than it takes to read some hundreds.
 * Unknown ones are absent. Not for a transaction, which would end where others have a turn.
 */
export async function readMany<Row extends { id: string }>(
  table: Table<Row, string>,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  // Keys have this order in the database, too.
  const wanted = await inSteps(sorting(ids), pause);
  const isSparse = wanted.length <= atOnce || wanted.length * worthPassing < (await table.count());
  return isSparse ? askForEach(table, wanted) : passOver(table, wanted);
}

async function askForEach<Row extends { id: string }>(table: Table<Row, string>, wanted: readonly string[]) {
  const found = new Map<string, Row>();
  for (let at = 0; at < wanted.length; at += atOnce)
    for (const row of await table.bulkGet(wanted.slice(at, at + atOnce))) if (row) found.set(row.id, row);
  return found;
}

/** Reads all rows from the first that is wanted to the last. */
async function passOver<Row extends { id: string }>(table: Table<Row, string>, wanted: readonly string[]) {
  const found = new Map<string, Row>();
  const among = new Set(wanted);
  const last = wanted.at(-1) as string;
  let rows: Row[] = [];
  let from = wanted[0] as string;
  do {
    // The row that the part before ended with comes once more.
    rows = await table.where(':id').between(from, last, true, true).limit(atOnce).toArray();
    for (const row of rows) if (among.has(row.id)) found.set(row.id, row);
    from = rows.at(-1)?.id ?? last;
  } while (rows.length === atOnce);
  return found;
}
