import type { Device } from './device.ts';

/** The bundle that is put beside the others. */
export const fullBundle = { title: 'The whole archive' };

/**
 * Puts a bundle of so many documents into the channel on a device, or as many bundles of them together, as if a pull had
 * brought them: into the database of the app, in the shape of the records that are there. No host has such a bundle.
 */
export async function fillDevice({ page }: Device, files: number, bundles = 1) {
  await page.evaluate(
    async ({ files, bundles, title }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open('satchel'));
      const first = async (store: string) =>
        (await done(database.transaction(store).objectStore(store).getAll(null, 1)))[0];
      const kinds = ['media--document', 'file--file', 'salestool--document_bundle'] as const;
      const [media, file, oldBundle] = [await first(kinds[0]), await first(kinds[1]), await first(kinds[2])];
      const channels = await done(
        database.transaction('salestool--channel').objectStore('salestool--channel').getAll(),
      );
      const channel = channels.find(({ bundles }) => bundles?.length > 0);
      const words = ['counter', 'terminal', 'price', 'guide', 'contract', 'kiosk', 'mobile', 'café', 'hotel'];
      const word = (at: number) => words[at % words.length];
      const idOf = (kind: string, at: number) =>
        `${kind}0000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
      for (let start = 0; start < files; start += 5000) {
        const transaction = database.transaction([kinds[0], kinds[1]], 'readwrite');
        for (let at = start; at < Math.min(files, start + 5000); at++) {
          const id = idOf('f', at);
          transaction.objectStore(kinds[1]).put({ ...file, id, filename: `${word(at)}-${at}.pdf` });
          transaction.objectStore(kinds[0]).put({
            ...media,
            id: idOf('d', at),
            name: `${word(at)} ${word(at >> 3)} ${at}`,
            description: `The ${word(at >> 5)} of the ${word(at >> 2)} in edition ${at % 977}`,
            changed: 1_700_000_000_000 + ((at * 7919) % files) * 60_000,
            file: { ...media.file, id },
          });
        }
        await new Promise((resolve) => transaction.addEventListener('complete', resolve));
      }
      const medias = Array.from({ length: files }, (_, at) => ({ type: kinds[0], id: idOf('d', at) }));
      const inBundle = files / bundles;
      const archive = Array.from({ length: bundles }, (_, at) => ({
        ...oldBundle,
        id: idOf('b', at),
        title: at === 0 ? title : `${title}, part ${at}`,
        medias: medias.slice(at * inBundle, (at + 1) * inBundle),
      }));
      const added = new Set(archive.map(({ id }) => id));
      const last = database.transaction([kinds[2], 'salestool--channel'], 'readwrite');
      for (const bundle of archive) last.objectStore(kinds[2]).put(bundle);
      last.objectStore('salestool--channel').put({
        ...channel,
        bundles: [
          ...archive.map(({ id }) => ({ type: kinds[2], id })),
          ...channel.bundles.filter(({ id }: { id: string }) => !added.has(id)),
        ],
      });
      await new Promise((resolve) => last.addEventListener('complete', resolve));
      database.close();
    },
    { files, bundles, title: fullBundle.title },
  );
}
