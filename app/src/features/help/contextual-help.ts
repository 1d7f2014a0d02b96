import type { HelpPageRecord } from '#storage/records.ts';

/** Where somebody is: the name of the route, if it has one, and the path behind the hash. */
export interface Place {
  name: string | undefined;
  path: string;
}

function matchesExpression(expression: string, path: string) {
  try {
    return new RegExp(expression).test(path);
  } catch {
    // An expression that is none never matches (HELP-06).
    return false;
  }
}

function matchesPlain(pattern: string, path: string) {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(path);
}

function matchesEntry(entry: string, { name, path }: Place) {
  if (entry.startsWith('route:')) return entry.slice('route:'.length).trim() === name;
  if (entry.startsWith('/')) return matchesExpression(entry.slice(1).replace(/\/$/, ''), path);
  return matchesPlain(entry, path) || matchesPlain(entry, path.replace(/^\//, ''));
}

/** The help pages whose `paths` name this place (HELP-05, HELP-06). */
export const helpPagesFor = (pages: readonly HelpPageRecord[], place: Place): HelpPageRecord[] =>
  pages.filter((page) =>
    (page.paths ?? '')
      .split('\n')
      .map((entry) => entry.trim())
      .some((entry) => entry !== '' && matchesEntry(entry, place)),
  );

/** The base without a slash at the end, then the page's own address (HELP-07, HELP-08). */
export const helpPageUrl = (base: string, page: HelpPageRecord) =>
  `${base.replace(/\/$/, '')}${page.path?.alias ?? ''}`;
