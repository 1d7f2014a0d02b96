// Chromium counts a removed file as one that is still here if somebody held its body open when it was removed, and even
// after the body was collected until something else is written to the same cache, for which a full device has no room.
// Whoever does not read a body to its end must not open it, or close it.

/** Whether a file is kept, without opening it. */
export async function isKept(cache: Pick<Cache, 'keys'>, key: RequestInfo): Promise<boolean> {
  return (await cache.keys(key)).length > 0;
}

/** What its host said of a kept file; undefined when it is not here. */
export async function matchHead(
  cache: Pick<Cache, 'match'>,
  key: RequestInfo,
): Promise<Pick<Response, 'headers'> | undefined> {
  const kept = await cache.match(key);
  await kept?.body?.cancel();
  return kept;
}

/** Bytes of a kept file, which no answer in Cache Storage tells: all of it is read. Null when it is not here. */
export async function measureKept(cache: Pick<Cache, 'match'>, key: RequestInfo): Promise<number | null> {
  const kept = await cache.match(key);
  if (!kept) return null;
  let bytes = 0;
  // Not by `for await`, which Safari did not know of streams for long.
  const count = new WritableStream<Uint8Array>({
    write({ byteLength }) {
      bytes += byteLength;
    },
  });
  await kept.body?.pipeTo(count);
  return bytes;
}
