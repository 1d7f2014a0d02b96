import type { MediaView } from '#services.ts';

export type Opening =
  /** In the dialog viewer. */
  | { how: 'viewer' }
  /** By its address, in a tab of its own. */
  | { how: 'address'; url: string }
  /** There is nothing to open. */
  | { how: 'none' };

/** An address that only ever shows something: never a script. */
export function webAddress(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url, document.baseURI);
  if (!parsed) return null;
  const isPicture = parsed.protocol === 'data:' && url?.startsWith('data:image/');
  return isPicture || ['http:', 'https:', 'blob:'].includes(parsed.protocol) ? parsed.href : null;
}

/** Whether an address leads to the file of another one: a file is known by its path, whatever its token is today (decision 072). */
export function isSameFile(one: string | null, other: string | null): boolean {
  const [a, b] = [one, other].map((url) => (url === null ? null : URL.parse(url, document.baseURI)));
  return Boolean(a && b && a.origin === b.origin && a.pathname === b.pathname);
}

/** Images and videos open in the viewer, everything else by its address (DOC-10, DOC-12). */
export function openingOf({ type, url }: Pick<MediaView, 'type' | 'url'>): Opening {
  const address = webAddress(url);
  if (!address) return { how: 'none' };
  return type === 'media--document' ? { how: 'address', url: address } : { how: 'viewer' };
}

const kinds = {
  'media--document': 'document',
  'media--image': 'picture',
  'media--video': 'video',
  'media--remote_video': 'video',
} as const satisfies Record<MediaView['type'], string>;

/** Which sign stands for a file without a preview. */
export const pictureKind = ({ type }: MediaView) => kinds[type];
