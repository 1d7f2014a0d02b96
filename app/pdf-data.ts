import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import type { Plugin } from 'vite';

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = createRequire(import.meta.url)('pdfjs-dist/package.json') as { version: string };
const cache = join(import.meta.dirname, '../node_modules/.cache/satchel');

/** What PDF.js asks for while it reads, and in which file of the app it lies. The decoders come with the fonts. */
const packs: Record<string, { folders: string[]; kinds: string[] }> = {
  'virtual:pdf-character-maps': { folders: ['cmaps'], kinds: ['.bcmap'] },
  'virtual:pdf-fonts': { folders: ['standard_fonts', 'wasm'], kinds: ['.pfb', '.ttf', '.wasm'] },
};
/** Runs scripts of documents, which Satchel never does. */
const leftOut = 'quickjs-eval.wasm';

const packPath = (name: string) => join(cache, `${name.slice('virtual:'.length)}-${version}.zip`);

async function pack(name: string, { folders, kinds }: (typeof packs)[string]) {
  const path = packPath(name);
  if (existsSync(path)) return;
  const files: Zippable = {};
  for (const folder of folders)
    for (const file of (await readdir(join(library, folder))).sort())
      if (kinds.includes(extname(file)) && file !== leftOut)
        files[file] = new Uint8Array(await readFile(join(library, folder, file)));
  await mkdir(cache, { recursive: true });
  // A time of its own would give the same bytes another name with every build.
  await writeFile(`${path}.${process.pid}`, zipSync(files, { level: 9, mtime: '1980-01-01' }));
  await rename(`${path}.${process.pid}`, path);
}

/**
 * Two hundred small files of PDF.js as two: they are installed with the app so that every PDF reads offline, and each
 * file of an installation is one more wait for the host.
 */
export const pdfData = (): Plugin => ({
  name: 'pdf-data',
  enforce: 'pre',
  async configResolved() {
    for (const [name, content] of Object.entries(packs)) await pack(name, content);
  },
  resolveId: (id) => (Object.hasOwn(packs, id) ? `${packPath(id)}?url` : null),
});
