import type { KeepProblem, KeptSubject } from '#storage/device-rows.ts';
import type { CacheContents } from './cache-contents.ts';
import type { ContentFile, FileList } from './list-files.ts';

export interface OfflineState {
  /** 'on' only when every byte is on the device. */
  state: 'off' | 'loading' | 'partial' | 'on';
  filesDone: number;
  filesTotal: number;
  bytesDone: number;
  bytesTotal: number;
  /** Of all videos, chosen or not. */
  videoBytes: number;
  includesVideos: boolean;
  /** Why files are missing that were asked for; null while they come and when they were stopped. */
  problem: KeepProblem | null;
}

/** Files that were chosen to be there. */
export const chosenFiles = ({ files, videos }: FileList, row: KeptSubject | undefined) =>
  row?.videos ? [...files, ...videos] : files;

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

function stateName(row: KeptSubject | undefined, isWhole: boolean): OfflineState['state'] {
  if (!row) return 'off';
  if (isWhole) return 'on';
  return row.wanted && row.problem === null ? 'loading' : 'partial';
}

/**
 * What a person is told, counted from what lies in the cache.
 * @param measured bytes of kept files by key, for those whose record does not say
 */
export function offlineState(
  row: KeptSubject | undefined,
  list: FileList,
  contents: Pick<CacheContents, 'has' | 'coming'>,
  measured: ReadonlyMap<string, number>,
): OfflineState {
  const chosen = chosenFiles(list, row);
  const size = ({ key, bytes }: ContentFile) => bytes ?? measured.get(key) ?? 0;
  const done = chosen.filter(({ key }) => contents.has(key));
  const coming = chosen.filter(({ key }) => !contents.has(key));
  const state = stateName(row, list.known && coming.length === 0);
  return {
    state,
    filesDone: done.length,
    filesTotal: chosen.length,
    bytesDone: sum([
      ...done.map(size),
      ...coming.map((file) => Math.min(contents.coming(file.key), size(file))),
    ]),
    bytesTotal: sum(chosen.map(size)),
    videoBytes: sum(list.videos.map(size)),
    includesVideos: row?.videos ?? false,
    problem: state === 'partial' ? (row?.problem ?? null) : null,
  };
}

export const isSameState = (a: OfflineState, b: OfflineState) =>
  (Object.keys(a) as (keyof OfflineState)[]).every((key) => a[key] === b[key]);
