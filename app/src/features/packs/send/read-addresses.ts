import { isMailAddress } from '#ui/mail-address.ts';
import type { RecipientFields } from './recipients.ts';

interface ReadAddresses {
  found: RecipientFields[];
  /** What was no address, as it was written. */
  unreadable: string[];
}

/** Entries of a pasted list: apart at semicolons, line ends, and commas that stand in no name. */
function entriesOf(text: string): string[] {
  const entries: string[] = [];
  let entry = '';
  let quote = false;
  let angle = false;
  for (const letter of text) {
    if (letter === '"') quote = !quote;
    if (!quote && letter === '<') angle = true;
    if (!quote && letter === '>') angle = false;
    // A line end always ends an entry: a quote that was never closed must not swallow the rest.
    const isEnd = /[\r\n]/.test(letter) || (!quote && !angle && /[;,]/.test(letter));
    if (isEnd) {
      entries.push(entry);
      [entry, quote, angle] = ['', false, false];
    } else entry += letter;
  }
  return [...entries, entry].map((each) => each.trim()).filter(Boolean);
}

/** 'Daniel Okafor', and 'Okafor, Daniel' as address books write it. */
function splitName(name: string): Pick<RecipientFields, 'firstName' | 'lastName'> {
  const [last = '', first] = name.split(',').map((part) => part.trim());
  if (first) return { firstName: first, lastName: last };
  const words = last.split(/\s+/).filter(Boolean);
  return words.length < 2
    ? { firstName: words[0] ?? '', lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

const longestName = 255;

/** Recipients out of a pasted list like 'Daniel Okafor <daniel@brightwater.example>; mia@brightwater.example'. */
export function readAddresses(text: string): ReadAddresses {
  const read: ReadAddresses = { found: [], unreadable: [] };
  for (const entry of entriesOf(text)) {
    const [, name = '', inAngles] = /^(.*?)<([^<>]*)>$/.exec(entry) ?? [];
    const email = (inAngles ?? entry).replace(/^mailto:/i, '').trim();
    if (!isMailAddress(email)) {
      read.unreadable.push(entry);
      continue;
    }
    const plain = name.replace(/["\\]/g, '').replace(/\s+/g, ' ').trim().slice(0, longestName);
    read.found.push({ ...splitName(plain), email, company: '' });
  }
  return read;
}
