import type { DexieConstructor, Table } from 'dexie';
import type { QuietBrowser } from './quiet-browser.ts';

/** Until every record of the device has a row of its own, and nothing more is written. */
export const waitForRows = (page: QuietBrowser): Promise<void> =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answered(indexedDB.open('satchel'));
    const left = () => answered(database.transaction('staged_records').objectStore('staged_records').count());
    while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    database.close();
  });

/** Writes all content records of the device into another database of the same shape, in one transaction as durable. */
export async function dexieAlone(
  page: QuietBrowser,
  blankPage: string,
): Promise<{ ms: number; records: number }> {
  await page.goto(blankPage);
  return page.evaluate(async () => {
    const address = `${location.pathname}/dexie.mjs`;
    const { Dexie } = (await import(address)) as { Dexie: DexieConstructor };
    const options = { chromeTransactionDurability: 'strict', cache: 'disabled' } as const;
    const device = await new Dexie('satchel', options).open();
    const content = device.tables.filter(({ schema }) => schema.idxByName.changed);
    const rows = new Map<string, unknown[]>();
    for (const table of content) rows.set(table.name, await table.toArray());
    const shapes = content.map(({ name, schema }) => [
      name,
      [schema.primKey.src, ...schema.indexes.map(({ src }) => src)].join(','),
    ]);
    device.close();
    const limit = new Dexie('limit', options);
    limit.version(1).stores(Object.fromEntries(shapes));
    await limit.open();
    const tables: Table[] = [...rows].flatMap(([name, { length }]) =>
      length > 0 ? [limit.table(name)] : [],
    );
    const began = performance.now();
    await limit.transaction('rw', tables, async () => {
      for (const table of tables) await table.bulkPut(rows.get(table.name) ?? []);
    });
    const ms = performance.now() - began;
    await limit.delete();
    return { ms, records: [...rows.values()].reduce((sum, { length }) => sum + length, 0) };
  });
}
