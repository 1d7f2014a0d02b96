import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { Database } from '#storage/database.ts';
import type { BundleRecord, ChannelRecord } from '#storage/records.ts';
import { picturesInText } from './files/list-files.ts';
import { localMedias } from './local-medias.ts';
import { localFiles } from './local-records.ts';
import { bundleImageUrl, signaturePictureUrl } from './pictures.ts';

// A picture without a small version of its own is kept as it is up to this size.
const mostBytesOfOriginal = 500_000;

// So that a large channel does not hold the database up.
const bundlesAtOnce = 50;

async function ownPictures(database: Database, channel: ChannelRecord, origin: string) {
  const medias = await localMedias(
    database,
    [channel.image, ...(channel.medias ?? []).slice(0, 3)].flatMap((media) => media?.id ?? []),
    origin,
  );
  const signatures = await database.records('salestool--signature').toArray();
  const files = await localFiles(
    database,
    signatures.flatMap(({ picture, image }) => [picture, image].flatMap((file) => file?.id ?? [])),
  );
  const surroundings = { origin, file: (id: string) => files.get(id) };
  return [
    ...[...medias.values()].map(({ previewUrl }) => previewUrl),
    ...signatures.map((signature) => signaturePictureUrl(signature, surroundings)),
  ];
}

async function picturesOfBundles(database: Database, ids: readonly string[], origin: string) {
  const found = await Promise.all(bundleTypes.map((type) => database.records(type).bulkGet([...ids])));
  const bundles = found.flat().filter((bundle): bundle is BundleRecord => bundle !== undefined);
  const files = await localFiles(
    database,
    bundles.flatMap(({ image }) => image?.id ?? []),
  );
  const mediaIds = bundles.flatMap((bundle) =>
    bundle.type === 'salestool--document_bundle' ? (bundle.medias ?? []).map(({ id }) => id) : [],
  );
  const medias = await localMedias(database, mediaIds, origin);
  return [
    ...bundles.map((bundle) => bundleImageUrl(bundle, { origin, file: (id) => files.get(id) })),
    ...bundles.flatMap((bundle) =>
      bundle.type === 'salestool--content_bundle'
        ? picturesInText(bundle.body?.processed ?? bundle.body?.value ?? '', origin)
        : [],
    ),
    ...[...medias.values()].map(({ thumbnailUrl, url, size }) =>
      thumbnailUrl === url && (size ?? 0) > mostBytesOfOriginal ? null : thumbnailUrl,
    ),
  ];
}

/** Addresses of all pictures that the tiles and pages of a channel show (SYNC-10). */
export async function channelPictures(
  database: Database,
  channelId: string,
  origin: string,
): Promise<string[]> {
  const channel = await database.records('salestool--channel').get(channelId);
  if (!channel) return [];
  const pictures = new Set(await ownPictures(database, channel, origin));
  const bundleIds = (channel.bundles ?? []).map(({ id }) => id);
  for (let at = 0; at < bundleIds.length; at += bundlesAtOnce) {
    const some = await picturesOfBundles(database, bundleIds.slice(at, at + bundlesAtOnce), origin);
    for (const picture of some) pictures.add(picture);
  }
  pictures.delete(null);
  return [...pictures] as string[];
}
