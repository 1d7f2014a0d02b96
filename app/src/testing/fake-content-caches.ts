import { contentCacheOf, contentPartsCacheName } from '#service-worker/page-side.ts';

/** Cache Storage with the files and the parts of files, as far as pages read them. */
export function fakeContentCaches() {
  const files = new Map<string, string>();
  /** Bytes of each part, which lies under its file's address with the byte it begins with: `?from=0`. */
  const parts = new Map<string, number>();
  const cacheOf = <T>(
    entries: Map<string, T>,
    read: (entry: T, url: string) => Response,
    isInIt = (_url: string) => true,
  ) => ({
    match: async (key: RequestInfo | URL) => {
      const url = String(key);
      const entry = entries.get(url);
      return entry === undefined ? undefined : read(entry, url);
    },
    keys: async (key?: RequestInfo | URL) =>
      [...entries.keys()]
        .filter((url) => (key === undefined ? isInIt(url) : url === String(key)))
        .map((url) => ({ url })),
  });
  function partResponse(bytes: number, url: string) {
    const from = Number(new URL(url).searchParams.get('from'));
    return new Response(null, {
      headers: { 'content-range': `bytes ${from}-${from + bytes - 1}/${10 ** 9}` },
    });
  }
  const storage = {
    has: async () => true,
    keys: async () => [contentPartsCacheName, ...new Set([...files.keys()].map(contentCacheOf))],
    open: async (name: string) =>
      name === contentPartsCacheName
        ? cacheOf(parts, partResponse)
        : cacheOf(
            files,
            (body) => new Response(body),
            (url) => contentCacheOf(url) === name,
          ),
  } as unknown as CacheStorage;
  return { files, parts, storage };
}
