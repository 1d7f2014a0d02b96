import { isKnownToHost } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { wasThere } from './pushable.ts';
import { putForPush } from './save-record.ts';

const fields = ['title', 'job_title', 'email', 'telephone', 'telephone2'] as const;

/** With what it changes, and what that was before: another device may have changed the rest since. */
function asChange(signature: SignatureRecord, there: SignatureRecord | undefined): SignatureRecord {
  // A restored host that has lost it gets all of it.
  if (!there || (!isKnownToHost(there) && wasThere(there))) return signature;
  const { push = false, said, was = {} } = there._meta ?? {};
  // One that waits without, of an app of before say, goes whole.
  if (isKnownToHost(there) && push && said === undefined) return signature;
  const changed = fields.filter((name) => signature[name] !== there[name]);
  const before = Object.fromEntries(changed.map((name) => [name, there[name] ?? null]));
  return {
    ...signature,
    _meta: {
      ...signature._meta,
      said: [...new Set([...(said ?? []), ...changed])],
      was: { ...before, ...was },
    },
  };
}

const ownOf = (database: Database, { ownerId }: SignatureRecord) =>
  database
    .records('salestool--signature')
    .filter((each) => each.ownerId === ownerId && each.shared !== true)
    .toArray();

/** The one that was saved in its place in another window while it was on its way; null as long as it is there itself. */
export async function savedInPlaceOf(
  database: Database,
  signature: SignatureRecord,
): Promise<SignatureRecord | null> {
  const own = await ownOf(database, signature);
  if (own.some(({ id }) => id === signature.id)) return null;
  return own.sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0))[0] ?? null;
}

/**
 * A signature in place of the others of its person on this device, in one transaction: one is kept (PROF-11). One that a message
 * still waits with stays until that has gone, and a shared one belongs to its channel. Resolves with the one that is kept: what
 * the same person has saved since in another window, while this one slept, is not given up for what was written before.
 */
export async function saveSignature(
  database: Database,
  signature: SignatureRecord,
): Promise<SignatureRecord> {
  const signatures = database.records('salestool--signature');
  const messages = database.records('salestool--message');
  const packs = database.records('salestool--pack');
  return database.write([signatures, messages, packs, database.queue], async () => {
    const own = await ownOf(database, signature);
    const later = own.find(({ changed, _meta }) => _meta?.push && (changed ?? 0) > (signature.changed ?? 0));
    if (later) return later;
    const waiting = await database.queue.filter(({ type }) => type === 'salestool--message').primaryKeys();
    const needed = new Set((await messages.bulkGet(waiting)).map((message) => message?.signature?.id));
    const dropped = own.map(({ id }) => id).filter((id) => id !== signature.id && !needed.has(id));
    await signatures.bulkDelete(dropped);
    await database.queue.bulkDelete(dropped);
    const there = own.find(({ id }) => id === signature.id);
    await putForPush(database, asChange(signature, there));
    return signature;
  });
}
