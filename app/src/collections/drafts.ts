import type { Draft, DraftKind, Drafts } from '#services.ts';
import type { Database } from '#storage/database.ts';
import { takeOverDrafts } from '#storage/take-over-drafts.ts';
import type { CollectionParts } from './collection-parts.ts';
import { lastOfMany } from './last-of-many.ts';

interface DraftParts extends Pick<CollectionParts, 'session' | 'now'> {
  database: Pick<Database, 'drafts' | 'write'>;
  preferences: Parameters<typeof takeOverDrafts>[1];
  /** Told once of a device that does not keep what is typed, until it keeps it again. */
  onNotKept: (error: unknown) => void;
}

const idOf = (ownerId: string, kind: DraftKind, id: string) => `${kind}.${ownerId}.${id}`;

/** What was typed and is not saved yet, on this device and for the one who typed it. */
export function createDrafts({ database, session, preferences, now, onNotKept }: DraftParts): Drafts {
  const { drafts } = database;
  /** One line of writes for each draft, whichever page it is open on. */
  const lines = new Map<string, ReturnType<typeof lastOfMany<unknown>>>();
  /** `at` of each draft as this window read or wrote it last. */
  const seen = new Map<string, number>();
  let taking: Promise<void> | null = null;
  let isTold = false;

  function takenOver() {
    taking ??= takeOverDrafts(database, preferences, now()).catch((error) => {
      taking = null;
      throw error;
    });
    return taking;
  }

  /** @param value null for none */
  async function write(ownerId: string, kind: DraftKind, id: string, value: unknown) {
    const key = idOf(ownerId, kind, id);
    try {
      await database.write([drafts], async () => {
        const before = (await drafts.get(key))?.at;
        if (value !== null) {
          // Later than any other, whatever the clock says: this is how a window knows its own again.
          const at = Math.max(now(), (before ?? 0) + 1);
          await drafts.put({ id: key, ownerId, kind, at, value });
          seen.set(key, at);
        } else if (before === seen.get(key)) await drafts.delete(key);
        // Otherwise another window has typed since; it drops what it typed itself.
      });
      isTold = false;
    } catch (error) {
      if (!isTold) onNotKept(error);
      isTold = true;
    }
  }

  return {
    async open<T>(kind: DraftKind, id: string): Promise<Draft<T>> {
      // Whose page it is does not change when the sign-in ends or another begins while it is open.
      const ownerId = session.current().user?.uuid ?? null;
      if (ownerId === null) return { stored: null, keep: () => {}, drop: () => {} };
      const key = idOf(ownerId, kind, id);
      const line = lines.get(key) ?? lastOfMany((value: unknown) => write(ownerId, kind, id, value));
      lines.set(key, line);
      // What the page before this one typed last may still be on its way.
      await line.settled();
      await takenOver();
      const row = await drafts.get(key);
      if (row) seen.set(key, row.at);
      return {
        stored: row?.ownerId === ownerId ? (row.value as T) : null,
        keep: (value) => line.put(value),
        drop: () => line.put(null),
      };
    },
  };
}
