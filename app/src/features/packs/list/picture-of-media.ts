import { resolveAddress } from '@satchel/core/html/host-addresses.ts';
import type { PackMedia } from '@satchel/core/pack/pack-data.ts';
import type { MediaView } from '#services.ts';
import { isHeldByHost } from '../is-held-by-host.ts';

/**
 * The small picture of a file: its record's, else the one that the pack names, if it has one. That one is an address which
 * somebody wrote: whoever looks at the pack asks nobody but the host for it.
 * @param known its record, when it is on the device
 * @param host of the content, '' where it is the page's own
 */
export function pictureOfMedia(
  { thumbnail }: Pick<PackMedia, 'thumbnail'>,
  known: Pick<MediaView, 'thumbnailUrl'> | undefined,
  host: string,
): string | null {
  if (known?.thumbnailUrl) return known.thumbnailUrl;
  return thumbnail !== null && isHeldByHost(thumbnail, host) ? resolveAddress(thumbnail, host) : null;
}
