import type { AskWorker } from '#service-worker/page-side.ts';
import type { Database } from '#storage/database.ts';
import { withJitter } from '../save/host-rest.ts';
import type { BringInTurn } from './bring-in-turn.ts';
import type { CacheContents } from './cache-contents.ts';
import { graver } from './download-tally.ts';
import { cutOffMs, fetchFiles, type Pause, unlessCalledOff } from './fetch-files.ts';
import type { KeptProblems } from './kept-problems.ts';
import type { KeptSubjects } from './kept-subjects.ts';
import { subjectKey, subjectOf } from './kept-subjects.ts';
import { type ContentFile, contentFile, type Subject } from './list-files.ts';
import { lookForManifest } from './no-manifest.ts';
import { chosenFiles } from './offline-state.ts';
import { fittingFiles, type Room } from './room.ts';

interface DownloadsParts {
  database: Database;
  contents: CacheContents;
  subjects: KeptSubjects;
  problems: KeptProblems;
  room: Room;
  ask: AskWorker;
  origin: () => string;
  fetch: typeof fetch;
  isOnline: () => boolean;
  /** Has the connection look whether the host is there; resolves when it knows. */
  askHost: () => Promise<unknown>;
  inTurn: BringInTurn;
  /** Brings the records of a bundle or pack whose files cannot be told yet. */
  load: (subject: Subject) => Promise<unknown>;
  pause: Pause;
  random: () => number;
  logFailure: (error: unknown) => void;
  now: () => number;
}

interface Run {
  stopped: AbortController;
  end: Promise<void>;
  /** Somebody wants it while it runs: more may have been chosen since it looked. */
  isAskedAgain: boolean;
}

