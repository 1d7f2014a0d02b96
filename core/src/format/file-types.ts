const mediaTypes: Record<string, string> = {
  'media--document': 'Document',
  'media--image': 'Image',
  'media--video': 'Video',
  'media--remote_video': 'Hosted video',
  'file--file': 'Document',
};

const fileTypes: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.ms-powerpoint': 'PowerPoint',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'application/vnd.openxmlformats-officedocument.presentationml.slideshow': 'PowerPoint',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'video/mp4': 'MP4',
  'text/plain': 'Text',
};

const ownValue = (table: Record<string, string>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The word for a kind of media (MODEL-13, MODEL-15); an en dash for what is none. */
export const mediaTypeLabel = (type: string): string => ownValue(mediaTypes, type) ?? '–';

/** The name of a file's type by its MIME type, else its extension in capitals (MODEL-14, MODEL-15). */
export function fileTypeLabel(mime: string | null | undefined, filename: string | null | undefined): string {
  const essence = (mime ?? '').split(';', 1).join('').trim().toLowerCase();
  const extension = /\.([a-z0-9]{1,10})$/i.exec(filename ?? '')?.[1];
  return ownValue(fileTypes, essence) ?? extension?.toUpperCase() ?? '–';
}
