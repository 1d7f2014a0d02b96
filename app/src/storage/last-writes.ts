import { Dexie } from 'dexie';
import { onWrites } from './on-writes.ts';

/** Writes to one table, once. */
export type Write = () => PromiseLike<unknown>;

/** How many writes are still to come of transactions whose last ones are known. */
const toCome = new WeakMap<object, number>();

/**
 * Writes that end the transaction they are called in: it is committed together with the last of them, instead of after a
 * browser has told the page of each and learnt that there is nothing more.
 */
export function lastWrites(...writes: readonly Write[]): Promise<unknown> {
  const transaction: IDBTransaction | undefined = Dexie.currentTransaction?.idbtrans;
  const written = () => Promise.all(writes.map((write) => write()));
  if (!transaction) return written();
  toCome.set(transaction, writes.length);
  return Promise.race([written(), aborted(transaction)]);
}

/**
 * Rejects when a transaction comes to nothing. Chromium tells nothing of a write that was still on its way when the device
 * turned out to be full, once the order to commit has been given: whoever waits for that write would wait for ever.
 */
const aborted = (transaction: IDBTransaction) =>
  new Promise<never>((_resolve, reject) => {
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Dexie.AbortError()));
  });

/** Stands right in front of the browser's database, where a write has become a request. */
export const commitWithLastWrite = onWrites(
  'commit-with-last-write',
  (next) => (request) => {
    const written = next(request);
    const transaction = request.trans as IDBTransaction;
    const left = toCome.get(transaction);
    if (left === undefined) return written;
    toCome.set(transaction, left - 1);
    // What the database does not even take rejects at once. Then nothing of the others may be kept.
    written.then(undefined, () => toCome.delete(transaction));
    if (left === 1)
      queueMicrotask(() => {
        if (toCome.get(transaction) === 0) transaction.commit();
      });
    return written;
  },
  -10,
);
