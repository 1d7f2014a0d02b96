import * as z from 'zod/mini';
import type { PackData } from './pack-data.ts';
import { emptyPack } from './pack-data.ts';
import { readPackData } from './read-pack-data.ts';

const snapshot = z.object({ title: z.string(), pack_data: z.nullable(z.string()) });

/** As long as the title of a pack can be. */
const longestTitle = 255;

export type ReadSnapshot =
  | { ok: true; title: string; pack: PackData }
  | { ok: false; because: 'not-a-snapshot' | 'not-a-pack' | 'from-a-newer-app' };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The pack as it is when the rep sends it, as the message carries it. `pack_data` is the pack's own text. */
export const writeSnapshot = ({ title, pack_data }: { title: string; pack_data: string | null }): string =>
  JSON.stringify({ title, pack_data });

/**
 * A pack without contents is a pack; anything else that cannot be read is refused by name. No pack has a longer title than
 * what is left of one here: whoever wrote it made it up.
 */
export function readSnapshot(text: string): ReadSnapshot {
  const { data } = snapshot.safeParse(parse(text));
  if (!data) return { ok: false, because: 'not-a-snapshot' };
  const title = data.title.slice(0, longestTitle);
  const read = readPackData(data.pack_data);
  if (read.ok) return { ok: true, title, pack: read.pack };
  if (read.because === 'empty') return { ok: true, title, pack: emptyPack };
  return { ok: false, because: read.because === 'from-a-newer-app' ? read.because : 'not-a-pack' };
}
