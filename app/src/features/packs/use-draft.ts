import { useState } from 'react';
import { useServices, useWatched } from '#services.ts';

/**
 * Typed work that is not saved yet, kept on this device for the person who is signed in, so that a reload loses
 * nothing. `stored` is what was kept when the page opened; `stored` of somebody else is never seen.
 */
export function useDraft<T>(kind: 'pack' | 'message', id: string) {
  const { preferences, session } = useServices();
  const { user } = useWatched(session);
  const key = `draft.${kind}.${user?.uuid ?? 'nobody'}.${id}`;
  const [stored] = useState(() => preferences.read<T | null>(key, null));
  return {
    stored,
    keep: (draft: T) => preferences.write(key, draft),
    drop: () => preferences.write(key, null),
  };
}
