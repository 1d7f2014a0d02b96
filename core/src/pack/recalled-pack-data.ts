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

const recalled = (text: string) => kept.find((each) => each.text === text)?.read;

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

/** The same for a page that is in use meanwhile; whoever asks for it next has it at once. */
export async function recallPackDataInSteps(
  text: Text,
  pause: () => PromiseLike<void>,
): Promise<ReadPackData> {
  if (typeof text !== 'string' || text.length < worthKeeping) return readPackData(text);
  const known = recalled(text);
  if (known) return known;
  const read = await readPackDataInSteps(text, pause);
  const meanwhile = recalled(text);
  if (meanwhile) return meanwhile;
  keep(text, read);
  return read;
}
