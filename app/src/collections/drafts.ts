import { newId } from '@satchel/core/pack/new-id.ts';
import type { Draft, DraftKind, Drafts } from '#services.ts';
import type { Database } from '#storage/database.ts';
import { takeOverDrafts } from '#storage/take-over-drafts.ts';
import type { CollectionParts } from './collection-parts.ts';
import { lastOfMany } from './last-of-many.ts';

interface DraftParts extends Pick<CollectionParts, 'session' | 'now'> {
  database: Pick<Database, 'drafts' | 'write'>;
  preferences: Parameters<typeof takeOverDrafts>[1];
  /** Whether a draft is this window's from now on: no other window that is open has it. */
  claim: (name: string) => Promise<boolean>;
  /** Told once of a device that does not keep what is typed, until it keeps it again. */
  onNotKept: (error: unknown) => void;
}

const idOf = (ownerId: string, kind: DraftKind, id: string) => `${kind}.${ownerId}.${id}`;

/** Where this window keeps what is typed on a page. */
interface Place {
  key: string;
  /** One line of writes, whichever page it is open on. */
  line: ReturnType<typeof lastOfMany<unknown>>;
}

/**
 * What was typed and is not saved yet, on this device and for the one who typed it. Each window has drafts of its own;
 * those of windows that are gone come back one by one, the newest first, on the next page that is about the same.
 */
export function createDrafts({ database, session, preferences, claim, now, onNotKept }: DraftParts): Drafts {
  const { drafts } = database;
  /** By what a page is about. */
  const places = new Map<string, Promise<Place>>();
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
  async function write(ownerId: string, kind: DraftKind, key: string, value: unknown) {
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

  /** Of any window, the newest first. */
  async function ofWindows(about: string): Promise<string[]> {
    const rows = await drafts.where('id').equals(about).or('id').startsWith(`${about}@`).toArray();
    return rows.sort((one, other) => other.at - one.at).map(({ id }) => id);
  }

  async function findPlace(ownerId: string, kind: DraftKind, id: string, own: Place | null): Promise<Place> {
    // What the page before this one typed last may still be on its way.
    await own?.line.settled();
    await takenOver();
    if (own && (await drafts.get(own.key))) return own;
    const placeAt = (key: string): Place => ({
      key,
      line: lastOfMany((value: unknown) => write(ownerId, kind, key, value)),
    });
    const about = idOf(ownerId, kind, id);
    for (const key of await ofWindows(about)) if (await claim(`satchel-draft ${key}`)) return placeAt(key);
    if (own) return own;
    const key = `${about}@${newId()}`;
    await claim(`satchel-draft ${key}`);
    return placeAt(key);
  }

  /** One after the other: what one page has found is the next one's too. */
  function placeFor(ownerId: string, kind: DraftKind, id: string): Promise<Place> {
    const about = idOf(ownerId, kind, id);
    const before = places.get(about)?.catch(() => null) ?? Promise.resolve(null);
    const place = before.then((own) => findPlace(ownerId, kind, id, own));
    places.set(about, place);
    return place;
  }

  return {
    async open<T>(kind: DraftKind, id: string): Promise<Draft<T>> {
      // Whose page it is does not change when the sign-in ends or another begins while it is open.
      const ownerId = session.current().user?.uuid ?? null;
      if (ownerId === null) return { stored: null, keep: () => {}, drop: () => {} };
      const { key, line } = await placeFor(ownerId, kind, id);
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
