import type { Device } from './device.ts';

export const sectionCount = 500;
const filesInSection = 10;
export const packTitle = 'Everything';

interface ToMake {
  sectionCount: number;
  filesInSection: number;
  version: 1 | 2;
}

/** Runs in the page: fills the newest pack where it lies. */
async function fillPack({ sectionCount, filesInSection, version }: ToMake): Promise<string | null> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open('satchel'));
  const all = (store: string) => done(database.transaction(store).objectStore(store).getAll());
  const kinds = [...database.objectStoreNames].filter((store) => store.startsWith('media--'));
  const medias = (await Promise.all(kinds.map(all))).flat().slice(0, sectionCount * filesInSection);
  if (medias.length < filesInSection) return null;
  const titled = { showTitle: true, introText: '', options: { hideTitle: false } };
  const element = ({ id, type, name }: { id: string; type: string; name: string }) => ({
    ...{ ...titled, id: crypto.randomUUID(), type: 'media', title: name },
    data: { media: { id, type, mediaType: null, name, url: null, thumbnail: null } },
  });
  const titles = Array.from({ length: sectionCount }, (_, at) => `Section ${at + 1}`);
  // A channel with fewer files has them in several sections.
  const filesAt = (at: number) =>
    Array.from({ length: filesInSection }, (_, file) => medias[(at * filesInSection + file) % medias.length]);
  const elements = titles.map((title, at) => ({
    ...{ ...titled, id: crypto.randomUUID(), type: 'medias', title },
    data: { medias: filesAt(at).map(element) },
  }));
  const groups = titles.map((name, at) => ({
    ...{ id: crypto.randomUUID(), type: 'salestool--document_bundle', name },
    children: filesAt(at).map(({ id, type, name }) => ({ id, type, name })),
  }));
  const packs = (await all('salestool--pack')) as { id: string; created?: number }[];
  const pack = packs.toSorted((one, other) => (one.created ?? 0) - (other.created ?? 0)).at(-1);
  if (!pack) return null;
  const filling = database.transaction('salestool--pack', 'readwrite');
  filling.objectStore('salestool--pack').put({
    ...pack,
    pack_data: JSON.stringify(version === 2 ? { version, elements } : groups),
    medias: medias.map(({ id, type }) => ({ id, type })),
  });
  // A page that is loaded anew takes back what is not durable yet.
  await new Promise((resolve, reject) => {
    filling.oncomplete = resolve;
    filling.onabort = () => reject(filling.error);
  });
  database.close();
  return pack.id;
}

/** An own pack without anything in it, made as the app makes one; answers its id. */
export async function makePack({ page }: Device, title: string): Promise<string> {
  await page.goto('/#/packs/-/build');
  await page.getByRole('button', { name: 'Rename the pack' }).click();
  const name = page.getByRole('textbox', { name: 'Pack name' });
  await name.fill(title);
  await name.press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.waitForURL(/packs\/(?!-)[^/]+\/build$/);
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
  return page.url().split('/').at(-2) as string;
}

/**
 * An own pack of 500 sections with many files, filled where it lies.
 * @returns its id
 */
export async function makeLargePack(device: Device, version: 1 | 2): Promise<string> {
  await makePack(device, `${packTitle} ${version}`);
  const id = await device.page.evaluate(fillPack, { sectionCount, filesInSection, version });
  if (id === null) throw new Error('There are too few media here for a pack.');
  return id;
}
