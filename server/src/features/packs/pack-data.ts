import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { readSnapshot } from '@satchel/core/pack/pack-snapshot.ts';
import { readPackData, writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { unprocessable } from '#http/errors.ts';
import { packTexts } from './texts.ts';

/** Pack data as it is stored: its texts sanitised, otherwise as it came. Throws 422 for what is no pack. */
export function checkedPackData(text: string | null): string | null {
  const read = readPackData(text);
  if (!read.ok) {
    if (read.because === 'empty') return null;
    const reason = read.because === 'from-a-newer-app' ? packTexts.newerPackData : packTexts.noPackData;
    throw unprocessable([{ detail: `pack_data: ${reason}`, pointer: '/data/attributes/pack_data' }]);
  }
  const elements = read.pack.elements.map(sanitised);
  const isClean = elements.every((element, index) => element === read.pack.elements[index]);
  return isClean ? text : writePackData({ ...read.pack, elements });
}

function sanitised(element: PackElement): PackElement {
  if (element.type !== 'text') return element;
  const content = sanitiseOnHost(element.data.content, 'rich');
  return content === element.data.content ? element : { ...element, data: { ...element.data, content } };
}

/** A snapshot as a client took it, made safe the same way. Throws 422 for what is none. */
export function checkedSnapshot(text: string): string {
  const read = readSnapshot(text);
  if (!read.ok) {
    throw unprocessable([
      { detail: `pack_snapshot: ${packTexts.noSnapshot}`, pointer: '/data/attributes/pack_snapshot' },
    ]);
  }
  const elements = read.pack.elements.map(sanitised);
  return JSON.stringify({ title: read.title, pack_data: writePackData({ ...read.pack, elements }) });
}
