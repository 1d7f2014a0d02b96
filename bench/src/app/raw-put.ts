import type { Device } from './device.ts';

interface Puts {
  store: string;
  times: number;
  pauseMs: number;
}

/**
 * A record of the device put as it is into a store of another database, until it is durable: ms of each time.
 * @param puts.pauseMs before each. Nobody presses Save a thousand times a second: after a moment without work the browser's
 *   processes are waked first, whoever wrote the code, and that is no part of what is compared.
 */
export const rawPuts = ({ page }: Device, puts: Puts): Promise<number[]> =>
  page.evaluate(async ({ store, times, pauseMs }) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const device = await done(indexedDB.open('satchel'));
    const record = (await done(device.transaction(store).objectStore(store).getAll())).at(-1);
    device.close();
    const opening = indexedDB.open('limit');
    opening.onupgradeneeded = () => opening.result.createObjectStore('records', { keyPath: 'id' });
    const limit = await done(opening);
    const took: number[] = [];
    for (let time = 0; time < times; time++) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const began = performance.now();
      const transaction = limit.transaction('records', 'readwrite', { durability: 'strict' });
      transaction.objectStore('records').put({ ...record, id: crypto.randomUUID() });
      await new Promise((resolve) => transaction.addEventListener('complete', resolve));
      took.push(performance.now() - began);
    }
    limit.close();
    await done(indexedDB.deleteDatabase('limit'));
    return took;
  }, puts);
