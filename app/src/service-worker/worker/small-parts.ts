import type { PrecacheEntry } from 'workbox-precaching';

/** Which file of the app's list has all small ones in it; the build writes it. */
export const isSmallParts = (entry: PrecacheEntry | string): entry is PrecacheEntry =>
  typeof entry !== 'string' && /\/small-parts-[^/]+\.json$/.test(entry.url);

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' };

/** What is true of the bytes that came, and of none of the parts in them. */
const ofTheWhole = ['content-length', 'content-encoding', 'etag', 'last-modified'];

/**
 * Keeps the small parts of the app that one answer brings, under their own addresses.
 * @param answer an object of texts by address
 * @returns the addresses of what is kept
 * @throws DOMException of a full or damaged store
 */
export async function keepSmallParts(answer: Response, cache: Cache): Promise<Set<string>> {
  const parts: Record<string, string> = await answer.json();
  // Workers get their rules of content security from the answer that brings their script.
  const headers = new Headers(answer.headers);
  for (const name of ofTheWhole) headers.delete(name);
  const kept = Object.entries(parts).map(async ([path, text]) => {
    const { href } = new URL(path, location.href);
    headers.set('content-type', `${types[path.slice(path.lastIndexOf('.') + 1)]}; charset=utf-8`);
    await cache.put(href, new Response(text, { headers }));
    return href;
  });
  return new Set(await Promise.all(kept));
}
