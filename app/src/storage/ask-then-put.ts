import { Dexie, RangeSet, type Table } from 'dexie';
import { refuseUnfit } from './fit-to-keep.ts';
import { atRest } from './many-references.ts';

interface Asked {
  table: Table;
  key: string;
  /** Whether it is there is all that is asked, whatever it holds: the answer is true or false. */
  isThere?: boolean;
}

export interface Put {
  table: Table;
  value: object;
}

/** What live queries, in every window, are told of records that were put: their keys, and where the indexes have them. */
function changedBy(puts: readonly Put[]) {
  const changed: Record<string, InstanceType<typeof RangeSet>> = {};
  for (const { table, value } of puts) {
    const { name, primaryKey, indexes } = table.core.schema;
    const tell = (part: string, key: unknown) => {
      if (key === null || key === undefined) return;
      const address = `idb://${table.db.name}/${name}/${part}`;
      changed[address] ??= new RangeSet();
      changed[address].addKey(key as string);
    };
    for (const part of ['', ':dels']) tell(part, primaryKey.extractKey?.(value));
    for (const index of indexes) tell(index.name ?? '', index.extractKey?.(value));
  }
  return changed;
}

// What takes a few milliseconds to be put, and as many to be read.
const largeBytes = 200_000;

/**
 * Asks for records and then puts others, which end the caller's transaction: in the very moment in which the last answer comes, with
 * the order to commit, and past Dexie, whose own work on the way there and back takes as long as the database's. What its
 * puts do beside that is done here as well, while the disk is written: no value that cannot be kept, all or nothing, and
 * every live query hears of it.
 * @param decide what to put; nothing lets the transaction go on
 */
export function askThenPut(
  asked: readonly Asked[],
  decide: (found: readonly unknown[]) => readonly Put[],
): PromiseLike<void> {
  const { idbtrans } = Dexie.currentTransaction;
  const storeOf = ({ name }: Table) => idbtrans.objectStore(name);

  function put(puts: readonly Put[]) {
    for (const { table, value } of puts) {
      // Dexie would take the error for one that somebody has seen to, and the transaction would be committed without it.
      storeOf(table).put(value).onerror = (event) => event.stopPropagation();
    }
    if (puts.length === 0) return;
    idbtrans.commit();
    const changed = changedBy(puts);
    idbtrans.addEventListener('complete', () => Dexie.on.storagemutated.fire(changed));
  }

  return new Dexie.Promise<void>((resolve, reject) => {
    const orReject = (task: () => void) => () => {
      try {
        task();
      } catch (error) {
        reject(error);
      }
    };
    const requests = asked.map(({ table, key, isThere = false }) =>
      isThere ? storeOf(table).count(key) : storeOf(table).get(key),
    );
    let left = requests.length;
    const onAnswer = orReject(() => {
      left -= 1;
      if (left > 0) return;
      const found = requests.map(({ result }, at) => (asked[at]?.isThere ? result > 0 : result));
      const puts = decide(found).map(({ table, value }) => ({ table, value: atRest(table.name, value) }));
      const bytes = puts.map(({ value }) => refuseUnfit(value));
      const putNow = orReject(() => {
        put(puts);
        resolve();
      });
      const [large] = puts.filter((_, at) => (bytes[at] ?? 0) > largeBytes);
      if (!large) return putNow();
      // Only a request keeps the transaction open until the next task, and this one has read what is as large.
      const turn = storeOf(large.table).count('');
      turn.onsuccess = putNow;
      turn.onerror = () => reject(turn.error);
    });
    for (const request of requests) {
      request.onsuccess = onAnswer;
      request.onerror = () => reject(request.error);
    }
  });
}
