import type { MediaTypeName, ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import { fileTypeLabel, mediaTypeLabel } from '@satchel/core/format/file-types.ts';
import { playerAddress } from '@satchel/core/format/player-address.ts';
import { resolveAddress } from '@satchel/core/html/host-addresses.ts';
import { type DerivativeName, derivativeAddress } from '#remote/derivative-address.ts';
import type { FileRecord, MediaRecord } from '#storage/records.ts';

/** A media item the way screens show it, all addresses absolute. */
export interface MediaView {
  id: string;
  type: MediaTypeName;
  name: string;
  description: string;
  /** ms */
  changed: number | null;
  typeLabel: string;
  fileTypeLabel: string;
  mime: string | null;
  filename: string | null;
  /** Bytes. */
  size: number | null;
  printSize: string | null;
  keywords: readonly string[];
  /** Of the file, or of the hosted video's player. */
  url: string | null;
  thumbnailUrl: string | null;
  previewUrl: string | null;
}

/** What stands beside a media item in the local database. */
export interface MediaSurroundings {
  /** Origin of the content host. */
  origin: string;
  file(id: string): FileRecord | undefined;
  /** Name of a keyword. */
  keyword(id: string): string | undefined;
}

type FileReference = ResourceIdentifier<'file--file'> | null | undefined;

/** The absolute address of a file as everything in the app asks for it, so that its copy on the device is found. */
export function fileUrl(file: FileRecord | undefined, origin: string): string | null {
  const address = file?.uri?.url;
  return address ? absolute(address, origin) : null;
}

function absolute(address: string, origin: string): string | null {
  const resolved = resolveAddress(address, origin);
  return /^https?:/i.test(resolved) && URL.canParse(resolved) ? resolved : null;
}

const isPicture = (file: FileRecord | undefined) => /^image\//i.test(file?.filemime ?? '');

/** A picture of a file in the size asked for: the derivative, else the file itself when it is a picture (MODEL-11). */
export function pictureUrl(
  reference: FileReference,
  name: DerivativeName,
  { file, origin }: Pick<MediaSurroundings, 'file' | 'origin'>,
): string | null {
  if (!reference) return null;
  const record = file(reference.id);
  const derivative = derivativeAddress(name, { styles: record?.image_style_uri, meta: reference.meta });
  if (derivative !== null) return absolute(derivative, origin);
  return isPicture(record) ? fileUrl(record, origin) : null;
}

export function mediaView(media: MediaRecord, surroundings: MediaSurroundings): MediaView {
  const { id, type } = media;
  const file = media.file ? surroundings.file(media.file.id) : undefined;
  const typeLabel = mediaTypeLabel(type);
  const isHosted = type === 'media--remote_video';
  const mime = file?.filemime ?? null;
  const filename = file?.filename ?? null;
  // The picture chosen for the purpose first, then one made from the file, then the one the host made up.
  const first = (name: DerivativeName, ...references: FileReference[]) =>
    references.map((reference) => pictureUrl(reference, name, surroundings)).find((url) => url !== null) ??
    null;
  return {
    id,
    type,
    name: media.name ?? filename ?? '',
    description: media.description ?? '',
    changed: media.changed ?? null,
    typeLabel,
    fileTypeLabel: isHosted ? typeLabel : fileTypeLabel(mime, filename),
    mime,
    filename,
    size: file?.filesize ?? null,
    printSize: media.documentSize || null,
    keywords: (media.keywords ?? []).flatMap((keyword) => surroundings.keyword(keyword.id) ?? []),
    url: isHosted ? hostedVideo(media) : fileUrl(file, surroundings.origin),
    thumbnailUrl: first('thumbnail', media.thumbnail_image, media.file, media.thumbnail),
    previewUrl: first(
      'salestool_preview',
      media.preview_image,
      media.file,
      media.thumbnail_image,
      media.thumbnail,
    ),
  };
}

const hostedVideo = (media: MediaRecord) =>
  media.type === 'media--remote_video' && media.video ? playerAddress(media.video) : null;
