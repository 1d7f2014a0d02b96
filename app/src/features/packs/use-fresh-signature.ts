import { useEffect } from 'react';
import { useServices, useWatched } from '#services.ts';

/** Asks the host once for the user's own signature: it may have been changed on another device. */
export function useFreshSignature() {
  const { signatures, session } = useServices();
  const { user } = useWatched(session);
  const userId = user?.uuid;
  useEffect(() => {
    if (userId) void signatures.load();
  }, [signatures, userId]);
}
