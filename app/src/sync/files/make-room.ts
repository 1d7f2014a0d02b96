import type { Table } from 'dexie';
import type { WithLock } from '#remote/with-lock.ts';
import type { AskWorker } from '#service-worker/page-side.ts';
import type { Database } from '#storage/database.ts';
import type { CachedFile, KeptSubject } from '#storage/device-rows.ts';
import type { Notices } from '../notices.ts';
import type { CacheContents } from './cache-contents.ts';
import type { Pause } from './fetch-files.ts';
import { type KeptSubjects, subjectOf } from './kept-subjects.ts';
import { letFilesGo } from './let-files-go.ts';
import type { ContentFile, FileList } from './list-files.ts';
import { madeRoomNotice } from './made-room-notice.ts';
import { notedFiles } from './noted-files.ts';
import { chosenFiles } from './offline-state.ts';
import type { Room } from './room.ts';

interface MakeRoomParts {
  database: Database;
  contents: CacheContents;
  subjects: KeptSubjects;
  room: Room;
  ask: AskWorker;
  withLock: WithLock;
  show: Notices['show'];
  logFailure: (error: unknown) => void;
  now: () => number;
  pause: Pause;
}

/** Whether there is room: since just now, or for up to a minute. */
type Made = 'now' | 'before' | 'none';

interface Kept {
  row: KeptSubject;
  list: FileList;
  files: readonly ContentFile[];
}

/** Bytes: more than anybody writes at once, so that what is saved next finds room, too. */
const enough = 50_000_000;

/** ms. Whoever finds the device full sooner after files went only tries again: to let go of more has not helped. */
const lastsMs = 60_000;

/** A browser may take note of files that went only some time after they are gone; until then nothing can be written. */
const unnoticedMs = 750;
/** Whether what went can be noted by now. */
const mostLooks = 5;

// A window that froze while it made room must not hold up what another one saves. To do it twice does no harm.
const lockPatienceMs = 10_000;

// Where the device has no more space although files went, something else takes it.
const restMs = 60 * 60_000;

const isAmong =
  (keys: ReadonlySet<string>) =>
  ({ key }: ContentFile) =>
    keys.has(key);

/**
 * Lets go of content files when this device has no space for what people make (F4): they can be downloaded again, and what
 * was not saved cannot. First what is not all here and what nobody chose to have offline, pictures for example; then of what
 * was kept the longest ago the largest. Nothing but files ever goes, and what is content itself makes no room.
 */
