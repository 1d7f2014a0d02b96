import { isMailAddress } from '#ui/mail-address.ts';
import type { RecipientFields } from './recipients.ts';

interface ReadAddresses {
  found: RecipientFields[];
  /** What was no address, as it was written. */
  unreadable: string[];
}

/** What stands between these signs, which are letters in quotes and in angle brackets. */
function partsOf(text: string, sign: ',' | ';'): string[] {
  const parts: string[] = [];
  let part = '';
  let quote = false;
  let angle = false;
  for (const letter of text) {
    if (letter === '"') quote = !quote;
    if (!quote && letter === '<') angle = true;
    if (!quote && letter === '>') angle = false;
    // A line end always ends a part: a quote that was never closed must not swallow the rest.
    const isEnd = /[\r\n]/.test(letter) || (!quote && !angle && letter === sign);
    if (isEnd) {
      parts.push(part);
      [part, quote, angle] = ['', false, false];
    } else part += letter;
  }
  return [...parts, part].map((each) => each.trim()).filter(Boolean);
}

/** Mail programs show a recipient as 'Okafor, Daniel <daniel@…>', without quotes: before a single address a comma is its name's. */
const isOneRecipient = (part: string) => /^[^@<>]*<[^@<>]+@[^@<>]+>,?$/.test(part);

/** Entries of a pasted list: apart at semicolons, line ends, and commas that stand in no name. */
const entriesOf = (text: string) =>
  partsOf(text, ';').flatMap((part) => (isOneRecipient(part) ? part.replace(/,$/, '') : partsOf(part, ',')));

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
