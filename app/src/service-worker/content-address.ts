/** The cache of content files. */
export const contentCacheName = 'satchel-content';

/** The cache of parts of large files that are not all here; each lies under its file's key with a query behind it. */
export const contentPartsCacheName = 'satchel-content-parts';

const contentPath = /^\/(?:sites\/default\/files|app\/pwa\/sitefiles)\/./;

/** Content files of any host: the app may be configured for a host on another origin. */
export const isContent = (url: URL) =>
  (url.protocol === 'https:' || url.protocol === 'http:') && contentPath.test(url.pathname);

/**
 * Under what a content file is kept, null for what is none. The path belongs to one version of the bytes; signatures
 * and tokens in the query change with every pull and must not cost a download.
 */
export function contentKey(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return isContent(url) && !url.username ? url.origin + url.pathname : null;
}
