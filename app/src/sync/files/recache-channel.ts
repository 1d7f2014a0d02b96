import type { AskWorker } from '#service-worker/page-side.ts';
import type { Database } from '#storage/database.ts';
import { channelPictures } from '../channel-pictures.ts';
import type { BringInTurn } from './bring-in-turn.ts';
import type { CacheContents } from './cache-contents.ts';
import { createDownloadTally, type DownloadTally } from './download-tally.ts';
import { type KeptSubjects, subjectOf } from './kept-subjects.ts';
import { type ContentFile, contentFile, contentFiles } from './list-files.ts';
import { lookForManifestsAgain } from './no-manifest.ts';
import { shownKeys } from './noted-files.ts';
import { chosenFiles } from './offline-state.ts';
import type { Room } from './room.ts';
import { forgetSpareFiles, hasSpareFiles } from './spare-files.ts';
import { withdrawnFiles } from './withdrawn-files.ts';

interface RecacheParts {
  database: Database;
  contents: CacheContents;
  subjects: KeptSubjects;
  room: Room;
  ask: AskWorker;
  origin: () => string;
  fetch: typeof fetch;
  inTurn: BringInTurn;
  dropSpare: (keys: readonly string[], evenSo: ReadonlySet<string>) => Promise<void>;
  logFailure: (error: unknown) => void;
  now: () => number;
}

/** CACHE-08, CONST-02 */
const recacheAfterMs = 24 * 60 * 60_000;
const picturesPerQuestion = 10;
// A film may take longer than its worker lives, and takes none of the others with it then.
const filesPerQuestion = 1;
// As with what is kept by hand: browsers have six connections to a host without HTTP/2, and the rep needs some of them.
const questionsAtOnce = 2;

interface Round {
  perQuestion: number;
  renew: boolean;
  /** Which of them to ask for, seen just before: files go while thousands are asked for. */
  sift: (files: readonly ContentFile[]) => Promise<readonly ContentFile[]>;
  signal?: AbortSignal;
}

const markOf = (channelId: string) => `channel-files:${channelId}`;

/**
 * Keeps the pictures that a channel's tiles and pages show; once in 24 hours those that are kept already, and the files
 * of kept bundles and packs, are asked for anew, and what nothing needs any more goes; at once when content was withdrawn.
 */
export function createRecacheChannel(parts: RecacheParts) {
  const { database, contents, subjects, room, ask, origin, fetch, inTurn, dropSpare, logFailure, now } =
    parts;

  const onProgress = ({ url, bytes }: { url: string; bytes: number }) =>
    contents.comes(contentFile(url, origin()).key, bytes);

  const picturesOf = async (channelId: string) =>
    contentFiles(await channelPictures(database, channelId, origin()), origin());

  /** Files of kept subjects are about to go: a renewal would bring them back, and begins anew with the next load. */
  let renewing = new AbortController();
  contents.whenAskedToStop(() => renewing.abort());

  const thoseHere = async (files: readonly ContentFile[]) => files.filter(({ key }) => contents.has(key));

  // A download that found no room says nothing of pictures: they are small, and it may have been a film.
  const thoseForWhichIsRoom = async (files: readonly ContentFile[]) =>
    (await room.isMadeForWork()) ? thoseHere(files) : files;

  async function fetchAll(
    files: readonly ContentFile[],
    { perQuestion, renew, sift, signal }: Round,
    tally: DownloadTally,
  ) {
    let at = 0;
    async function fetchSome() {
      while (at < files.length && !tally.isOver()) {
        const next = files.slice(at, at + perQuestion);
        at += perQuestion;
        try {
          const some = await sift(next);
          if (some.length === 0) continue;
          const urls = some.map(({ url }) => url);
          const options = { onProgress, ...(signal && { signal }) };
          const { failed } = await ask({ type: 'st-precache', urls, renew }, options);
          await contents.came(some.map(({ key }) => key));
          const reasons = new Map(failed.map(({ url, reason }) => [url, reason]));
          for (const url of urls) tally.count(reasons.get(url) ?? null);
        } catch (error) {
          // Nobody keeps files here; pictures come from the network then.
          logFailure(error);
          tally.giveUp();
        }
      }
    }
    await Promise.all(Array.from({ length: questionsAtOnce }, fetchSome));
  }

  async function isDue(channelId: string) {
    const at = (await database.marks.get(markOf(channelId)))?.value;
    return typeof at !== 'number' || Math.abs(now() - at) >= recacheAfterMs;
  }

  /** Each once, however many bundles and packs it is part of. */
  async function keptFiles() {
    const files = new Map<string, ContentFile>();
    for (const row of await database.kept.toArray()) {
      const list = await subjects.filesOf(subjectOf(row));
      for (const file of chosenFiles(list, row)) files.set(file.key, file);
    }
    return [...files.values()];
  }

  async function renewKept(tally: DownloadTally) {
    renewing = new AbortController();
    const { signal } = renewing;
    const round = { perQuestion: filesPerQuestion, renew: true, sift: thoseHere, signal };
    await fetchAll(await keptFiles(), round, tally);
  }

  /**
   * Pictures of every channel on this device count, so that one channel does not empty another. Of what may have been chosen
   * as well, as far as nobody can tell that yet, only what was withdrawn goes; the rest is looked for again.
   */
  async function dropUnneeded() {
    const { areAllKnown, mayBeMore } = await subjects.needed();
    const withdrawn = areAllKnown ? new Set<string>() : await withdrawnFiles(database, origin());
    const shown = new Set<string>();
    for (const id of await database.records('salestool--channel').toCollection().primaryKeys()) {
      for (const { key } of await picturesOf(id)) shown.add(key);
    }
    const noted = await shownKeys(database);
    await database.cachedFiles.bulkDelete(
      noted.filter((key) => !shown.has(key) && (!mayBeMore(key) || withdrawn.has(key))),
    );
    await dropSpare([...contents.keys(), ...(await contents.begun()).keys()], withdrawn);
    if (areAllKnown) await forgetSpareFiles(database);
  }

  async function recache(channelId: string) {
    await contents.reread();
    const pictures = await picturesOf(channelId);
    const due = await isDue(channelId);
    const wanted = due ? pictures : pictures.filter(({ key }) => !contents.has(key));
    const tally = createDownloadTally();
    const round = { perQuestion: picturesPerQuestion, renew: due, sift: thoseForWhichIsRoom };
    await fetchAll(wanted, round, tally);
    await subjects.note(
      wanted.filter(({ key }) => contents.has(key)),
      'shown',
      now(),
    );
    if (due && !tally.isOver()) await renewKept(tally);
    if (due && !tally.isOver()) {
      const { signal } = renewing;
      await lookForManifestsAgain(database, origin(), { fetch, signal });
    }
    const isAnew = due && tally.isDone();
    // Where there is no room left, older versions of files may take it, and to drop them needs no host.
    const isFull = tally.problem() === 'storage-full';
    if (isAnew || isFull || (await hasSpareFiles(database))) await dropUnneeded();
    if (isAnew) await database.marks.put({ id: markOf(channelId), value: now() });
  }

  return (channelId: string) => inTurn('satchel-recache', () => recache(channelId));
}
