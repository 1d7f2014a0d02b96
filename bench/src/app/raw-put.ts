import type { Device } from './device.ts';

interface Puts {
  /** The kind of record that was saved. */
  store: string;
  /** All that the save's transaction was over, the queue among them. */
  stores: readonly string[];
  times: number;
  pauseMs: number;
}

/** ms of each time, until it was durable. */
export interface RawPuts {
  /** The record put into a store without indexes. */
  alone: number[];
  /** What the save asks for: the record and its place in the queue read and put, over stores with the app's indexes. */
  same: number[];
}

/**
 * A record of the device put as it is into another database, by the browser alone, and in turns with it all that the
 * app's own save asks the browser for.
 * @param puts.pauseMs before each. Nobody presses Save a thousand times a second: after a moment without work the browser's
 *   processes are waked first, whoever wrote the code, and that is no part of what is compared.
 */
export const rawPuts = ({ page }: Device, puts: Puts): Promise<RawPuts> =>
  page.evaluate(async ({ store, stores, times, pauseMs }) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const device = await done(indexedDB.open('satchel'));
    const there = device.transaction(stores);
    const from = stores.map((name) => there.objectStore(name));
    const indexes = from.map((each) => [...each.indexNames].map((name) => each.index(name)));
    const shapes = indexes.map((each) => each.map(({ name, keyPath }) => ({ name, keyPath })));
    const last = await Promise.all(from.map(async (each) => (await done(each.getAll())).at(-1)));
    const opening = indexedDB.open(`limit of ${store}`);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('alone', { keyPath: 'id' });
      for (const [at, name] of stores.entries()) {
        const copy = opening.result.createObjectStore(name, { keyPath: 'id' });
        for (const { name: index, keyPath } of shapes[at] ?? []) copy.createIndex(index, keyPath);
      }
    };
    const limit = await done(opening);
    device.close();

    async function durable(names: string[], work: (transaction: IDBTransaction) => Promise<void>) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const began = performance.now();
      const transaction = limit.transaction(names, 'readwrite', { durability: 'strict' });
      const complete = new Promise((resolve) => transaction.addEventListener('complete', resolve));
      await work(transaction);
      await complete;
      return performance.now() - began;
    }

    const record = last[stores.indexOf(store)];
    const took: { alone: number[]; same: number[] } = { alone: [], same: [] };
    for (let time = 0; time < times; time++) {
      took.alone.push(
        await durable(['alone'], async (transaction) => {
          transaction.objectStore('alone').put({ ...record, id: crypto.randomUUID() });
        }),
      );
      took.same.push(
        await durable([...stores], async (transaction) => {
          const of = (name: string) => transaction.objectStore(name);
          await Promise.all(stores.map((name, at) => done(of(name).get(last[at].id))));
          for (const name of [store, 'queue']) of(name).put(last[stores.indexOf(name)]);
          transaction.commit();
        }),
      );
    }
    limit.close();
    return took;
  }, puts);
