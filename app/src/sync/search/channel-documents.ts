import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import { htmlToText } from '@satchel/core/html/plain-text.ts';
import type { Database } from '#storage/database.ts';
import type { BundleRecord, ChannelRecord } from '#storage/records.ts';
import { localMedias } from '../local-medias.ts';
import { localFiles } from '../local-records.ts';
import type { MediaView } from '../media-view.ts';
import { bundleImageUrl } from '../pictures.ts';
import type { SearchHit } from './search-hit.ts';

/** What can be found of one bundle, app or file. */
export interface SearchDocument extends Omit<SearchHit, 'snippet' | 'matches'> {
  keywords: string;
  description: string;
  /** Running text of a bundle. */
  text: string;
}

/** Tells whether what is indexed is still what is here, without reading every file. */
export async function channelStamp(database: Database, channelId: string): Promise<string> {
  const channel = await database.records('salestool--channel').get(channelId);
  const bundles = channel ? await bundlesOf(database, channel) : [];
  const newest = bundles.map(({ pulled, changed }) => `${pulled ?? 0} ${changed ?? 0}`).join();
  return `${channelId} ${channel?.pulled ?? 0} ${newest}`;
}

/** Everything of a channel that can be searched, in the channel's order; a file of several bundles once. */
export async function channelDocuments(
  database: Database,
  channelId: string,
  origin: string,
): Promise<SearchDocument[]> {
  const channel = await database.records('salestool--channel').get(channelId);
  if (!channel) return [];
  const bundles = await bundlesOf(database, channel);
  const medias = await localMedias(database, bundles.flatMap(mediaIdsOf), origin);
  const images = await localFiles(
    database,
    bundles.flatMap(({ image }) => image?.id ?? []),
  );
  const documents = new Map<string, SearchDocument>();
  for (const bundle of bundles) {
    const home = { bundleId: bundle.id, bundleTitle: bundle.title ?? '' };
    documents.set(bundle.id, {
      ...home,
      kind: bundle.type === 'salestool--miniapp_bundle' ? 'app' : 'bundle',
      id: bundle.id,
      title: home.bundleTitle,
      keywords: '',
      description: htmlToText(bundle.body?.summary ?? ''),
      text: htmlToText(bundle.body?.processed ?? bundle.body?.value ?? ''),
      thumbnailUrl: bundleImageUrl(bundle, { origin, file: (id) => images.get(id) }),
      fileTypeLabel: '',
      file: null,
    });
    for (const id of mediaIdsOf(bundle)) {
      const media = medias.get(id);
      if (media && !documents.has(id)) documents.set(id, { ...home, ...documentOf(media) });
    }
  }
  return [...documents.values()];
}

function documentOf(media: MediaView): Omit<SearchDocument, 'bundleId' | 'bundleTitle'> {
  const {
    id,
    name,
    description,
    keywords,
    thumbnailUrl,
    fileTypeLabel,
    typeLabel,
    type,
    url,
    mime,
    filename,
  } = media;
  return {
    kind: 'file',
    id,
    title: name,
    keywords: [...keywords, typeLabel, fileTypeLabel].join(' '),
    description,
    text: '',
    thumbnailUrl,
    fileTypeLabel,
    file: { type, url, mime, filename },
  };
}

const mediaIdsOf = (bundle: BundleRecord) =>
  bundle.type === 'salestool--document_bundle' ? (bundle.medias ?? []).map(({ id }) => id) : [];

async function bundlesOf(database: Database, { bundles = [] }: ChannelRecord): Promise<BundleRecord[]> {
  const found = new Map<string, BundleRecord>();
  for (const type of bundleTypes) {
    const ids = bundles.filter((target) => target.type === type).map(({ id }) => id);
    for (const bundle of await database.records(type).bulkGet(ids)) {
      if (bundle && !bundle._meta?.stub) found.set(bundle.id, bundle);
    }
  }
  return bundles.flatMap(({ id }) => found.get(id) ?? []);
}
