import { useEffect, useState } from 'react';
import { type SearchHit, useServices } from '#services.ts';

/**
 * What the words find, and the last of it until newer words have found theirs: the list never blinks. Null until the
 * first words were answered.
 */
export function useSearch(channelId: string, words: string) {
  const { search } = useServices();
  const [hits, setHits] = useState<SearchHit[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    // A search that fails says so by itself.
    search.prepare(channelId).catch(() => {});
  }, [search, channelId]);
  const wanted = words.trim();
  useEffect(() => {
    if (wanted === '') return;
    let isLatest = true;
    search.find(channelId, wanted).then(
      (hits) => isLatest && setHits(hits),
      (error: unknown) => isLatest && setFailure(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isLatest = false;
    };
  }, [search, channelId, wanted]);
  return { hits: wanted === '' ? null : hits, failure };
}
