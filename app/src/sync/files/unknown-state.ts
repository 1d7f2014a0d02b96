import type { OfflineState } from './offline-state.ts';

/** What is shown until the cache has been looked at. */
export const unknownState: OfflineState = {
  state: 'off',
  filesDone: 0,
  filesTotal: 0,
  bytesDone: 0,
  bytesTotal: 0,
  videoBytes: 0,
  includesVideos: false,
  problem: null,
};
