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
  const titled = { showTitle: true, introText: '', options: { hideTitle: false } };
  const element = ({ id, type, name }: { id: string; type: string; name: string }) => ({
    ...{ ...titled, id: crypto.randomUUID(), type: 'media', title: name },
    data: { media: { id, type, mediaType: null, name, url: null, thumbnail: null } },
  });
  const titles = Array.from({ length: sectionCount }, (_, at) => `Section ${at + 1}`);
  const filesAt = (at: number) => medias.slice(at * filesInSection, (at + 1) * filesInSection);
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
  if (!pack || medias.length < sectionCount * filesInSection) return null;
  const store = database.transaction('salestool--pack', 'readwrite').objectStore('salestool--pack');
  await done(
    store.put({
      ...pack,
      pack_data: JSON.stringify(version === 2 ? { version, elements } : groups),
      medias: medias.map(({ id, type }) => ({ id, type })),
    }),
  );
  database.close();
  return pack.id;
}

/**
 * An own pack of 500 sections and 5,000 files, made as the app makes one and filled where it lies.
 * @returns its id
 */
export async function makeLargePack({ page }: Device, version: 1 | 2): Promise<string> {
  await page.goto('/#/packs');
  await page.getByRole('link', { name: 'Create new pack' }).first().click();
  await page.getByRole('button', { name: 'Rename the pack' }).click();
  const name = page.getByRole('textbox', { name: 'Pack name' });
  await name.fill(`${packTitle} ${version}`);
  await name.press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.waitForURL(/packs\/(?!-)[^/]+\/build$/);
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
  const id = await page.evaluate(fillPack, { sectionCount, filesInSection, version });
  if (id === null) throw new Error(`There are fewer than ${sectionCount * filesInSection} media here.`);
  return id;
}
