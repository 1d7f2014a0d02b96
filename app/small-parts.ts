import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Plugin } from 'vite';

/** What is larger takes the line longer than the wait for its first byte. */
const smallBytes = 30_000;
const kinds = ['.js', '.css'];

/**
 * The small parts of the app once more in one file, for its installation: `assets/small-parts-….json`, an object of their
 * texts by their addresses.
 */
export const smallParts = (): Plugin => ({
  name: 'small-parts',
  async writeBundle({ dir }) {
    if (dir === undefined) return;
    const parts: Record<string, string> = {};
    for (const name of (await readdir(join(dir, 'assets'))).sort()) {
      const path = join(dir, 'assets', name);
      if (!kinds.includes(extname(name)) || (await stat(path)).size > smallBytes) continue;
      parts[`/assets/${name}`] = await readFile(path, 'utf8');
    }
    const text = JSON.stringify(parts);
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 7);
    await writeFile(join(dir, 'assets', `small-parts-${hash}.json`), text);
  },
});
