import type { PackRecord } from '#storage/records.ts';

/** Whether the host has the pack: of one that waits for its first push it has nothing to tell. */
export const isAtHost = ({ _meta, pulled, pushed }: Pick<PackRecord, '_meta' | 'pulled' | 'pushed'>) =>
  !_meta?.push || Boolean(pulled || pushed);
