import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;

const listed = [
  ...readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^\| ([A-Z]+-\d+) \|/gm),
].map(([, id]) => id);

const rooms = ['.', 'app/src', 'core/src', 'server', 'journeys', 'tools'];
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) && !path.includes('node_modules');

function* testFiles() {
  for (const room of rooms) {
    const paths = readdirSync(join(root, room), { recursive: room !== '.', encoding: 'utf8' });
    for (const path of paths) if (isTest(path)) yield join(root, room, path);
  }
}

/** What titles of tests name: `test('[PLIST-05] …')`, `describe('[PLIST-05, PERM-12] …')`. Those that never run do not count. */
function named() {
  const titles =
    /\b(?:test|it|describe)(?!\.(?:skip|todo|fixme))(?:\.\w+)*\s*(?:\([^()'"`]*\)\s*)?\(\s*(['"`])(?:\\.|(?!\1).)*\1/gs;
  const ids = new Set<string>();
  for (const file of testFiles())
    for (const [title] of readFileSync(file, 'utf8').matchAll(titles))
      for (const [, list = ''] of title.matchAll(/\[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]/g))
        for (const id of list.split(', ')) ids.add(id);
  return ids;
}

test('every requirement is named by a test, and no test names one that is not in docs/requirements.md', () => {
  expect([...named()].toSorted()).toEqual(listed.toSorted());
});

test('every requirement has an id of its own', () => {
  expect(listed.length).toBeGreaterThan(0);
  expect(new Set(listed).size).toBe(listed.length);
});
