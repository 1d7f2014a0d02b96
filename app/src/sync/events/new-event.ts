import type { EventTypeId } from '@satchel/core/contract/events.ts';

/** What is noted down when somebody did something. */
export interface NewEvent {
  eventTypeId: EventTypeId;
  description: string;
  channelId?: string | null;
  mediaId?: string | null;
  packId?: string | null;
  messageId?: string | null;
  /** UUID of who did it, where somebody else may have signed in meanwhile; without it whoever is signed in. */
  ownerId?: string;
}
