import type { Database } from '#storage/database.ts';
import type { Device } from './files-device.ts';

export const million = 1_000_000;

/** The database takes no rows of the stores that people write to, as long as more bytes of files lie here than it allows. */
export function fullAbove({ cached, database }: Device, bytes: number, sizes: ReadonlyMap<string, number>) {
  const state = {
    refused: 0,
    isFull: () => [...cached.keys()].reduce((sum, key) => sum + (sizes.get(key) ?? 0), 0) > bytes,
  };
  const refuse = () => {
    if (!state.isFull()) return;
    state.refused += 1;
    throw new DOMException('No space', 'QuotaExceededError');
  };
  for (const table of [database.queue, database.drafts, database.lease, database.kept, database.marks]) {
    table.hook('creating', refuse);
    table.hook('updating', refuse);
  }
  return state;
}

export const draft = (id: string) => ({ id, ownerId: 'ada', kind: 'pack' as const, at: 1, value: 'typed' });
export const typing = (database: Database, id = 'a') =>
  database.write([database.drafts], async () => void (await database.drafts.put(draft(id))));
