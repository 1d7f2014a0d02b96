import type { KeptProblems } from './kept-problems.ts';
import { subjectKey } from './kept-subjects.ts';
import type { Subject } from './list-files.ts';
import { isSameState, type OfflineState } from './offline-state.ts';
import { unknownState } from './unknown-state.ts';
import type { News, Order } from './watch-worker.ts';

interface Watchable {
  current(): OfflineState;
  subscribe(listener: () => void): () => void;
}

type WatchWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

interface ElsewhereParts {
  /** Origin of the content host. */
  origin: string;
  /** The page's own watch, for where no worker runs: slower with many files, but as right. */
  here: (subject: Subject) => Watchable;
  /** Called when files are missing that should come. */
  onLoading: (subject: Subject) => void;
  /** What the worker cannot know. */
  problems: Pick<KeptProblems, 'unnoted' | 'subscribe'>;
  start?: () => WatchWorker;
}

interface Watched {
  subject: Subject;
  /** As the worker has told. */
  heard: OfflineState;
  state: OfflineState;
  listeners: Set<() => void>;
  /** Ends what is followed for the listeners there are; null while there are none. */
  end: (() => void) | null;
}

const startWorker = (): WatchWorker =>
  new Worker(new URL('./watch-worker.ts', import.meta.url), { type: 'module', name: 'files' });

/**
 * How far the files of bundles and packs are, followed by a worker: where there are many thousands, going through them
 * would hold up the page. Only the figures come over.
 */
export function createWatchElsewhere({
  origin,
  here,
  onLoading,
  problems,
  start = startWorker,
}: ElsewhereParts) {
  const watched = new Map<string, Watched>();
  let worker: WatchWorker | null = null;
  try {
    worker = start();
    worker.onmessage = ({ data }: MessageEvent<News>) => hear(data);
    worker.onerror = ({ message }) => comeHere(message);
  } catch (error) {
    comeHere(error);
  }

  /** The worker did not start or broke: whatever is followed is followed by the page from now on. */
  function comeHere(why: unknown) {
    console.warn('Offline files are watched by the page:', why);
    worker?.terminate();
    worker = null;
    for (const one of watched.values()) if (one.end) one.end = follow(one);
  }

  function hear(news: News) {
    const one = watched.get(subjectKey(news.subject));
    if (!one) return;
    if ('isLoading' in news) onLoading(news.subject);
    else show(one, news.state);
  }

  function show(one: Watched, heard: OfflineState) {
    one.heard = heard;
    const problem = problems.unnoted(subjectKey(one.subject));
    const isOver = problem !== null && heard.state === 'loading';
    const state: OfflineState = isOver ? { ...heard, state: 'partial', problem } : heard;
    if (isSameState(one.state, state)) return;
    one.state = state;
    for (const listener of one.listeners) listener();
  }

  function follow(one: Watched): () => void {
    const { subject } = one;
    const order = (order: Order) => worker?.postMessage(order);
    if (worker) {
      order({ do: 'watch', subject, origin });
      return () => order({ do: 'leave', subject });
    }
    const own = here(subject);
    const leave = own.subscribe(() => show(one, own.current()));
    show(one, own.current());
    return leave;
  }

  problems.subscribe(() => {
    for (const one of watched.values()) if (one.end) show(one, one.heard);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') worker?.postMessage({ do: 'look' } satisfies Order);
  });

  function watchedOf(subject: Subject): Watched {
    const key = subjectKey(subject);
    const known = watched.get(key);
    if (known) return known;
    const made = {
      subject,
      heard: unknownState,
      state: unknownState,
      listeners: new Set<() => void>(),
      end: null,
    };
    watched.set(key, made);
    return made;
  }

  return (subject: Subject): Watchable => {
    const one = watchedOf(subject);
    return {
      current: () => one.state,
      subscribe(listener: () => void) {
        one.listeners.add(listener);
        one.end ??= follow(one);
        return () => {
          one.listeners.delete(listener);
          if (one.listeners.size > 0) return;
          one.end?.();
          one.end = null;
        };
      },
    };
  };
}
