import { subjectKey } from './kept-subjects.ts';
import type { Subject } from './list-files.ts';
import type { OfflineState } from './offline-state.ts';
import { unknownState } from './unknown-state.ts';
import type { News, Order } from './watch-worker.ts';

interface ElsewhereParts {
  /** Origin of the content host. */
  origin: string;
  /** Called when files are missing that should come. */
  onLoading: (subject: Subject) => void;
  logFailure: (error: unknown) => void;
}

interface Watched {
  state: OfflineState;
  listeners: Set<() => void>;
}

/**
 * How far the files of bundles and packs are, followed by a worker: where there are many thousands, going through them
 * would hold up the page. Only the figures come over.
 */
export function createWatchElsewhere({ origin, onLoading, logFailure }: ElsewhereParts) {
  const watched = new Map<string, Watched>();
  const worker = new Worker(new URL('./watch-worker.ts', import.meta.url), { type: 'module', name: 'files' });
  const order = (order: Order) => worker.postMessage(order);

  worker.onmessage = ({ data }: MessageEvent<News>) => {
    const of = watched.get(subjectKey(data.subject));
    if (!of) return;
    if ('isLoading' in data) {
      onLoading(data.subject);
      return;
    }
    of.state = data.state;
    for (const listener of of.listeners) listener();
  };
  worker.onerror = ({ message }) => logFailure(new Error(message || 'The watch over files did not start'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') order({ do: 'look' });
  });

  return (subject: Subject) => {
    const key = subjectKey(subject);
    const mine = watched.get(key) ?? { state: unknownState, listeners: new Set() };
    watched.set(key, mine);
    return {
      current: () => mine.state,
      subscribe(listener: () => void) {
        if (mine.listeners.size === 0) order({ do: 'watch', subject, origin });
        mine.listeners.add(listener);
        return () => {
          mine.listeners.delete(listener);
          if (mine.listeners.size === 0) order({ do: 'leave', subject });
        };
      },
    };
  };
}
