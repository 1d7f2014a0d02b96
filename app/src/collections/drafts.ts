import { newId } from '@satchel/core/pack/new-id.ts';
import type { Draft, DraftKind, DraftOfPack, Drafts } from '#services.ts';
import type { Database } from '#storage/database.ts';
import type { DraftRow } from '#storage/device-rows.ts';
import { lastWrites } from '#storage/last-writes.ts';
import { onceForAll } from '#storage/once-for-all.ts';
import { takeOverDrafts } from '#storage/take-over-drafts.ts';
import type { CollectionParts } from './collection-parts.ts';
import { draftLine } from './draft-line.ts';

interface DraftParts extends Pick<CollectionParts, 'session' | 'now'> {
  database: Pick<Database, 'drafts' | 'records' | 'write'>;
  preferences: Parameters<typeof takeOverDrafts>[1];
  /** Whether a draft is this window's from now on: no other window that is open has it. */
  claim: (name: string) => Promise<boolean>;
  /** Has something done whenever this window may be gone next. */
  beforePageGoes: (task: () => void) => void;
  /** Told once of a device that does not keep what is typed, until it keeps it again. */
  onNotKept: (error: unknown) => void;
}

/** What somebody hears of a device that keeps no draft. */
export const notKeptText = (error: unknown) => {
  const why = error instanceof Error ? error.message : '';
  return `What you type is not kept until you save it: do not close this page before. ${why}`.trim();
};

/** Of nobody nothing is kept. */
const nobodys: Draft<never> = {
  stored: null,
  keep: () => {},
  drop: () => {},
  isKept: { current: () => false, subscribe: () => () => {} },
  keepNow: async () => {},
};

/** What the page of a pack keeps of it, past the owner in its id; a new pack has none yet, and its details lie beside it. */
const packInId = /^(?<packId>[^-.@][^.@]*)(@|$)/;

const titleIn = (value: unknown) => {
  const { title } = (value ?? {}) as { title?: unknown };
  return typeof title === 'string' ? title.trim() : '';
};

const idOf = (ownerId: string, kind: DraftKind, id: string) => `${kind}.${ownerId}.${id}`;

/** When a draft was written, and by which window. */
type Seen = Pick<DraftRow, 'at' | 'by'>;

/** What a page is about, and whose it is. */
interface About {
  ownerId: string;
  kind: DraftKind;
  id: string;
  formerId: string | null;
  /** It asks for nothing that was left there before. */
  isBeside: boolean;
}

/** Where this window keeps what is typed on a page. */
interface Place {
  key: string;
  /** One line of writes, whichever page it is open on. */
  line: ReturnType<typeof draftLine>;
  /** How many pages have had it, one after the other, and which of them wrote last. */
  pages: number;
  writer: number;
}

/**
 * What was typed and is not saved yet, on this device and for the one who typed it. Each window has drafts of its own;
 * those of windows that are gone come back one by one, the newest first, on the next page that is about the same.
 */
