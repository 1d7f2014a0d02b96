import type { Database } from '#storage/database.ts';
import type { ContentFile } from './list-files.ts';

interface RoomParts {
  database: Pick<Database, 'marks'>;
  /** Bytes, as far as the browser tells them. */
  estimate: () => Promise<{ usage?: number; quota?: number }>;
  logFailure: (error: unknown) => void;
  now: () => number;
}

const mark = 'no-room';
const madeMark = 'made-room';
const dayMs = 24 * 60 * 60_000;

// Where no record tells a size: most pictures and documents have less, and the records of films tell theirs.
const unknownBytes = 10_000_000;

/**
 * The smallest first, as many as find room together.
 * @param begun bytes by key of what is here of them: it takes its room already
 */
export function fittingFiles(
  files: readonly ContentFile[],
  room: number,
  begun: ReadonlyMap<string, number> = new Map(),
): ContentFile[] {
  const size = ({ key, bytes }: ContentFile) => Math.max(0, (bytes ?? unknownBytes) - (begun.get(key) ?? 0));
  let left = room;
  return files
    .toSorted((a, b) => size(a) - size(b))
    .filter((file) => {
      left -= size(file);
      return left >= 0;
    });
}

/**
 * How much more this device takes. Browsers tell what they would allow, which may be more than there is: where that has
 * proved wrong, they are believed again after a day, or when files have gone.
 */
export function createRoom({ database: { marks }, estimate, logFailure, now }: RoomParts) {
  async function told(): Promise<number> {
    try {
      const { usage = 0, quota = Number.POSITIVE_INFINITY } = await estimate();
      return quota - usage;
    } catch (error) {
      logFailure(error);
      return Number.POSITIVE_INFINITY;
    }
  }

  async function isWithin(id: string, ms: number): Promise<boolean> {
    const at = (await marks.get(id))?.value;
    return typeof at === 'number' && Math.abs(now() - at) < ms;
  }

  return {
    /** Bytes; without end where the browser does not tell. */
    async left(): Promise<number> {
      return (await isWithin(mark, dayMs)) ? 0 : told();
    },
    /** A file for which there should have been room found none. */
    noteWrong: () => marks.put({ id: mark, value: now() }),
    noteFreed: () => marks.delete(mark),
    /** Files go so that there is room for what people made. */
    noteMade: () => marks.bulkPut([mark, madeMark].map((id) => ({ id, value: now() }))),
    wasMadeWithin: (ms: number) => isWithin(madeMark, ms),
    /** Whether what went to make room for what people made would only take it again. */
    isMadeForWork: async () => (await isWithin(mark, dayMs)) && (await isWithin(madeMark, dayMs)),
  };
}

export type Room = ReturnType<typeof createRoom>;
