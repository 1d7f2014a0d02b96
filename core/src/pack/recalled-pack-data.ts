import type { PackData } from './pack-data.ts';
import { type ReadPackData, readPackData, readPackDataInSteps } from './read-pack-data.ts';

// What is open, its unsaved draft, and what was open before.
const mostKept = 4;
// A list of many small packs must not push out the large one that is open.
const worthKeeping = 20_000;

const kept: { text: string; read: ReadPackData }[] = [];

function keep(text: string, read: ReadPackData) {
  kept.unshift({ text, read });
  kept.length = Math.min(kept.length, mostKept);
}

function recalled(text: string) {
  const found = kept.find((each) => each.text === text);
  // Asked for again it is mostly this very text, and not a copy of a megabyte to be compared.
  if (found) found.text = text;
  return found?.read;
}

/** What a text says that was just written as version 2: nobody need read it. */
export function keepWritten(text: string, pack: PackData) {
  if (text.length >= worthKeeping && !recalled(text)) keep(text, { ok: true, pack, version: 2 });
}

type Text = string | null | undefined;

/** What `readPackData` says, without reading a large pack again that was read a moment ago. */
export function recallPackData(text: Text): ReadPackData {
  if (typeof text !== 'string' || text.length < worthKeeping) return readPackData(text);
  const known = recalled(text);
  if (known) return known;
  const read = readPackData(text);
  keep(text, read);
  return read;
}

/** What somebody is reading now. */
const underway: string[] = [];

/** The same for a page that is in use meanwhile; whoever asks for it next has it at once, or when it has been read. */
export async function recallPackDataInSteps(
  text: Text,
  pause: () => PromiseLike<void>,
): Promise<ReadPackData> {
  if (typeof text !== 'string' || text.length < worthKeeping) return readPackData(text);
  // A screen asks several times at once. Each waits in its own way: a live query is one only as long as its pauses are.
  while (underway.includes(text)) await pause();
  const known = recalled(text);
  if (known) return known;
  underway.push(text);
  try {
    const read = await readPackDataInSteps(text, pause);
    const meanwhile = recalled(text);
    if (!meanwhile) keep(text, read);
    return meanwhile ?? read;
  } finally {
    underway.splice(underway.indexOf(text), 1);
  }
}
