import type { EventTypeId } from '@satchel/core/contract/events.ts';

/** What is noted down when somebody did something. */
export interface NewEvent {
  eventTypeId: EventTypeId;
  description: string;
  channelId?: string | null;
  mediaId?: string | null;
  packId?: string | null;
  messageId?: string | null;
  /** UUID of who did it, null for nobody; whoever is signed in by the time it is kept may be somebody else. */
  ownerId: string | null;
}
