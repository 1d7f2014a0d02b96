import type { Transaction } from 'dexie';
import type { LocalRecord } from './records.ts';

type OwnedType = 'salestool--pack' | 'salestool--message' | 'salestool--signature';

const ownerField = {
  'salestool--pack': 'uid',
  'salestool--signature': 'uid',
  'salestool--message': 'user',
} as const;

/** The account a record of the host belongs to; null when it does not say. */
export function ownerOf(record: LocalRecord): string | null {
  if (!isOwned(record)) return null;
  const owner = record.type === 'salestool--message' ? record.user : record.uid;
  return owner?.id ?? null;
}

const isOwned = (record: LocalRecord): record is LocalRecord<OwnedType> =>
  Object.hasOwn(ownerField, record.type);

/**
 * Version 3: records say whose work they are. Older versions knew the owner only from the host; what never was
 * there stays without one and is given to the next person who signs in.
 */
export async function ownUnsentWork(transaction: Transaction) {
  for (const type of Object.keys(ownerField) as OwnedType[]) {
    await transaction
      .table<LocalRecord<OwnedType>, string>(type)
      .toCollection()
      .modify((record) => {
        record.ownerId ??= ownerOf(record);
      });
  }
}
