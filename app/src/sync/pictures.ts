import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import { resolveAddress } from '@satchel/core/html/host-addresses.ts';
import { type DerivativeName, derivativeAddress } from '#remote/derivative-address.ts';
import type { BundleRecord, FileRecord, MediaRecord, SignatureRecord } from '#storage/records.ts';

/** What an address is told from. */
export interface PictureSurroundings {
  /** Origin of the content host. */
  origin: string;
  file(id: string): FileRecord | undefined;
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
function pictureUrl(
  reference: FileReference,
  name: DerivativeName,
  { file, origin }: PictureSurroundings,
): string | null {
  if (!reference) return null;
  const record = file(reference.id);
  const derivative = derivativeAddress(name, { styles: record?.image_style_uri, meta: reference.meta });
  if (derivative !== null) return absolute(derivative, origin);
  return isPicture(record) ? fileUrl(record, origin) : null;
}

// The picture chosen for the purpose first, then one made from the file, then the one the host made up.
function firstOf(name: DerivativeName, references: FileReference[], surroundings: PictureSurroundings) {
  for (const reference of references) {
    const url = pictureUrl(reference, name, surroundings);
    if (url !== null) return url;
  }
  return null;
}

export const thumbnailUrl = (media: MediaRecord, surroundings: PictureSurroundings) =>
  firstOf('thumbnail', [media.thumbnail_image, media.file, media.thumbnail], surroundings);

export const previewUrl = (media: MediaRecord, surroundings: PictureSurroundings) =>
  firstOf(
    'salestool_preview',
    [media.preview_image, media.file, media.thumbnail_image, media.thumbnail],
    surroundings,
  );

/** The picture of a bundle on its tile and page. */
export const bundleImageUrl = (bundle: BundleRecord, surroundings: PictureSurroundings) =>
  pictureUrl(bundle.image, 'salestool_preview', surroundings);

/** The picture of a channel; `image` is the media item its record names. */
export const channelImageUrl = (image: MediaRecord | undefined, surroundings: PictureSurroundings) =>
  pictureUrl(image?.file, 'salestool_preview', surroundings);

/** The face on a signature (PROF-23), else the picture that stands in for it. */
export const signaturePictureUrl = (signature: SignatureRecord, surroundings: PictureSurroundings) =>
  pictureUrl(signature.picture ?? signature.image, 'salestool_preview', surroundings);
