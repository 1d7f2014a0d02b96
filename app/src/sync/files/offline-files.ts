import { RemoteFailure } from '#remote/failure.ts';
import { withLock as lockOfTheDevice, type WithLock } from '#remote/with-lock.ts';
import type { AskWorker } from '#service-worker/page-side.ts';
import type { Database } from '#storage/database.ts';
import type { Notices } from '../notices.ts';
import { askToPersist } from '../protect-work.ts';
import { createBringInTurn } from './bring-in-turn.ts';
import { type CacheContentsParts, createCacheContents } from './cache-contents.ts';
import { createDownloads } from './downloads.ts';
import { createDropSpare } from './drop-spare.ts';
import type { Pause } from './fetch-files.ts';
import { followKeptPacks } from './follow-kept-packs.ts';
import { createKeptProblems } from './kept-problems.ts';
import { createKeptSubjects, subjectKey } from './kept-subjects.ts';
import type { Subject } from './list-files.ts';
import { createMakeRoom } from './make-room.ts';
import { forgetManifestOf } from './no-manifest.ts';
import { createRecacheChannel } from './recache-channel.ts';
import { createRoom } from './room.ts';
import { watchSubject } from './watch-subject.ts';

export interface OfflineFilesParts {
  database: Database;
  ask: AskWorker;
  /** UUID of whoever is signed in. */
  userId: () => string | null;
  isOnline: () => boolean;
  /** Has the connection look whether the host is there: the worker's calls tell it nothing. */
  askHost?: () => Promise<unknown>;
  /** Origin of the content host. */
  origin: () => string;
  /** Brings the records of a bundle or pack whose files cannot be told yet. */
  load?: (subject: Subject) => Promise<unknown>;
  /** Words for the person. */
  show: Notices['show'];
  withLock?: WithLock;
  browser?: OfflineFilesBrowser;
  now?: () => number;
  pause?: Pause;
  random?: () => number;
}

export interface OfflineFilesBrowser extends CacheContentsParts {
  /** Asks the browser not to empty itself of its own accord, unless it has promised that. */
  persist(): Promise<unknown>;
  /** Bytes that this origin has, and may have. */
  estimate(): Promise<{ usage?: number; quota?: number }>;
  fetch: typeof fetch;
}

const pauseInRealTime: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Files of bundles and packs on this device (RES-10, PLIST-04, CACHE-06 to CACHE-08). Caches that fail never reject (CACHE-12). */
export function createOfflineFiles(parts: OfflineFilesParts) {
  const {
    database,
    ask,
    userId,
    isOnline,
    askHost = async () => {},
    origin,
    load = async () => undefined,
    show,
    withLock = lockOfTheDevice,
    browser = thisBrowser(),
    now = Date.now,
    pause = pauseInRealTime,
    random = Math.random,
  } = parts;
  const contents = createCacheContents({ ...browser, now });
  const subjects = createKeptSubjects({ database, contents, origin });
  const { logFailure, fetch } = browser;
  const room = createRoom({ database, estimate: () => browser.estimate(), logFailure, now });
  const dropSpare = createDropSpare({ database, contents, subjects, room, ask, logFailure });
  const inTurn = createBringInTurn(withLock, contents.patience);
  const problems = createKeptProblems(database, logFailure);
  const shared = { database, contents, subjects, problems, room, ask, origin, fetch, logFailure, now };
  const downloads = createDownloads({ ...shared, inTurn, isOnline, askHost, load, pause, random });
  const recacheChannel = createRecacheChannel({ ...shared, inTurn, dropSpare });
  const watched = new Map<string, ReturnType<typeof watchSubject>>();

  let hasAsked = false;
  /** A browser may ask the person: nothing waits for that, and it is asked once in the life of a window. */
  function protect() {
    if (hasAsked) return;
    hasAsked = true;
    browser.persist().catch(logFailure);
  }

  contents.reread().catch(logFailure);
  followKeptPacks({ database, onChanged: downloads.goOn, logFailure });

  return {
    goOn: downloads.goOn,
    problems,
    makeRoom: createMakeRoom({ ...shared, withLock, show, pause }),

    watch(subject: Subject) {
      const id = subjectKey(subject);
      const known = watched.get(id);
      if (known) return known;
      const made = watchSubject(subject, {
        database,
        contents,
        subjects,
        problems,
        onLoading: downloads.goOn,
        logFailure,
      });
      watched.set(id, made);
      return made;
    },

    async keptBundles() {
      const rows = await database.kept.where('id').startsWith('bundle:').toArray();
      return rows.map(({ subjectId }) => subjectId);
    },

    /**
     * Resolves when all is here, something stands in the way, or it was stopped; the watch says which.
     * @throws RemoteFailure when nobody is signed in or the host cannot be reached (PERM-02)
     */
    async keep(subject: Subject, options: { videos?: boolean } = {}) {
      if (userId() === null) throw new RemoteFailure({ kind: 'signed-out' });
      if (!isOnline()) throw new RemoteFailure({ kind: 'unreachable', why: 'offline' });
      const id = subjectKey(subject);
      const before = await database.kept.get(id);
      const videos = options.videos ?? before?.videos ?? false;
      await database.write([database.kept], () =>
        database.kept.put({
          id,
          kind: subject.kind,
          subjectId: subject.id,
          videos,
          wanted: true,
          problem: null,
        }),
      );
      await forgetManifestOf(database, subject.id, origin());
      problems.forget(id);
      protect();
      if (before?.videos && !videos) {
        await downloads.stop(subject);
        await dropSpare((await subjects.filesOf(subject)).videos.map(({ key }) => key));
      }
      await downloads.run(subject);
    },

    stop(subject: Subject) {
      database.kept.update(subjectKey(subject), { wanted: false }).catch(logFailure);
      void downloads.stop(subject);
    },

    async drop(subject: Subject) {
      const id = subjectKey(subject);
      const row = await database.kept.get(id);
      const list = await subjects.filesOf(subject);
      await database.write([database.kept], () => database.kept.delete(id));
      problems.forget(id);
      await downloads.stop(subject);
      await forgetManifestOf(database, subject.id, origin());
      await dropSpare(subjects.keysOf(list, row));
    },

    /** For the channel load (SYNC-09, SYNC-10): pictures of the channel, and what kept subjects lack. Never rejects. */
    async recacheChannel(channelId: string) {
      if (!isOnline()) return;
      await recacheChannel(channelId).catch(logFailure);
      await downloads.resume().catch(logFailure);
    },

    /** At start and when the host comes back: goes on where a download ended. */
    resume: () => downloads.resume().catch(logFailure),
  };
}

function thisBrowser(): OfflineFilesBrowser {
  return {
    caches: (globalThis as { caches?: CacheStorage }).caches,
    windows: new BroadcastChannel('satchel-files'),
    whenSeen(listener) {
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') listener();
      });
    },
    logFailure: (error) => console.warn('Offline files:', error instanceof Error ? error.message : error),
    persist: () => askToPersist(),
    fetch: (...call) => fetch(...call),
    estimate: async () => (await (navigator as { storage?: StorageManager }).storage?.estimate?.()) ?? {},
  };
}
