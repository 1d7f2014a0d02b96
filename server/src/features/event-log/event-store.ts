import type { EventTypeId } from '@satchel/core/contract/events.ts';
import type { WriteTransaction } from '#database/database.ts';
import { isErasedMessage } from '#features/prospect-pages/erase-store.ts';

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

/**
 * Keeps an event; one that is known by its id already stays as it is, so that asking again does no harm. What a device
 * says late of a message whose prospect was erased is kept without words.
 */
export async function keepEvent(trx: WriteTransaction, accountId: string, event: LogEvent, received: number) {
  const { messageId } = event;
  const isWordless = messageId !== null && (await isErasedMessage(trx, messageId));
  await trx
    .insertInto('event')
    .values({
      id: event.id,
      event_type_id: event.eventTypeId,
      account_id: accountId,
      description: isWordless ? null : event.description,
      date: event.date,
      received,
      channel_id: event.channelId,
      media_id: event.mediaId,
      pack_id: event.packId,
      message_id: messageId,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
