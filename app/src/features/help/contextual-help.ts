import type { HelpPageRecord } from '#storage/records.ts';
import type { MatchExpression } from './expression-matcher.ts';

/** Where somebody is: the names of the page, if it has any, and the path behind the hash. */
export interface Place {
  names: readonly (string | undefined)[];
  path: string;
}

/** The whole path, '*' standing for any text. Each part is looked for once, so that many stars cost no more than one. */
function matchesPlain(pattern: string, path: string) {
  const [head = '', ...others] = pattern.split('*');
  const tail = others.pop();
  if (tail === undefined) return path === head;
  if (!path.startsWith(head)) return false;
  let from = head.length;
  for (const part of others) {
    const at = path.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return path.length - tail.length >= from && path.endsWith(tail);
}

async function matchesEntry(entry: string, { names, path }: Place, matches: MatchExpression) {
  if (entry.startsWith('route:')) return names.includes(entry.slice('route:'.length).trim());
  if (entry.startsWith('/')) return matches(entry.slice(1).replace(/\/$/, ''), path);
  return matchesPlain(entry, path) || matchesPlain(entry, path.replace(/^\//, ''));
}

const entriesOf = ({ paths }: HelpPageRecord) =>
  (paths ?? '')
    .split('\n')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The help pages whose `paths` name this place (HELP-05, HELP-06). */
export async function helpPagesFor(
  pages: readonly HelpPageRecord[],
  place: Place,
  matches: MatchExpression,
): Promise<HelpPageRecord[]> {
  const isHere = await Promise.all(
    pages.map(async (page) => {
      const found = await Promise.all(entriesOf(page).map((entry) => matchesEntry(entry, place, matches)));
      return found.includes(true);
    }),
  );
  return pages.filter((_page, index) => isHere[index]);
}

/** The base without a slash at the end, then the page's own address (HELP-07, HELP-08). */
export const helpPageUrl = (base: string, page: HelpPageRecord) =>
  `${base.replace(/\/$/, '')}${page.path?.alias ?? ''}`;
