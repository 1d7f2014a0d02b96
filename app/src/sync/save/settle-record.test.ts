import { expect, test } from 'vitest';
import type { PackRecord } from '#storage/records.ts';
import { createMemoryHost } from '#testing/memory-host.ts';
import { draftOf, openSignedIn } from '#testing/signed-in-device.ts';
import { newQueueRow } from './pushable.ts';
import { settleRecords } from './settle-record.ts';

test('an answer that a frozen window hears late leaves a later edit where it began', async () => {
  const { database, ...device } = openSignedIn(createMemoryHost());
  const packs = database.records('salestool--pack');
  const waits = (pack: PackRecord, etag: string) => ({
    ...pack,
    _meta: { push: true, base: { changed: 1, etag } },
  });
  const asStored = (pack: PackRecord, changed: number, etag: string) => ({
    ...{ id: pack.id, type: pack.type, title: pack.title, drupal_internal__id: 1, changed },
    _meta: { ownState: etag },
  });
  const first = waits(draftOf(device as never, 'First'), 'e0');
  await packs.put(first);
  const settle = (record: PackRecord, stored: ReturnType<typeof asStored>, at: number) => {
    const row = newQueueRow(record);
    return settleRecords(database, record.type, [
      { claim: { record, row, before: row, generation: null }, stored, at },
    ]);
  };
  const late = () => settle(first, asStored(first, 2, 'e1'), 20);
  // Another window has taken over, and its answers came: of the first edit, and of a second one.
  await settle(first, asStored(first, 2, 'e1'), 10);
  const second = waits({ ...(await packs.get(first.id))!, title: 'Second' }, 'e1');
  await packs.put(second);
  await settle(second, asStored(second, 3, 'e2'), 11);
  const third = waits({ ...(await packs.get(first.id))!, title: 'Third' }, 'e2');
  await packs.put(third);
  const place = { ...newQueueRow(third), claimedBy: 7, tried: true };
  await database.queue.put(place);
  await late();
  expect(await packs.get(first.id)).toEqual(third);
  expect(await database.queue.get(first.id)).toEqual(place);
});
