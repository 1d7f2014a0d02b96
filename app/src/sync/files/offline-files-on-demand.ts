import { hasManyFiles } from '../load/many-files.ts';
import { onDemand } from '../on-demand.ts';
import type { Subject } from './list-files.ts';
import type { OfflineFilesParts } from './offline-files.ts';
import { unknownState } from './unknown-state.ts';
import { watchOnDemand } from './watch-on-demand.ts';

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The files on this device; their code comes with the first use or the first look at a toggle. */
export function offlineFilesOnDemand(parts: OfflineFilesParts, onProblem: (error: unknown) => void) {
  const files = onDemand(async () => {
    const { createOfflineFiles } = await import('./offline-files.ts');
    const { watch, stop, goOn, ...others } = createOfflineFiles(parts);
    const elsewhere = once(async () => {
      const { createWatchElsewhere } = await import('./watch-elsewhere.ts');
      return createWatchElsewhere({ origin: parts.origin(), here: watch, onLoading: goOn });
    });
    return {
      ...others,
      /** A pack is put together by hand; a bundle may hold an archive. */
      watch: async (subject: Subject) =>
        subject.kind === 'bundle' && (await hasManyFiles(parts.database))
          ? (await elsewhere())(subject)
          : watch(subject),
      stop: async (subject: Subject) => stop(subject),
    };
  });
  return {
    keep: files.keep,
    drop: files.drop,
    keptBundles: files.keptBundles,
    recacheChannel: files.recacheChannel,
    resume: files.resume,
    watch: (subject: Subject) => watchOnDemand(unknownState, () => files.watch(subject), onProblem),
    stop: (subject: Subject) => void files.stop(subject).catch(onProblem),
  };
}
