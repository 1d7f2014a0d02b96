/** Pictures that browsers show and nothing can run in. */
export const plainPictures: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/tiff',
];

/**
 * Whether a file can be looked at where its sender gives nothing away to keep: pictures, films and sounds can, and a document
 * shows its first page.
 */
export const isLookedAt = (mime: string) =>
  plainPictures.includes(mime) ||
  mime === 'image/x-icon' ||
  mime.startsWith('video/') ||
  mime.startsWith('audio/');
