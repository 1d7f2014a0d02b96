/** CONST-07 */
const afterMs = 600_000;

/** One further push some time after the start, for what no other occasion took along (SYNC-12, SYNC-13). */
export const pushOnceLater = (
  push: () => void,
  setTimeout: (task: () => void, ms: number) => unknown = globalThis.setTimeout,
) => void setTimeout(push, afterMs);
