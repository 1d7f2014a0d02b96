import type { Database } from './database.ts';
import type { DraftRow } from './device-rows.ts';

interface Preferences {
  names(): string[];
  read<T>(name: string, fallback: T): T;
  remove(names: readonly string[]): void;
}

/** 'draft.pack.OWNER.PACK', as drafts were named when they lay in local storage. */
const earlierName = /^draft\.(?<id>(?<kind>pack|message)\.(?<ownerId>[^.]+)\..+)$/;

/**
 * Takes drafts out of local storage, where they lay before the database kept them. They go there only once they are
 * safe here: whatever cuts this short, the next start does it again. What lies there was typed by the earlier app last.
 */
export async function takeOverDrafts(
  { drafts, write }: Pick<Database, 'drafts' | 'write'>,
  preferences: Preferences,
  now: number,
) {
  const earlier = preferences.names().filter((name) => earlierName.test(name));
  if (earlier.length === 0) return;
  const rows = earlier.flatMap((name): DraftRow[] => {
    const { id = '', kind = '', ownerId = '' } = earlierName.exec(name)?.groups ?? {};
    const value = preferences.read<unknown>(name, null);
    return value === null ? [] : [{ id, ownerId, kind: kind as DraftRow['kind'], at: now, value }];
  });
  await write([drafts], async () => void (await drafts.bulkPut(rows)));
  preferences.remove(earlier);
}
