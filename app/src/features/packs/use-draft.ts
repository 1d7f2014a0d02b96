import { useState } from 'react';
import { useServices, useWatched } from '#services.ts';

/**
 * Typed work that is not saved yet, kept on this device for the person who types it, so that a reload loses nothing.
 * `stored` is what was kept when the page opened; nobody else ever sees it, whoever signs in or out meanwhile.
 */
export function useDraft<T>(kind: 'pack' | 'message', id: string) {
  const { preferences, session } = useServices();
  const { user } = useWatched(session);
  // Whose page it is does not change when the sign-in ends while it is open.
  const [owner] = useState(user?.uuid ?? null);
  const key = owner === null ? null : `draft.${kind}.${owner}.${id}`;
  const [stored] = useState(() => (key === null ? null : preferences.read<T | null>(key, null)));
  const write = (draft: T | null) => {
    if (key !== null) preferences.write(key, draft);
  };
  return { stored, keep: (draft: T) => write(draft), drop: () => write(null) };
}
