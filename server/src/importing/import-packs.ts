import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import { addMediasSection, addTextSection } from '@satchel/core/pack/edit-pack.ts';
import { packReferences } from '@satchel/core/pack/pack-contents.ts';
import { emptyPack, type PackData, type PackMedia } from '@satchel/core/pack/pack-data.ts';
import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import type { WriteTransaction } from '#database/database.ts';
import { inPortions } from '#database/in-portions.ts';
import { bumpRevision, channelScope } from '#database/revision.ts';
import { derivativeAddress, fileAddress } from '#files/file-address.ts';
import { type PackEntry, packFile } from './folder-format.ts';
import { channelId } from './import-channel.ts';
import { mediaId } from './import-medias.ts';
import { isUnread } from './import-report.ts';
import type { DocumentRow, ImportRun } from './import-run.ts';
import { placeOf, stableId } from './stable-id.ts';

/**
 * Takes the packs below `packs/` (global) or below a channel. They come after all channels, because a global pack may
 * name the documents of any.
 * @param channel name of the channel's folder
 */
export async function importPacks(run: ImportRun, channel?: string) {
  const base = channel === undefined ? 'packs' : `channels/${channel}/packs`;
  const names = (await run.folder.files(base)).filter((name) => /\.ya?ml$/i.test(name));
  for (const name of names) await importPack(run, `${base}/${name}`, channel);
}

async function importPack(run: ImportRun, path: string, channel: string | undefined) {
  const { records, report } = run;
  const id = stableId('pack', path);
  run.seen.add(id);
  const entry = await run.folder.yaml(path, packFile);
  if (!entry) return;
  const pathOf = (item: string) => {
    const [first, ...rest] = channel === undefined ? item.split('/') : [channel, ...item.split('/')];
    return `channels/${first}/bundles/${rest.join('/')}`;
  };
  const saved = await run.transact(async (trx) => {
    const medias = await mediasAt(run, trx, itemsOf(entry).map(pathOf));
    const pack = packOf(path, entry, (item) => medias.get(mediaId(pathOf(item))));
    const columns = {
      title: entry.title,
      notes: entry.notes || null,
      color: entry.color ?? null,
      pack_type: channel === undefined ? 'global' : 'channel',
      pack_data: writePackData(pack),
      archived: 0,
      channel_id: channel === undefined ? null : channelId(channel),
      owner_id: null,
      source: path,
    };
    const result = await records.save(trx, 'pack', id, columns);
    await records.link(trx, {
      join: 'pack_media',
      owner: ['pack_id', id],
      column: 'media_id',
      ids: packReferences(pack).medias.map((media) => media.id),
    });
    if (result !== 'same' && !run.isDryRun) {
      await bumpRevision(trx, channel === undefined ? 'shared' : channelScope(channelId(channel)));
    }
    return { result, missing: itemsOf(entry).filter((item) => !medias.has(mediaId(pathOf(item)))) };
  });
  for (const item of saved.missing) report.problem(path, `it names ${item}, but there is no such document`);
  report.tell([{ path, title: entry.title, saved: saved.result }]);
}

const itemsOf = (entry: PackEntry) =>
  entry.sections.flatMap((section) => (section.type === 'documents' ? section.items : []));

function packOf(path: string, { sections }: PackEntry, mediaAt: (item: string) => PackMedia | undefined) {
  const pack = sections.reduce<PackData>(
    (made, section) =>
      section.type === 'text'
        ? addTextSection(made, { title: section.title, content: sanitiseOnHost(section.content, 'rich') })
        : addMediasSection(made, {
            title: section.title,
            medias: section.items.flatMap((item) => mediaAt(item) ?? []),
          }),
    emptyPack,
  );
  return withStableIds(path, pack);
}

/** The same file makes the same pack, so that only what is different is written. */
const withStableIds = (path: string, { version, elements }: PackData): PackData => ({
  version,
  elements: elements.map((element, at) => {
    const id = stableId('section', `${path} ${at}`);
    if (element.type !== 'medias') return { ...element, id };
    const medias = element.data.medias.map((media) => ({
      ...media,
      id: stableId('section', `${path} ${at} ${media.data.media.id}`),
    }));
    return { ...element, id, data: { ...element.data, medias } };
  }),
});

/** The media as a pack names them (PDATA-04), by their ids. */
async function mediasAt(run: ImportRun, trx: WriteTransaction, all: readonly string[]) {
  const paths = all.filter((path) => !isGone(run, path));
  const ids = paths.map(mediaId);
  const found = new Map<string, PackMedia>();
  const rows = await inPortions(ids, (some) =>
    trx
      .selectFrom('media')
      .leftJoin('file', 'file.id', 'media.file_id')
      .select([
        'media.id',
        'media.type',
        'media.name',
        'media.video',
        'file.key',
        'file.filename',
        'file.mime',
      ])
      .where('media.id', 'in', some)
      .execute(),
  );
  const stored = new Map<string, DocumentRow>(rows.map((row) => [row.id, row]));
  const named = new Set(ids);
  for (const [id, row] of run.imagined) if (named.has(id)) stored.set(id, row);
  for (const { id, type, name, video, key, filename, mime } of stored.values()) {
    const file = key !== null && filename !== null && mime !== null ? { key, filename, mime } : undefined;
    found.set(id, {
      id,
      type,
      mediaType: mime,
      name,
      url: file ? fileAddress(file) : video,
      thumbnail: file ? derivativeAddress(file, 'thumbnail') : null,
    });
  }
  return found;
}

/** The folder no longer holds it: it is removed at the end, or stays for a sent pack only. */
function isGone({ readable, report, seen }: ImportRun, path: string) {
  const [, channel = ''] = path.split('/');
  return readable.has(channel) && !seen.has(mediaId(path)) && !isUnread(report, placeOf(path));
}
