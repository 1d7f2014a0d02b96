import type { Page } from '@playwright/test';

type Row = Record<string, unknown> & { id: string };

/** What lies in the app's database on this device, past the app. */
export const deviceRows = (page: Page, store: string): Promise<Row[]> =>
  page.evaluate(async (store) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('satchel'));
    try {
      return (await settled(database.transaction(store).objectStore(store).getAll())) as Row[];
    } finally {
      database.close();
    }
  }, store);

/** Puts rows past the app, in one transaction; it sees them when it starts anew. */
export const putDeviceRows = (page: Page, rows: Record<string, unknown[]>) =>
  page.evaluate(async (rows) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('satchel');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const transaction = database.transaction(Object.keys(rows), 'readwrite');
    for (const [store, list] of Object.entries(rows))
      for (const row of list) transaction.objectStore(store).put(row);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    database.close();
  }, rows);

/**
 * Makes as many messages wait as are asked for, each a copy of the one that the rep wrote, to somebody else and a
 * little later. Returns their recipients in the order in which they were written.
 */
export async function multiplyMessage(page: Page, count: number): Promise<string[]> {
  const [message] = await deviceRows(page, 'salestool--message');
  const rows = await deviceRows(page, 'queue');
  const row = rows.find(({ id }) => id === message?.id);
  if (!message || !row) throw new Error('No message waits on this device');
  const copies = Array.from({ length: count - 1 }, (_, at) => ({
    ...message,
    id: crypto.randomUUID(),
    email: `guest-${at + 2}@brightwater.example`,
    link_token: Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url'),
    changed: Number(message.changed) + at + 1,
  }));
  await putDeviceRows(page, {
    'salestool--message': copies,
    queue: copies.map(({ id }) => ({ ...row, id })),
  });
  return [message, ...copies].map(({ email }) => String(email));
}
