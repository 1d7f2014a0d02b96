import { useCallback, useEffect, useRef, useState } from 'react';
import { type SearchHit, useServices } from '#services.ts';
import { reasonOf } from '#ui/reason-of.ts';

interface Found {
  channelId: string;
  words: string;
  hits: readonly SearchHit[];
}

/**
 * What words find, and the last of it until newer words have found theirs: the list never blinks. Nothing until the
 * first words were answered.
 */
export function useSearch(channelId: string) {
  const { search } = useServices();
  const [isAsked, setAsked] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const turn = useRef(0);
  const asked = useRef('');
  const look = useCallback(
    (typed: string) => {
      const words = typed.trim();
      asked.current = words;
      setAsked(words !== '');
      turn.current += 1;
      const mine = turn.current;
      if (words === '') return;
      search.find(channelId, words).then(
        (hits) => {
          if (mine !== turn.current) return;
          setFound({ channelId, words, hits });
          setFailure(null);
        },
        (error: unknown) => mine === turn.current && setFailure(reasonOf(error)),
      );
    },
    [search, channelId],
  );
  useEffect(() => {
    // A search that fails says so by itself.
    search.prepare(channelId).catch(() => {});
    // Another window may have switched the channel beneath words that are typed already.
    look(asked.current);
    return () => {
      turn.current += 1;
    };
  }, [search, channelId, look]);
  /** Whether what is found was found for what is typed. */
  const isCurrent = useCallback((of: Found | null) => of?.words === asked.current, []);
  const isOfThis = isAsked && found?.channelId === channelId;
  return { isAsked, look, isCurrent, found: isOfThis ? found : null, failure };
}
