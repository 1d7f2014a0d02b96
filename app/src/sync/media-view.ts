import type { MediaTypeName } from '@satchel/core/contract/resource-types.ts';
import { fileTypeLabel, mediaTypeLabel } from '@satchel/core/format/file-types.ts';
import { playerAddress } from '@satchel/core/format/player-address.ts';
import type { MediaRecord } from '#storage/records.ts';
import { fileUrl, type PictureSurroundings, previewUrl, thumbnailUrl } from './pictures.ts';

/** A media item the way screens show it, all addresses absolute. */
export interface MediaView {
  id: string;
  type: MediaTypeName;
  name: string;
  description: string;
  /** ms */
  changed: number | null;
  /** Document, Image, Video or Hosted video (MODEL-13). */
  typeLabel: string;
  /** PDF, Word, … (MODEL-14). */
  fileTypeLabel: string;
  mime: string | null;
  filename: string | null;
  /** Bytes. */
  size: number | null;
  printSize: string | null;
  keywords: readonly string[];
  /** Of the file, or of the hosted video's player. */
  url: string | null;
  /** Of a hosted video as people visit it: a player shows nothing in a window of its own. Null of all others. */
  videoLink: string | null;
  thumbnailUrl: string | null;
  previewUrl: string | null;
}

/** What stands beside a media item in the local database. */
export interface MediaSurroundings extends PictureSurroundings {
  /** Name of a keyword. */
  keyword(id: string): string | undefined;
}

/** Everything but the pictures: what a list sorts and searches by. */
export type MediaWords = Omit<MediaView, 'thumbnailUrl' | 'previewUrl'>;

export function mediaWords(media: MediaRecord, surroundings: MediaSurroundings): MediaWords {
  const { id, type } = media;
  const file = media.file ? surroundings.file(media.file.id) : undefined;
  const typeLabel = mediaTypeLabel(type);
  const isHosted = type === 'media--remote_video';
  const link = media.type === 'media--remote_video' && media.video ? media.video.trim() : null;
  const player = link === null ? null : playerAddress(link);
  const mime = file?.filemime ?? null;
  const filename = file?.filename ?? null;
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
    url: isHosted ? player : fileUrl(file, surroundings.origin),
    // What has no player is no web address.
    videoLink: player === null ? null : link,
  };
}

export const mediaView = (media: MediaRecord, surroundings: MediaSurroundings): MediaView => ({
  ...mediaWords(media, surroundings),
  thumbnailUrl: thumbnailUrl(media, surroundings),
  previewUrl: previewUrl(media, surroundings),
});