export function createDrafts(parts: DraftParts): Drafts {
  const { database, session, preferences, claim, beforePageGoes, now, onNotKept } = parts;
  const { drafts } = database;
  /** By what a page is about, the one that was opened last first. */
  const places = new Map<string, Promise<readonly Place[]>>();
  /** Each draft as this window read or wrote it last. */
  const seen = new Map<string, Seen>();
  const by = newId();
  let isTold = false;

  const takenOver = onceForAll(() => takeOverDrafts(database, preferences, now()));

  /**
   * @param value null for none
   * @param isLast false once something newer is on its way, which a device that first had to make room must not write over
   * @returns whether the device has it
   */
  async function write(
    about: Pick<DraftRow, 'ownerId' | 'kind'>,
    key: string,
    value: unknown,
    isLast: () => boolean,
  ) {
    try {
      if (value === null) await drop(key);
      else {
        // One request, and nothing is read before: a page that goes away has no time for more.
        const at = Math.max(now(), (seen.get(key)?.at ?? 0) + 1);
        const row = { id: key, ...about, at, by, value };
        let isPut = false;
        await database.write([drafts], async () => {
          isPut = isLast();
          if (isPut) await lastWrites(() => drafts.put(row));
        });
        // What the device did not keep is not what lies there.
        if (isPut) seen.set(key, { at, by });
      }
      isTold = false;
      return true;
    } catch (error) {
      if (!isTold) onNotKept(error);
      isTold = true;
      return false;
    }
  }

  /** What another window has typed since is that one's, which drops it itself. */
  async function drop(key: string) {
    await database.write([drafts], async () => {
      const row = await drafts.get(key);
      const last = seen.get(key);
      if (row && row.at === last?.at && row.by === last.by) await drafts.delete(key);
    });
  }

  /** Of any window, the newest first. */
  async function ofWindows(about: string): Promise<string[]> {
    const rows = await drafts.where('id').equals(about).or('id').startsWith(`${about}@`).toArray();
    return rows.sort((one, other) => other.at - one.at).map(({ id }) => id);
  }

  /** The one that was written last; undefined when nothing lies in any. */
  async function newestOf(own: readonly Place[]): Promise<Place | undefined> {
    const rows = (await drafts.bulkGet(own.map(({ key }) => key))).filter((row) => row !== undefined);
    const newest = rows.sort((one, other) => other.at - one.at)[0]?.id;
    return own.find(({ key }) => key === newest);
  }

  async function findPlace(
    { ownerId, kind, id, formerId, isBeside }: About,
    own: readonly Place[],
  ): Promise<Place> {
    // What the pages before this one typed last may still be on its way.
    await Promise.all(own.map(({ line }) => line.flush()));
    await takenOver();
    const placeAt = (key: string): Place => {
      const line = draftLine((value, isLast) => write({ ownerId, kind }, key, value, isLast));
      beforePageGoes(line.flush);
      return { key, line, pages: 0, writer: 0 };
    };
    const about = idOf(ownerId, kind, id);
    if (!isBeside) {
      const mine = await newestOf(own);
      if (mine) return mine;
      const former = formerId === null ? [] : await ofWindows(idOf(ownerId, kind, formerId));
      for (const key of [...(await ofWindows(about)), ...former])
        if (await claim(`satchel-draft ${key}`)) return placeAt(key);
      if (own[0]) return own[0];
    }
    const key = `${about}@${newId()}`;
    await claim(`satchel-draft ${key}`);
    return placeAt(key);
  }

  /** One after the other: what one page has found is the next one's too. */
  function placeFor(about: About): Promise<Place> {
    const name = idOf(about.ownerId, about.kind, about.id);
    const before = places.get(name) ?? Promise.resolve([]);
    const place = before.then((own) => findPlace(about, own));
    const withPlace = async () => {
      const own = await before;
      try {
        const found = await place;
        return [found, ...own.filter((other) => other !== found)];
      } catch {
        return own;
      }
    };
    places.set(name, withPlace());
    return place;
  }

  async function openPlace<T>(page: Omit<About, 'ownerId'>): Promise<Draft<T>> {
    // Whose page it is does not change when the sign-in ends or another begins while it is open.
    const ownerId = session.current().user?.uuid ?? null;
    if (ownerId === null) return nobodys;
    const place = await placeFor({ ownerId, ...page });
    const { key, line } = place;
    const row = await drafts.get(key);
    if (row) seen.set(key, row);
    place.pages += 1;
    const own = place.pages;
    /** A save or a message may be answered long after its page was left: by then the next one may have been typed in. */
    const unlessOvertaken = (act: () => void) => {
      if (own < place.writer) return;
      place.writer = own;
      act();
    };
    return {
      stored: row?.ownerId === ownerId ? (row.value as T) : null,
      keep: (make) => unlessOvertaken(() => line.put(make)),
      drop: () => unlessOvertaken(line.drop),
      isKept: line.isKept,
      keepNow: line.flush,
    };
  }

  return {
    open: (kind, id, formerId = null) => openPlace({ kind, id, formerId, isBeside: false }),
    openBeside: (kind, id) => openPlace({ kind, id, formerId: null, isBeside: true }),

    async ofMissingPacks(): Promise<DraftOfPack[]> {
      const ownerId = session.current().user?.uuid ?? null;
      if (ownerId === null) return [];
      const about = idOf(ownerId, 'pack', '');
      const keys = await drafts.where('id').startsWith(about).primaryKeys();
      const packIds = keys.map((key) => packInId.exec(key.slice(about.length))?.groups?.packId ?? null);
      const known = packIds.filter((id) => id !== null);
      const records = await database.records('salestool--pack').bulkGet(known);
      const here = new Set(records.flatMap((pack) => (pack && pack.archived !== true ? [pack.id] : [])));
      // Drafts are as large as their packs: those of packs that are here are not read.
      const rows = await drafts.bulkGet(keys.filter((_, at) => packIds[at] && !here.has(packIds[at])));
      const found = new Map<string, DraftOfPack>();
      for (const row of rows.filter((row) => row !== undefined).sort((one, other) => other.at - one.at)) {
        const id = packInId.exec(row.id.slice(about.length))?.groups?.packId ?? '';
        if (!found.has(id)) found.set(id, { id, title: titleIn(row.value) });
      }
      return [...found.values()];
    },
  };
}
