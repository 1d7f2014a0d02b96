import type { WithLock } from '#remote/with-lock.ts';
import type { AskWorker } from '#service-worker/page-side.ts';
import type { Database } from '#storage/database.ts';
import type { KeepProblem } from '#storage/device-rows.ts';
import type { CacheContents } from './cache-contents.ts';
import { fetchFiles } from './fetch-files.ts';
import type { KeptSubjects } from './kept-subjects.ts';
import { subjectKey, subjectOf } from './kept-subjects.ts';
import { contentFile, type Subject } from './list-files.ts';
import { chosenFiles } from './offline-state.ts';

interface DownloadsParts {
  database: Database;
  contents: CacheContents;
  subjects: KeptSubjects;
  ask: AskWorker;
  origin: () => string;
  isOnline: () => boolean;
  withLock: WithLock;
  /** Brings the records of a bundle or pack whose files cannot be told yet. */
  load: (subject: Subject) => Promise<unknown>;
  logFailure: (error: unknown) => void;
  now: () => number;
}

/** Brings what kept subjects lack: one subject after the other on this device, whatever window asks. Never rejects. */
export function createDownloads(parts: DownloadsParts) {
  const { database, contents, subjects, ask, origin, isOnline, withLock, load, logFailure, now } = parts;
  const running = new Map<string, { stopped: AbortController; end: Promise<void> }>();

  contents.whenAskedToStop((id) => running.get(id)?.stopped.abort());

  async function missingFiles(id: string) {
    const row = await database.kept.get(id);
    if (!row?.wanted) return null;
    const list = await subjects.filesOf(subjectOf(row));
    const files = chosenFiles(list, row).filter(({ key }) => !contents.has(key));
    return { files, list, isWhole: list.known && files.length === 0 };
  }

  /** An embed app's manifest names further files when it is here, so it goes in rounds until nothing new is missing. */
  async function fetchInRounds(id: string, signal: AbortSignal): Promise<KeepProblem | null> {
    const tried = new Set<string>();
    for (;;) {
      const missing = await missingFiles(id);
      const fresh = missing?.files.filter(({ key }) => !tried.has(key)) ?? [];
      if (!missing || missing.isWhole || signal.aborted) return null;
      if (fresh.length === 0) return 'refused';
      for (const { key } of fresh) tried.add(key);
      const problem = await fetchFiles(fresh, signal, { ask, contents, logFailure });
      const here = fresh.filter(({ key }) => contents.has(key));
      await subjects.note(here, 'kept', now());
      if (problem !== null) return problem;
    }
  }

  /** What screens show beside the files; nobody is told when one of them is missing. */
  async function fetchPictures(id: string, signal: AbortSignal) {
    const row = await database.kept.get(id);
    if (!row?.wanted) return;
    const { pictures } = await subjects.filesOf(subjectOf(row));
    const missing = pictures.map((url) => contentFile(url, origin())).filter(({ key }) => !contents.has(key));
    await fetchFiles(missing, signal, { ask, contents, logFailure });
    await subjects.note(
      missing.filter(({ key }) => contents.has(key)),
      'kept',
      now(),
    );
  }

  async function download(id: string, signal: AbortSignal) {
    await contents.reread();
    const before = await missingFiles(id);
    // ERR-12: stubs are not among them, what they lack is still to come.
    if (before && before.list.fileless > 0) logFailure(new Error('No file and not a media stub!'));
    if (!before || (before.isWhole && !before.list.lacks) || signal.aborted) return;
    if (!isOnline()) return void (await database.kept.update(id, { problem: 'unreachable' }));
    await database.kept.update(id, { problem: null });
    if ((!before.list.known || before.list.lacks) && before.list.app === null) {
      const row = await database.kept.get(id);
      if (row) await load(subjectOf(row));
    }
    const problem = await fetchInRounds(id, signal);
    if (signal.aborted) return;
    await database.kept.update(id, { problem });
    if (problem === null) await fetchPictures(id, signal);
  }

  /** Ends when all is here, something stands in the way, or somebody stopped it. */
  function run(subject: Subject): Promise<void> {
    const id = subjectKey(subject);
    const known = running.get(id);
    if (known && !known.stopped.signal.aborted) return known.end;
    const stopped = new AbortController();
    const end = withLock('satchel-keep', () => download(id, stopped.signal))
      .catch(async (error) => {
        logFailure(error);
        await database.kept.update(id, { problem: 'not-possible' });
      })
      .catch(logFailure)
      .finally(() => {
        if (running.get(id)?.stopped === stopped) running.delete(id);
      });
    running.set(id, { stopped, end });
    return end;
  }

  return {
    run,
    isRunning: (id: string) => running.has(id),
    /** In all windows; resolves when this one has ended. */
    async stop(subject: Subject) {
      const id = subjectKey(subject);
      const end = running.get(id)?.end;
      contents.askToStop(id);
      await end;
    },
    /** Everything that was asked for and is not all here. */
    async resume() {
      for (const row of await database.kept.toArray()) if (row.wanted) await run(subjectOf(row));
    },
  };
}
