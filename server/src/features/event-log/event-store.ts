import type { EventTypeId } from '@satchel/core/contract/events.ts';
import type { WriteTransaction } from '#database/database.ts';

export interface LogEvent {
  id: string;
  eventTypeId: EventTypeId;
  description: string | null;
  /** When it happened by the device's clock, in milliseconds. */
  date: number;
  channelId: string | null;
  mediaId: string | null;
  packId: string | null;
  messageId: string | null;
}

/** Keeps an event; one that is known by its id already stays as it is, so that asking again does no harm. */
export const keepEvent = (trx: WriteTransaction, accountId: string, event: LogEvent, received: number) =>
  trx
    .insertInto('event')
    .values({
      id: event.id,
      event_type_id: event.eventTypeId,
      account_id: accountId,
      description: event.description,
      date: event.date,
      received,
      channel_id: event.channelId,
      media_id: event.mediaId,
      pack_id: event.packId,
      message_id: event.messageId,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