export function createMakeRoom(parts: MakeRoomParts) {
  const { database, contents, subjects, room, ask, withLock, show, logFailure, now, pause } = parts;
  const { cachedFiles, drafts, kept, lease, queue } = database;
  let making: Promise<Made> | null = null;
  let noUseAt = Number.NEGATIVE_INFINITY;

  /** What waits has a place in the queue, and who brings it to the host takes the lease before anything else. */
  const isForWork = async (tables: readonly Table[]) =>
    tables.includes(queue) ||
    tables.includes(drafts) ||
    (tables.includes(lease) && (await queue.count()) > 0);

  async function readKept(): Promise<Kept[]> {
    const read: Kept[] = [];
    for (const row of await kept.toArray()) {
      const list = await subjects.filesOf(subjectOf(row));
      read.push({ row, list, files: chosenFiles(list, row) });
    }
    return read;
  }

  /**
   * Keys of files to let go of, those that are missed least first.
   * @param before bytes of what goes before them
   */
  async function choose(all: readonly Kept[], before: number): Promise<Set<string>> {
    const noted = new Map<string, CachedFile>();
    for await (const rows of notedFiles(database)) for (const file of rows) noted.set(file.url, file);
    const keptAt = (files: readonly ContentFile[]) =>
      files.reduce((at, { key }) => Math.max(at, noted.get(key)?.at ?? 0), 0);
    const chosen = all.map(({ files }) => ({ files, at: keptAt(files) })).sort((a, b) => a.at - b.at);
    const places = new Map<string, number>();
    const sizes = new Map<string, number>();
    // A file of several counts for the one that was kept last.
    for (const [at, { files }] of chosen.entries()) {
      for (const { key, bytes } of files) {
        places.set(key, at + 1);
        if (bytes !== null) sizes.set(key, bytes);
      }
    }
    const areAllKnown = all.every(({ list }) => list.known || list.isGone);
    // As long as nobody can tell all that was chosen, what was fetched for it once may be part of it.
    const placeOf = (key: string) =>
      places.get(key) ?? (!areAllKnown && noted.get(key)?.because === 'kept' ? 1 : 0);
    const files = [...contents.keys()].map((key) => ({
      key,
      place: placeOf(key),
      bytes: sizes.get(key) ?? noted.get(key)?.bytes ?? 0,
    }));
    const going = new Set<string>();
    let bytes = before;
    for (const file of files.sort((a, b) => a.place - b.place || b.bytes - a.bytes)) {
      if (bytes >= enough) break;
      going.add(file.key);
      bytes += file.bytes;
    }
    return going;
  }

  /**
   * What is not all here any more says so, and does not begin by itself to fill the device again.
   * @returns false when the device does not even take that
   */
  async function note(all: readonly Kept[], going: ReadonlySet<string>): Promise<boolean> {
    const isStillToCome = ({ row, list, files }: Kept) =>
      row.wanted && (!list.known || files.some(({ key }) => !contents.has(key)));
    const inPart = all.filter((each) => each.files.some(isAmong(going)) || isStillToCome(each));
    try {
      await database.write([kept, database.marks], async () => {
        for (const { row } of inPart) await kept.update(row.id, { problem: 'storage-full' });
        await room.noteMade();
      });
      return true;
    } catch (error) {
      logFailure(error);
      return false;
    }
  }

  /**
   * Notes it first, where there is still room for that, so that nobody fetches again what is gone by the time this window is
   * closed, and no other window begins as well; otherwise as soon as some files have made that room, before anybody sees
   * that they are missing and takes them for some that are still to come.
   * @param begun keys of files of which parts are here, which go with them
   * @returns false when it could not even be noted in the end: then files went for nothing
   */
  async function drop(
    all: readonly Kept[],
    going: ReadonlySet<string>,
    begun: Iterable<string>,
  ): Promise<boolean> {
    let isNoted = await note(all, going);
    const untold: string[] = [];
    async function onAsked(some: readonly string[]) {
      // Each time: a download that was called off may have had the last word, and others wait a minute from now on.
      isNoted = (await note(all, going)) || isNoted;
      untold.push(...some);
      if (isNoted) await contents.went(untold.splice(0));
    }
    await letFilesGo([...begun, ...going], { ask, onAsked, logFailure });
    for (let left = mostLooks; !isNoted && left > 0; left -= 1) {
      await pause(unnoticedMs);
      isNoted = await note(all, going);
    }
    await contents.went(untold);
    return isNoted;
  }

  async function letGo(): Promise<boolean> {
    await contents.reread();
    const all = await readKept();
    const begun = await contents.begun();
    const bytesBegun = [...begun.values()].reduce((sum, bytes) => sum + bytes, 0);
    const going = await choose(all, bytesBegun);
    if (going.size + begun.size === 0) return false;
    // What comes in just now would take the room again.
    for (const { row } of all) contents.askToStop(row.id);
    const hasHelped = await drop(all, going, begun.keys());
    const gone = new Set([...going].filter((key) => !contents.has(key)));
    const losses = all.filter(({ files }) => files.some(isAmong(gone))).map(({ row }) => row);
    const isAnyGone = gone.size > 0 || (await contents.begun()).size < begun.size;
    if (!isAnyGone) return false;
    // What somebody chose does not go without a word, even if it was for nothing.
    if (gone.size > 0 && (hasHelped || losses.length > 0)) show(madeRoomNotice(gone.size, losses));
    if (!hasHelped) {
      noUseAt = now();
      return false;
    }
    await cachedFiles.bulkDelete([...gone]);
    return true;
  }

  async function make(): Promise<Made> {
    if (await room.wasMadeWithin(lastsMs)) return 'before';
    const isOfUse = Math.abs(now() - noUseAt) >= restMs;
    return isOfUse && (await letGo()) ? 'now' : 'none';
  }

  /**
   * For a write that found no space. All that fail at once share it, in all windows.
   * @returns whether it is worth another try
   */
  return async (tables: readonly Table[]): Promise<boolean> => {
    if (!(await isForWork(tables))) return false;
    making ??= withLock('satchel-make-room', make, { ms: lockPatienceMs, isHolderGone: async () => true })
      .catch((error) => {
        logFailure(error);
        return 'none' as const;
      })
      .finally(() => {
        making = null;
      });
    const made = await making;
    if (made === 'before') await pause(unnoticedMs);
    return made !== 'none';
  };
}
