// Also runs on a thread: a pack can have ten megabytes.
import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import { itemNames } from '@satchel/core/pack/item-names.ts';
import { packMediaIds, packReferences } from '@satchel/core/pack/pack-contents.ts';
import type { PackData, PackElement } from '@satchel/core/pack/pack-data.ts';
import { readSnapshot } from '@satchel/core/pack/pack-snapshot.ts';
import { readPackData, writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { unkeepableIn } from '#http/plain-characters.ts';
import { packTexts } from './texts.ts';

export const packData = import.meta.filename;

type Checked<Text> = { ok: true; text: Text } | { ok: false; because: 'not-a-pack' | 'from-a-newer-app' };

/** Pack data as it is stored: its texts sanitised, otherwise as it came. */
export function checkedPackData(text: string): Checked<string | null> {
  const read = readPackData(text);
  if (!read.ok) {
    if (read.because === 'empty') return { ok: true, text: null };
    return { ok: false, because: read.because === 'from-a-newer-app' ? read.because : 'not-a-pack' };
  }
  const elements = read.pack.elements.map(sanitised);
  const isClean = elements.every((element, index) => element === read.pack.elements[index]);
  return { ok: true, text: isClean ? text : writePackData({ ...read.pack, elements }) };
}

function sanitised(element: PackElement): PackElement {
  if (element.type !== 'text') return element;
  const content = sanitiseOnHost(element.data.content, 'rich');
  return content === element.data.content ? element : { ...element, data: { ...element.data, content } };
}

/** What a pack names, each once. As text it goes to and from a thread at once, however much it names. */
export interface PackContents {
  bundles: string[];
  medias: string[];
  /** What it calls those, in this order. */
  names: string[];
  /** Named in the place of a media, but as something else. */
  others: string[];
}

function contentsIn(pack: PackData): PackContents {
  const references = packReferences(pack);
  const [bundles, medias] = [references.bundles.map(({ id }) => id), references.medias.map(({ id }) => id)];
  const known = new Set(medias);
  const names = itemNames(pack);
  return {
    bundles,
    medias,
    names: [...bundles, ...medias].map((id) => names.get(id) ?? id),
    others: packMediaIds(pack).filter((id) => !known.has(id)),
  };
}

/** A snapshot as a client took it, made safe the same way, with its `PackContents`; or why it is refused. */
export function checkedSnapshot(text: string): { text: string; contents: string } | { refused: string } {
  const read = readSnapshot(text);
  if (!read.ok) {
    return { refused: read.because === 'from-a-newer-app' ? packTexts.newerPackData : packTexts.noSnapshot };
  }
  const contents = contentsIn(read.pack);
  // The pack is a text within JSON: nobody has looked yet at what stands in there as an escape. Its words stay one, but what it
  // names is looked for.
  const reason = unkeepableIn([contents.bundles, contents.medias, contents.others]);
  if (reason !== null) return { refused: reason };
  const elements = read.pack.elements.map(sanitised);
  return {
    text: JSON.stringify({ title: read.title, pack_data: writePackData({ ...read.pack, elements }) }),
    contents: JSON.stringify(contents),
  };
}

/** The `PackContents` of a stored snapshot; null when it cannot be read. */
export function snapshotContents(text: string): string | null {
  const read = readSnapshot(text);
  return read.ok ? JSON.stringify(contentsIn(read.pack)) : null;
}
