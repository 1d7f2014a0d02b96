import type { EventTypeId } from '@satchel/core/contract/events.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { Database } from '#storage/database.ts';
import type { EventRow } from '#storage/device-rows.ts';

/** LOG-11, in bytes of the entries as JSON. */
const capInBytes = 102_400;
const encoder = new TextEncoder();
const sizeOf = (row: EventRow) => encoder.encode(JSON.stringify(row)).length;

// What the cap drops first (LOG-12).
const dropOrder = { sent: 0, failed: 1, queued: 2 } satisfies Record<EventRow['status'], number>;

interface NewEvent {
  eventTypeId: EventTypeId;
  description: string;
  channelId?: string | null;
  mediaId?: string | null;
  packId?: string | null;
  messageId?: string | null;
}

/** Entries over the cap, those that are missed least first (LOG-11, LOG-12). */
export function entriesOverCap(rows: readonly EventRow[], cap = capInBytes): EventRow[] {
  let total = rows.reduce((sum, row) => sum + sizeOf(row), 0);
  const byValue = rows.toSorted(
    (a, b) => dropOrder[a.status] - dropOrder[b.status] || a.date - b.date || a.id.localeCompare(b.id),
  );
  const dropped: EventRow[] = [];
  for (const row of byValue) {
    if (total <= cap) break;
    total -= sizeOf(row);
    dropped.push(row);
  }
  return dropped;
}

/** Queues an event of somebody (LOG-06, LOG-08). */
export async function logEvent(
  database: Database,
  event: NewEvent,
  ownerId: string | null,
  now = Date.now(),
) {
  const row: EventRow = {
    id: newId(),
    description: event.description,
    status: 'queued',
    retries: 0,
    lastRetry: null,
    date: now,
    ownerId,
    data: {
      event_type_id: event.eventTypeId,
      channel_id: event.channelId ?? null,
      media_id: event.mediaId ?? null,
      pack_id: event.packId ?? null,
      message_id: event.messageId ?? null,
    },
  };
  await database.write([database.events], async () => {
    await database.events.put(row);
    const over = entriesOverCap(await database.events.toArray());
    await database.events.bulkDelete(over.map(({ id }) => id));
  });
}
