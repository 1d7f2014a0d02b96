/** What people call the caches of content files. */
export const contentCacheName = 'satchel-content';

const contentCaches = 32;

/**
 * The cache in which a content file lies. Chromium tells no more than 10 MB of a cache's addresses and headers at once, and
 * fails otherwise: some 14,000 files in one cache, and nobody learns any more what is kept.
 */
export function contentCacheOf(key: string): string {
  // FNV-1a
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return `${contentCacheName}-${(hash >>> 0) % contentCaches}`;
}

export const isContentCache = (name: string) => /^satchel-content-\d+$/.test(name);

/** The cache of parts of large files that are not all here; each lies under its file's key with a query behind it. */
export const contentPartsCacheName = 'satchel-content-parts';

/**
 * Content files of any host: the app may be configured for a host on another origin, which may be one of several sites of
 * a Drupal in a folder. No file has an encoded slash in its name, and some servers would take one for the way out of there.
 */
export const isContent = (url: URL) =>
  /^https?:\/(?:(?:[^/%]+\/)*sites\/[^/%]+\/files|app\/pwa\/sitefiles)\/(?!.*%(?:2[Ff]|5[Cc]))./.test(
    url.protocol + url.pathname,
  );

/**
 * Under what a content file is kept, null for what is none. The path belongs to one version of the bytes; signatures
 * and tokens in the query change with every pull and must not cost a download.
 */
export function contentKey(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return isContent(url) && !url.username ? url.origin + url.pathname : null;
}
