import type { Page } from '@playwright/test';

export interface Stored {
  /** As the browser counts: ten times the app's own number. */
  version: number;
  /** All rows by store. */
  rows: Record<string, ({ id: string } & Record<string, unknown>)[]>;
}

/** Everything in the app's database, past the app; null when there is none. */
export const stored = (page: Page): Promise<Stored | null> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const open = async (): Promise<IDBDatabase | null> => {
      const known = await indexedDB.databases();
      if (!known.some(({ name, version }) => name === 'satchel' && version)) return null;
      const request = indexedDB.open('satchel');
      // What a cut left of a first start may still be listed, and must not come into being by being looked at.
      request.onupgradeneeded = () => request.transaction?.abort();
      return settled(request).catch((error: DOMException) => {
        if (error.name === 'AbortError') return null;
        throw error;
      });
    };
    // Of what was cut off Chromium sometimes fails the first look and does the second; Dexie asks again as well.
    const database = await open().catch((error: DOMException) => {
      if (error.name === 'UnknownError') return open();
      throw error;
    });
    if (!database) return null;
    const rows: Record<string, never[]> = {};
    for (const name of database.objectStoreNames)
      rows[name] = (await settled(database.transaction(name).objectStore(name).getAll())) as never[];
    const { version } = database;
    database.close();
    return { version, rows };
  });

/** As version 1 was published, whatever the app knows of by now. */
const storesOfVersion1 = [
  'salestool--channel',
  'salestool--document_bundle',
  'salestool--content_bundle',
  'salestool--miniapp_bundle',
  'media--document',
  'media--image',
  'media--video',
  'media--remote_video',
  'salestool--pack',
  'salestool--message',
  'salestool--signature',
  'file--file',
  'taxonomy_term--keywords',
  'taxonomy_term--products',
  'user--user',
  'node--help_page',
];

/**
 * Puts this device's database back to what an earlier version of the app kept: its stores and indexes, and records
 * without what only later versions know. The page keeps it open, as a window of that version does.
 * @param holdsOn the window is stopped and hears no wish to let go
 */
export async function makeOld(page: Page, version: 1 | 2, { holdsOn = false } = {}) {
  const rows = (await stored(page))?.rows ?? {};
  const old = Object.fromEntries(
    storesOfVersion1.map((name) => [
      name,
      (rows[name] ?? []).map(({ ownerId: _owner, pack_snapshot: _pack, link_token: _token, ...row }) => row),
    ]),
  );
  await page.evaluate(
    async ({ old, version, holdsOn }) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      await settled(indexedDB.deleteDatabase('satchel'));
      const request = indexedDB.open('satchel', version * 10);
      request.onupgradeneeded = () => {
        const make = (name: string, indexes: string[]) => {
          const store = request.result.createObjectStore(name, { keyPath: 'id' });
          for (const index of indexes) store.createIndex(index, index);
          return store;
        };
        for (const [name, rows] of Object.entries(old)) {
          const store = make(name, ['type', 'changed']);
          for (const row of rows) store.put(row);
        }
        if (version < 2) return;
        make('pack_log', ['uuid', 'pack_uuid', 'date_sent']).put({
          id: 1,
          uuid: 'm',
          pack_uuid: 'p',
          date_sent: 1,
        });
      };
      const database = await settled(request);
      if (!holdsOn) database.onversionchange = () => database.close();
      Object.assign(window, { database });
    },
    { old, version, holdsOn },
  );
}

/** Lets go of what `makeOld` keeps open. */
export const letGo = (page: Page) =>
  page.evaluate(() => (window as unknown as { database: IDBDatabase }).database.close());
