import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import { sql } from 'kysely';
import { bumpRevision, channelScope } from '#database/revision.ts';
import type { KeptFile } from './file-keeper.ts';
import { type ChannelEntry, channelFile } from './folder-format.ts';
import { bundleId, importBundle } from './import-bundle.ts';
import { importMedias, mediaId } from './import-medias.ts';
import { isUnread } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { keepList } from './keep-list.ts';
import { reportMisplaced } from './report-misplaced.ts';
import { placeOf, stableId } from './stable-id.ts';

export const channelId = (name: string) => channelIdAt(`channels/${name}`);
const channelIdAt = (path: string) => stableId('channel', path);

/** Names of the folders below `channels/`. */
export async function channelsOf(run: ImportRun) {
  const names = await run.folder.folders('channels');
  const paths = names.map((name) => `channels/${name}`);
  await reportMisplaced(run, 'channels', 'channel', channelIdAt, paths);
  return names;
}

/** Takes one folder below `channels/`; answers whether it could be read, so that what is gone from it may be removed. */
export async function importChannel(run: ImportRun, name: string): Promise<boolean> {
  const { folder, report, records } = run;
  const path = `channels/${name}`;
  const entry = await folder.yaml(`${path}/channel.yaml`, channelFile);
  if (!entry) return false;
  const id = channelId(name);
  run.seen.add(id);
  const scope = channelScope(id);
  const startedAt = performance.now();

  const { bundlePaths, misplaced } = await bundlesOf(run, path);
  for (const bundlePath of bundlePaths)
    if (!misplaced.includes(bundlePath)) await importBundle(run, scope, bundlePath);
  const pictures = [...new Set([...(entry.image ? [entry.image] : []), ...entry.medias])];
  await importMedias(
    run,
    scope,
    pictures.map((file) => ({ path: `${path}/${file}` })),
  );
  const face =
    entry.signature?.image === undefined
      ? undefined
      : await run.files.keep(`${path}/${entry.signature.image}`);

  const saved = await run.transact(async (trx) => {
    const mediaIds = await records.existing(
      trx,
      'media',
      pictures.map((file) => mediaId(`${path}/${file}`)),
    );
    const idOf = (file: string) => mediaIds.find((known) => known === mediaId(`${path}/${file}`));
    const signature = await saveSignature(run, trx, path, entry.signature, face);
    const columns = {
      title: entry.title,
      body: htmlOrNull(entry.body?.value),
      body_summary: entry.body?.summary || null,
      news: htmlOrNull(entry.news),
      sandbox: entry.sandbox ? 1 : 0,
      pack_header: htmlOrNull(entry.pack_header),
      pack_footer: htmlOrNull(entry.pack_footer),
      image_id: entry.image === undefined ? null : idOf(entry.image),
      signature_id: signature.id,
      source: path,
    };
    const result = await records.save(trx, 'channel', id, columns);
    const of = ['channel', id] as const;
    const bundles = await keepList(run, trx, scope, {
      of,
      join: 'channel_bundle',
      holds: 'bundle',
      ids: await records.existing(trx, 'bundle', bundlePaths.map(bundleId)),
    });
    const medias = await keepList(run, trx, scope, {
      of,
      join: 'channel_media',
      holds: 'media',
      ids: entry.medias.flatMap((file) => idOf(file) ?? []),
    });
    const lists = [bundles, medias];
    const isWritten = signature.isDifferent || lists.includes('changed');
    if (result === 'same' && isWritten) await records.touch(trx, 'channel', id);
    if (!run.isDryRun && (result !== 'same' || isWritten)) await bumpRevision(trx, scope);
    return result === 'same' && (isWritten || lists.includes('waits')) ? 'changed' : result;
  });
  report.tell([{ path, title: entry.title, saved }]);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  report.progress(`  ${path}: “${entry.title}”, ${bundlePaths.length} bundles (${seconds} s)`);
  return true;
}

const htmlOrNull = (html: string | undefined) => (html ? sanitiseOnHost(html, 'rich') : null);

/** In the order of their numbers, then of their names; also of what stands in place of one, which keeps its position. */
async function bundlesOf(run: ImportRun, path: string) {
  const base = `${path}/bundles`;
  const folders = (await run.folder.folders(base)).map((name) => `${base}/${name}`);
  const misplaced = await reportMisplaced(run, base, 'bundle', bundleId, folders);
  if (folders.length + misplaced.length === 0) await reportEmptied(run, base);
  const all = [...folders, ...misplaced].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const places = new Map<string, string>();
  const bundlePaths = all.filter((bundlePath) => {
    const other = places.get(placeOf(bundlePath));
    if (other === undefined) return places.set(placeOf(bundlePath), bundlePath);
    run.report.problem(bundlePath, `without its number it has the same name as ${other}`);
    return false;
  });
  return { bundlePaths, misplaced };
}

/** What a share is mounted on is an empty folder while it is not: that takes no channel all its bundles. */
async function reportEmptied({ database: { db }, folder, report }: ImportRun, base: string) {
  if (isUnread(report, base) || !(await folder.has(base))) return;
  const { rows } = await sql`select 1 from bundle
    where substr(source, 1, ${sql.lit(base.length + 1)}) = ${`${base}/`} limit 1`.execute(db);
  if (rows.length > 0)
    report.problem(base, 'it holds no bundle any more; if all are to go, remove this folder, too');
}

/** The channel's own signature; it belongs to nobody. */
async function saveSignature(
  run: ImportRun,
  trx: Parameters<Parameters<ImportRun['transact']>[0]>[0],
  path: string,
  entry: ChannelEntry['signature'],
  face: KeptFile | undefined,
) {
  if (!entry) return { id: null, isDifferent: false };
  const id = stableId('signature', path);
  run.seen.add(id);
  if (face) await run.files.settle(trx, face, entry.title);
  const saved = await run.records.save(trx, 'signature', id, {
    title: entry.title,
    job_title: entry.job_title || null,
    email: entry.email ?? null,
    telephone: entry.telephone || null,
    telephone2: entry.telephone2 || null,
    shared: 1,
    image_id: face?.id ?? (entry.image === undefined ? null : undefined),
    owner_id: null,
    source: `${path}/signature`,
  });
  return { id, isDifferent: saved !== 'same' };
}
