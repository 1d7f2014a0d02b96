import { basename, extname } from 'node:path';
import type { MediaTypeName } from '@satchel/core/contract/resource-types.ts';
import type { WriteTransaction } from '#database/database.ts';
import { newInternalId } from '#database/ids.ts';
import { bumpRevision, type Scope } from '#database/revision.ts';
import { hasDerivatives } from '#files/file-types.ts';
import { chunksOf } from './chunks-of.ts';
import type { KeptFile } from './file-keeper.ts';
import type { MediaDetails } from './folder-format.ts';
import type { Change } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { placeOf, stableId } from './stable-id.ts';

/** What is known about a file of the folder that becomes a media; anything else gets sensible values. */
export type MediaEntry = { path: string } & Partial<Omit<MediaDetails, 'file'>>;

interface PreparedMedia extends MediaEntry {
  id: string;
  name: string;
  type: MediaTypeName;
  video: string | null;
  file: KeptFile | null;
}

// Reading and hashing of one file goes on while another one is written.
const filesAtOnce = 4;

/** Takes files as media; answers their ids in the same order, also of those that could not be taken this time. */
export async function importMedias(run: ImportRun, scope: Scope, entries: readonly MediaEntry[]) {
  const prepared: PreparedMedia[] = [];
  for (const chunk of chunksOf(entries, filesAtOnce)) {
    const read = await Promise.all(chunk.map((entry) => prepare(run, entry)));
    prepared.push(...read.filter((media) => media !== undefined));
  }
  for (const chunk of chunksOf(prepared)) {
    const changes = await run.transact(async (trx) => {
      const done: Change[] = [];
      for (const media of chunk) done.push(await saveMedia(run, trx, media));
      if (!run.isDryRun && done.some(({ saved }) => saved !== 'same')) await bumpRevision(trx, scope);
      return done;
    });
    run.report.tell(changes);
  }
  return entries.map(({ path }) => mediaId(path));
}

export const mediaId = (path: string) => stableId('media', placeOf(path));

async function prepare(run: ImportRun, entry: MediaEntry): Promise<PreparedMedia | undefined> {
  const { path } = entry;
  const media = { ...entry, id: mediaId(path), name: entry.name ?? nameFromFile(path) };
  run.seen.add(media.id);
  if (extname(path).toLowerCase() === '.url') {
    const video = await addressIn(run, path);
    return video ? { ...media, type: 'media--remote_video', video, file: null } : undefined;
  }
  const file = await run.files.keep(path);
  return file && { ...media, type: typeFor(file.mime), video: null, file };
}

/** 'product-guide.pdf' is called 'Product guide'. */
export function nameFromFile(path: string) {
  const words = basename(path, extname(path))
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? basename(path) : words.charAt(0).toUpperCase() + words.slice(1);
}

function typeFor(mime: string): MediaTypeName {
  if (mime.startsWith('image/')) return 'media--image';
  return mime.startsWith('video/') ? 'media--video' : 'media--document';
}

/** The address in a shortcut file, as Windows and browsers write them. */
async function addressIn({ folder, report }: ImportRun, path: string) {
  const content = await folder.text(path);
  if (content === undefined) return undefined;
  const address = /^\s*URL\s*=\s*(\S+)\s*$/im.exec(content)?.[1];
  if (address && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  report.problem(path, 'it has no line such as URL=https://…');
  return undefined;
}

async function saveMedia(run: ImportRun, trx: WriteTransaction, media: PreparedMedia): Promise<Change> {
  const { id, path, type, name, video, file } = media;
  const source = placeOf(path);
  if (file) await run.files.settle(trx, file, name);
  const columns = {
    type,
    name,
    description: media.description || null,
    document_size: media.print_size || null,
    video,
    file_id: file?.id ?? null,
    thumbnail_id: file && hasDerivatives(file.mime) ? file.id : null,
    source,
  };
  if (run.isDryRun) {
    const { key = null, filename = null, mime = null } = file ?? {};
    run.imagined.set(id, { id, type, name, video, key, filename, mime });
  }
  const saved = await run.records.save(trx, 'media', id, columns, media.modified);
  const ids = [
    ...(await termIds(run, trx, 'keywords', media.keywords ?? [])),
    ...(await termIds(run, trx, 'products', media.products ?? [])),
  ];
  const relinked = await run.records.link(trx, {
    join: 'media_term',
    owner: ['media_id', id],
    column: 'term_id',
    ids,
  });
  const change = { path, title: name };
  if (saved !== 'same' || !relinked) return { ...change, saved };
  await run.records.touch(trx, 'media', id);
  return { ...change, saved: 'changed' };
}

/** Terms are shared by all channels and known by their names. */
async function termIds(
  { now, isDryRun }: ImportRun,
  trx: WriteTransaction,
  vocabulary: 'keywords' | 'products',
  names: readonly string[],
) {
  const wanted = [...new Set(names.filter((name) => name !== ''))];
  if (wanted.length === 0) return [];
  const rows = await trx
    .selectFrom('term')
    .select(['id', 'name'])
    .where('vocabulary', '=', vocabulary)
    .where('name', 'in', wanted)
    .execute();
  const known = new Map(rows.map(({ id, name }) => [name, id]));
  const missing = wanted
    .filter((name) => !known.has(name))
    .map((name) => ({ id: stableId('term', `${vocabulary}/${name}`), name }));
  for (const { id, name } of missing) {
    known.set(name, id);
    if (isDryRun) continue;
    const term = { id, internal_id: newInternalId(now), created: now, changed: now, vocabulary, name };
    await trx.insertInto('term').values(term).execute();
  }
  return wanted.map((name) => known.get(name) as string);
}
