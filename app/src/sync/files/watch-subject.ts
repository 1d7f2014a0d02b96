import { liveQuery } from 'dexie';
import type { Database } from '#storage/database.ts';
import type { CacheContents } from './cache-contents.ts';
import type { KeptProblems } from './kept-problems.ts';
import { type KeptSubjects, subjectKey } from './kept-subjects.ts';
import type { Subject } from './list-files.ts';
import { isSameState, type OfflineState, offlineState } from './offline-state.ts';
import { unknownState } from './unknown-state.ts';

interface WatchParts {
  database: Database;
  contents: CacheContents;
  subjects: KeptSubjects;
  /** What this thread knows of problems that could not be noted. */
  problems?: Pick<KeptProblems, 'known' | 'subscribe'>;
  /** Called when files are missing that should come, so that a download goes on which another window left. */
  onLoading: (subject: Subject) => void;
  logFailure: (error: unknown) => void;
}

interface Watchable {
  current(): OfflineState;
  subscribe(listener: () => void): () => void;
}

/** How far a bundle's or pack's files are, followed while somebody listens. */
export function watchSubject(
  subject: Subject,
  { database, contents, subjects, problems, onLoading, logFailure }: WatchParts,
): Watchable {
  const listeners = new Set<() => void>();
  // What is found first is told whatever it is: a page may still show what it heard of an earlier watch.
  let state: OfflineState | null = null;
  let end: (() => void) | null = null;

  function follow(): () => void {
    let records: Awaited<ReturnType<typeof readRecords>> | null = null;
    let isOver = false;
    let latest = 0;

    async function readRecords() {
      const row = await database.kept.get(subjectKey(subject));
      // Thousands of files are not gone through for a switch that stands on off.
      const isPlain = !row && subject.kind === 'bundle';
      return { row, list: await (isPlain ? subjects.videosOf(subject.id) : subjects.recordsOf(subject)) };
    }

    async function renew() {
      if (!records) return;
      const turn = ++latest;
      const row = problems ? problems.known(records.row) : records.row;
      const list = await subjects.withManifest(records.list);
      const next = offlineState(row, list, contents, await subjects.measured(list));
      // Something newer is being read already, or nobody listens any more.
      if (isOver || turn !== latest) return;
      if (next.state === 'loading') onLoading(subject);
      if (state && isSameState(state, next)) return;
      state = next;
      for (const listener of listeners) listener();
    }

    const renewing = () => void renew().catch(logFailure);
    const following = liveQuery(readRecords).subscribe({
      next: (read) => {
        records = read;
        renewing();
      },
      error: logFailure,
    });
    const stopContents = contents.subscribe(renewing);
    const stopProblems = problems?.subscribe(renewing);
    return () => {
      isOver = true;
      following.unsubscribe();
      stopContents();
      stopProblems?.();
    };
  }

  return {
    current: () => state ?? unknownState,
    subscribe(listener) {
      listeners.add(listener);
      end ??= follow();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        end?.();
        end = null;
      };
    },
  };
}
