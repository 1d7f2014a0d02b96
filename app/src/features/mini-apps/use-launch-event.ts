import { eventTypes } from '@satchel/core/contract/events.ts';
import { useCallback } from 'react';
import { useNote } from '#collections/use-note.ts';
import { useServices, useWatched } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';

/** Logs that the app was launched (APP-06). */
export function useLaunchEvent({ title }: BundleRecord) {
  const note = useNote();
  const { session } = useServices();
  const { activeChannelId } = useWatched(session);
  return useCallback(
    () =>
      note({
        eventTypeId: eventTypes.APP_LAUNCH,
        description: `App launch: ${title ?? ''}`,
        channelId: activeChannelId,
      }),
    [note, title, activeChannelId],
  );
}
