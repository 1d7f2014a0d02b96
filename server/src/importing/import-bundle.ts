import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import { bumpRevision, type Scope } from '#database/revision.ts';
import { type BundleEntry, bundleFile } from './folder-format.ts';
import { importMedias } from './import-medias.ts';
import { importMiniApp } from './import-mini-app.ts';
import type { ImportRun } from './import-run.ts';
import { keepList } from './keep-list.ts';
import { placeOf, stableId } from './stable-id.ts';

export const bundleId = (path: string) => stableId('bundle', placeOf(path));

/** Takes one folder below `bundles/`. What cannot be taken is reported and stays as it was. */
export async function importBundle(run: ImportRun, scope: Scope, path: string): Promise<void> {
  const { folder, files, records, report } = run;
  const id = bundleId(path);
  run.seen.add(id);
  const entry = await folder.yaml(`${path}/bundle.yaml`, bundleFile);
  if (!entry) return;
  const image = entry.image === undefined ? undefined : await files.keep(`${path}/${entry.image}`);
  const body = await bodyOf(run, path, entry);
  const app = entry.type === 'salestool--miniapp_bundle' ? await importMiniApp(run, path, entry) : noApp;
  if (!app) return;

  const columns = {
    type: entry.type,
    title: entry.title,
    body,
    body_summary: entry.body?.summary || null,
    availability: entry.availability,
    color: entry.color ?? null,
    // A picture that could not be taken leaves the one that is there, as a text does.
    image_id: image?.id ?? (entry.image === undefined ? null : undefined),
    source: placeOf(path),
  };
  const saved = await run.transact(async (trx) => {
    if (image) await files.settle(trx, image, entry.title);
    const stored = app.file && (await files.settle(trx, app.file, entry.title));
    const result = await records.save(trx, 'bundle', id, { ...columns, ...app.columns(stored?.key) });
    if (result !== 'same' && !run.isDryRun) await bumpRevision(trx, scope);
    return result;
  });

  const mediaIds =
    entry.type === 'salestool--document_bundle'
      ? await importMedias(run, scope, await mediasOf(run, path, entry))
      : [];
  const list = await run.transact(async (trx) => {
    const ids = await records.existing(trx, 'media', mediaIds);
    const of = ['bundle', id] as const;
    const result = await keepList(run, trx, scope, { of, join: 'bundle_media', holds: 'media', ids });
    if (result !== 'changed') return result;
    // Somebody may have read it between the two.
    if (saved !== 'created') await records.touch(trx, 'bundle', id);
    if (!run.isDryRun) await bumpRevision(trx, scope);
    return result;
  });
  report.tell([{ path, title: entry.title, saved: saved === 'same' && list !== 'same' ? 'changed' : saved }]);
}

/** Undefined when there is a text that cannot be read, and null when there is none. */
async function bodyOf({ folder }: ImportRun, path: string, { body }: BundleEntry) {
  const text = (await folder.has(`${path}/body.html`))
    ? await folder.text(`${path}/body.html`)
    : (body?.value ?? null);
  return text && sanitiseOnHost(text, 'rich');
}

const noApp = {
  file: undefined,
  columns: (_key: string | undefined) => ({ miniapp_type: null, urls: null, init_data: null }),
};

/** The files of a document bundle: first those that bundle.yaml has details for, in its order, then all others. */
async function mediasOf({ folder }: ImportRun, path: string, { image, medias }: BundleEntry) {
  const named = new Set(medias.map(({ file }) => file));
  const others = (await folder.files(path)).filter(
    (name) => name !== 'bundle.yaml' && name !== 'body.html' && name !== image && !named.has(name),
  );
  return [
    ...medias.map(({ file, ...details }) => ({ ...details, path: `${path}/${file}` })),
    ...others.map((name) => ({ path: `${path}/${name}` })),
  ];
}
