import type { Database } from '#storage/database.ts';
import type { EventRow } from '#storage/device-rows.ts';

/** LOG-11, in bytes of the entries as JSON. */
const capInBytes = 102_400;
const encoder = new TextEncoder();

export const entrySize = (row: EventRow) => encoder.encode(JSON.stringify(row)).length;

// What the cap drops first (LOG-12).
const dropOrder = { sent: 0, failed: 1, queued: 2 } satisfies Record<EventRow['status'], number>;

/** Entries over the cap, those that are missed least first (LOG-11, LOG-12). */
export function entriesOverCap(rows: readonly EventRow[]): EventRow[] {
  let total = rows.reduce((sum, row) => sum + entrySize(row), 0);
  const byValue = [...rows].sort(
    (a, b) => dropOrder[a.status] - dropOrder[b.status] || a.date - b.date || a.id.localeCompare(b.id),
  );
  const dropped: EventRow[] = [];
  for (const row of byValue) {
    if (total <= capInBytes) break;
    total -= entrySize(row);
    dropped.push(row);
  }
  return dropped;
}

/** Brings the log below its cap again, inside the transaction of what made it grow. */
export async function dropOverCap({ events }: Pick<Database, 'events'>) {
  const over = entriesOverCap(await events.toArray());
  await events.bulkDelete(over.map(({ id }) => id));
}
