import { onDemand } from '../on-demand.ts';
import type { Subject } from './list-files.ts';
import type { OfflineFilesParts } from './offline-files.ts';
import { unknownState } from './unknown-state.ts';
import { watchOnDemand } from './watch-on-demand.ts';

/** The files on this device; their code comes with the first use or the first look at a toggle. */
export function offlineFilesOnDemand(parts: OfflineFilesParts, onProblem: (error: unknown) => void) {
  const files = onDemand(async () => {
    const { openOfflineFiles } = await import('./open-offline-files.ts');
    return openOfflineFiles(parts);
  });
  parts.database.makeRoom = (tables) => files.makeRoom(tables).catch((error) => void onProblem(error));
  return Object.assign(files, {
    watch: (subject: Subject) => watchOnDemand(unknownState, () => files.follow(subject), onProblem),
    stop: (subject: Subject) => void files.halt(subject).catch(onProblem),
  });
}
