// Runs in a worker of its own: see watch-elsewhere.ts.
import { closeWhenReset } from '#storage/close-when-reset.ts';
import { openDatabase } from '#storage/database.ts';
import { createCacheContents } from './cache-contents.ts';
import { createKeptSubjects, subjectKey } from './kept-subjects.ts';
import type { Subject } from './list-files.ts';
import type { OfflineState } from './offline-state.ts';
import { watchSubject } from './watch-subject.ts';

export type Order =
  | { do: 'watch'; subject: Subject; origin: string }
  | { do: 'leave'; subject: Subject }
  /** Somebody looks at the window again. */
  | { do: 'look' };

export type News = { subject: Subject } & ({ state: OfflineState } | { isLoading: true });

const database = openDatabase();
closeWhenReset(database);
const looks = new Set<() => void>();
const leaving = new Map<string, () => void>();
const logFailure = (error: unknown) =>
  console.warn('Offline files:', error instanceof Error ? error.message : error);
const contents = createCacheContents({
  caches: (globalThis as { caches?: CacheStorage }).caches,
  windows: new BroadcastChannel('satchel-files'),
  whenSeen: (listener) => void looks.add(listener),
  logFailure,
});
contents.reread().catch(logFailure);

const tell = (news: News) => self.postMessage(news);

function watch(subject: Subject, origin: string) {
  const subjects = createKeptSubjects({ database, contents, origin: () => origin });
  const onLoading = () => tell({ subject, isLoading: true });
  const watched = watchSubject(subject, { database, contents, subjects, onLoading, logFailure });
  leaving.set(
    subjectKey(subject),
    watched.subscribe(() => tell({ subject, state: watched.current() })),
  );
}

self.onmessage = ({ data }: MessageEvent<Order>) => {
  if (data.do === 'look') for (const look of looks) look();
  else if (data.do === 'watch') watch(data.subject, data.origin);
  else {
    leaving.get(subjectKey(data.subject))?.();
    leaving.delete(subjectKey(data.subject));
  }
};