/** Brings what kept subjects lack: one subject after the other on this device, whatever window asks. Never rejects. */
export function createDownloads(parts: DownloadsParts) {
  const { database, contents, subjects, problems, room, ask, origin, inTurn, load, logFailure, now } = parts;
  const { isOnline, askHost, fetch, pause, random } = parts;
  const running = new Map<string, Run>();
  /** The last one that began; all others have ended or wait behind it. */
  let turn: { id: string; end: Promise<void> } | null = null;
  const fetching = { ask, contents, pause, random, logFailure, unanswered: new Set<string>() };

  contents.whenAskedToStop((id) => running.get(id)?.stopped.abort());

  async function missingFiles(id: string) {
    const row = await database.kept.get(id);
    if (!row?.wanted) return null;
    const list = await subjects.filesOf(subjectOf(row));
    const files = chosenFiles(list, row).filter(({ key }) => !contents.has(key));
    return { files, list, isWhole: list.known && files.length === 0 };
  }

  const countMissing = async (id: string) => (await missingFiles(id))?.files.length ?? 0;

  async function fetchAndNote(files: readonly ContentFile[], signal: AbortSignal) {
    const problem = await fetchFiles(files, signal, fetching);
    const here = files.filter(({ key }) => contents.has(key));
    await subjects.note(here, 'kept', now());
    return problem;
  }

  const fitting = async (files: readonly ContentFile[]) =>
    fittingFiles(files, await room.left(), await contents.begun());

  /**
   * Of files that found no room before, and that nobody asks for by hand: those that find some now. The rest would be
   * fetched for nothing, time and again.
   */
  async function fetchFitting(files: readonly ContentFile[], signal: AbortSignal) {
    const some = await fitting(files);
    const problem = await fetchAndNote(some, signal);
    if (problem === 'storage-full') await room.noteWrong();
    return some.length < files.length ? graver(problem, 'storage-full') : problem;
  }

  /**
   * An embed app's manifest names further files when it is here, so it goes in rounds until nothing new is missing. What the
   * host refuses holds up no other file.
   */
  async function fetchInRounds(id: string, signal: AbortSignal, wasFull: boolean) {
    const tried = new Set<string>();
    for (;;) {
      const missing = await missingFiles(id);
      const fresh = missing?.files.filter(({ key }) => !tried.has(key)) ?? [];
      if (!missing || missing.isWhole || signal.aborted) return null;
      if (fresh.length === 0) return 'refused';
      for (const { key } of fresh) tried.add(key);
      const problem = await (wasFull ? fetchFitting : fetchAndNote)(fresh, signal);
      if (problem !== null && problem !== 'refused') return problem;
      const { app } = missing.list;
      if (problem === 'refused' && app && !signal.aborted)
        await lookForManifest(database, app, { fetch, signal });
    }
  }

  /**
   * A line that was cut for a moment is not noticed by anybody else: whatever it cost is asked for again, and once more after each
   * time that brought something. A host that is away is noticed when it is back, and the download goes on then.
   */
  async function fetchWhileHostAnswers(id: string, signal: AbortSignal, wasFull: boolean) {
    for (let isFirst = true; ; isFirst = false) {
      const before = await countMissing(id);
      const problem = await fetchInRounds(id, signal, wasFull);
      if (problem !== 'unreachable' || signal.aborted) return problem;
      await askHost();
      const hasBrought = (await countMissing(id)) < before;
      if (!isOnline() || !(isFirst || hasBrought)) return problem;
      await unlessCalledOff(pause(withJitter(cutOffMs, random)), signal);
    }
  }

  /** What screens show beside the files; nobody is told when one of them is missing. */
  async function fetchPictures(id: string, signal: AbortSignal) {
    const row = await database.kept.get(id);
    if (!row?.wanted) return;
    const { pictures } = await subjects.filesOf(subjectOf(row));
    const missing = pictures.map((url) => contentFile(url, origin())).filter(({ key }) => !contents.has(key));
    await fetchAndNote(missing, signal);
  }

  /** @param isFirst false for another look at what was chosen meanwhile */
  async function download(id: string, signal: AbortSignal, isFirst: boolean) {
    await contents.reread();
    const wasFull = problems.known(await database.kept.get(id))?.problem === 'storage-full';
    const before = await missingFiles(id);
    // The host may still have it: it was archived, say. What is wanted again comes with its channel.
    if (before?.list.isGone) return problems.note(id, 'refused');
    // ERR-12: stubs are not among them, what they lack is still to come.
    if (isFirst && before && before.list.fileless > 0) logFailure(new Error('No file and not a media stub!'));
    if (!before || (before.isWhole && !(isFirst && before.list.lacks)) || signal.aborted) return;
    const { files } = before;
    if (wasFull && files.length > 0 && (await fitting(files)).length === 0) return;
    if (!isOnline()) return problems.note(id, 'unreachable');
    await problems.note(id, null);
    if ((!before.list.known || before.list.lacks) && before.list.app === null) {
      const row = await database.kept.get(id);
      if (row) await load(subjectOf(row));
    }
    const problem = await fetchWhileHostAnswers(id, signal, wasFull);
    if (signal.aborted) return;
    await problems.note(id, problem);
    if (problem === null) await fetchPictures(id, signal);
  }

  async function takeTurn(id: string, signal: AbortSignal, isFirst: boolean) {
    turn = { id, end: download(id, signal, isFirst) };
    await turn.end;
  }

  /** Goes on while more was chosen meanwhile and nothing stands in the way. */
  async function goRound(id: string, self: Run) {
    const { signal } = self.stopped;
    try {
      for (let isFirst = true; ; isFirst = false) {
        self.isAskedAgain = false;
        const brought = inTurn('satchel-keep', () => takeTurn(id, signal, isFirst));
        await brought.catch(async (error) => {
          logFailure(error);
          await problems.note(id, 'not-possible');
        });
        const row = problems.known(await database.kept.get(id));
        // Nothing is waited for from here to the end: whoever asks later finds no run, and begins one.
        if (!self.isAskedAgain || signal.aborted || row?.problem !== null) return;
      }
    } catch (error) {
      logFailure(error);
    } finally {
      if (running.get(id) === self) running.delete(id);
    }
  }

  /** Ends when all is here, something stands in the way, or somebody stopped it. */
  function run(subject: Subject): Promise<void> {
    const id = subjectKey(subject);
    const known = running.get(id);
    if (known && !known.stopped.signal.aborted) {
      known.isAskedAgain = true;
      return known.end;
    }
    const started: Run = { stopped: new AbortController(), end: Promise.resolve(), isAskedAgain: false };
    running.set(id, started);
    started.end = goRound(id, started);
    return started.end;
  }

  return {
    run,
    /**
     * Files are missing that should come, maybe of a download which another window left. A run that is just being stopped is
     * not begun anew.
     */
    goOn(subject: Subject) {
      const id = subjectKey(subject);
      // Nobody else was told, and would ask for it without an end.
      if (problems.unnoted(id) !== null) return;
      const known = running.get(id);
      if (known) known.isAskedAgain = true;
      else void run(subject);
    },
    /** In all windows; resolves when this one brings nothing more of it. What waits for its turn does nothing then. */
    async stop(subject: Subject) {
      const id = subjectKey(subject);
      contents.askToStop(id);
      if (turn?.id === id) await turn.end.catch(() => {});
    },
    /** Everything that was asked for and is not all here, as far as there is room for it. */
    async resume() {
      for (const row of await database.kept.toArray()) if (row.wanted) await run(subjectOf(row));
    },
  };
}
