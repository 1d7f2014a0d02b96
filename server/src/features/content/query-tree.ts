import { HttpError } from '#http/errors.ts';

/** A query string with its brackets taken apart: `a[b][c]=1` is {a: {b: {c: '1'}}}. */
export type QueryValue = string | QueryTree;
export interface QueryTree {
  [name: string]: QueryValue;
}

const deepest = 6;
const mostParameters = 1000;

/** `a[]` counts up; a name given twice keeps the last. Throws 400 for brackets that do not match. */
export function nest(search: URLSearchParams): QueryTree {
  if (search.size > mostParameters)
    throw new HttpError(400, `There are more than ${mostParameters} query parameters.`);
  const root: QueryTree = Object.create(null);
  for (const [key, value] of search) {
    // No text of ours has one, and PostgreSQL takes none.
    if (value.includes('\0') || key.includes('\0'))
      throw new HttpError(400, 'A query parameter has a NUL character.');
    const [whole, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
    if (whole === undefined || first === undefined || rest === undefined) {
      throw new HttpError(400, `The query parameter \`${key}\` has brackets that do not match.`, {
        parameter: key,
      });
    }
    const names = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] as string)];
    if (names.length > deepest)
      throw new HttpError(400, `The query parameter \`${key}\` is nested too deep.`, { parameter: key });
    put(root, names, value);
  }
  return root;
}

function put(root: QueryTree, names: string[], value: string) {
  let branch = root;
  names.forEach((given, index) => {
    const name = given === '' ? nextPlace(branch) : given;
    if (index === names.length - 1) {
      branch[name] = value;
      return;
    }
    const next = branch[name];
    const inner: QueryTree = typeof next === 'object' ? next : Object.create(null);
    branch[name] = inner;
    branch = inner;
  });
}

/** Where `[]` puts its value: behind every number that stands there. */
const nextPlace = (branch: QueryTree) =>
  String(
    Object.keys(branch).reduce(
      (next, name) => (/^\d{1,9}$/.test(name) ? Math.max(next, Number(name) + 1) : next),
      0,
    ),
  );
