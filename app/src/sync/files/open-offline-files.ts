import { onceForAll } from '#storage/once-for-all.ts';
import { hasManyFiles } from '../load/many-files.ts';
import type { Subject } from './list-files.ts';
import { createOfflineFiles, type OfflineFilesParts } from './offline-files.ts';

/** The files on this device; where there are many, a worker follows how far they are. */
export function openOfflineFiles(parts: OfflineFilesParts) {
  const { watch, stop, goOn, problems, ...others } = createOfflineFiles(parts);
  const elsewhere = onceForAll(async () => {
    const { createWatchElsewhere } = await import('./watch-elsewhere.ts');
    return createWatchElsewhere({ origin: parts.origin(), here: watch, onLoading: goOn, problems });
  });
  return {
    ...others,
    /** A pack is put together by hand; a bundle may hold an archive. */
    follow: async (subject: Subject) =>
      subject.kind === 'bundle' && (await hasManyFiles(parts.database))
        ? (await elsewhere())(subject)
        : watch(subject),
    halt: async (subject: Subject) => stop(subject),
  };
}
