import { useCallback } from 'react';
import { type NewEvent, useServices } from '#services.ts';

/** Notes down what is done at the moment of the call, as the doing of whoever is signed in then. */
export function useNote() {
  const { events, session } = useServices();
  return useCallback(
    (event: Omit<NewEvent, 'ownerId'>) =>
      void events.note({ ...event, ownerId: session.current().user?.uuid ?? null }),
    [events, session],
  );
}
