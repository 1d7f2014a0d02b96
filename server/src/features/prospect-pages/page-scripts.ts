import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { HttpError } from '#http/errors.ts';

const folder = join(import.meta.dirname, 'browser');
const own = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));

// The build for browsers of some years back: it is prospects' phones that it runs on.
const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const aboutLibrary = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string };
const programs = { 'pdf.min.mjs': 'legacy/build', 'pdf.worker.min.mjs': 'legacy/build' };
const dataFolders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

const version = [...own]
  .reduce((hash, [name, bytes]) => hash.update(name).update(bytes), createHash('sha256'))
  .update(aboutLibrary.version)
  .digest('hex')
  .slice(0, 12);

/** New bytes have a new address, so browsers may keep them for ever; modules find each other beside themselves. */
const base = `/prospect-page/${version}`;

export const pageScriptAddress = `${base}/page.js`;

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

// For the reader of PDFs, which runs in a worker with a policy of its own: it compiles no scripts, only its decoders.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const kept = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': workerPolicy,
  'x-content-type-options': 'nosniff',
};

/** The scripts of the prospect's page and PDF.js, from this host and as they lie on its disk: nothing is built. */
export const pageScripts: FastifyPluginAsync = async (server) => {
  server.get<{ Params: { name: string } }>(`${base}/:name`, (request, reply) => {
    const bytes = own.get(request.params.name);
    if (!bytes) throw new HttpError(404, 'No such script');
    return reply
      .headers(kept)
      .type(types['.js'] as string)
      .send(bytes);
  });

  server.get<{ Params: { '*': string } }>(`${base}/pdfjs/*`, async (request, reply) => {
    const path = pathInLibrary(request.params['*']);
    const bytes = path && (await readFile(path).catch(() => null));
    if (!path || !bytes) throw new HttpError(404, 'No such script');
    return reply
      .headers(kept)
      .type(types[extname(path)] ?? 'application/octet-stream')
      .send(bytes);
  });
};

/** Only what the viewer asks for, and nothing outside the library. */
function pathInLibrary(name: string) {
  if (Object.hasOwn(programs, name)) return join(library, programs[name as keyof typeof programs], name);
  const [inFolder = '', file = '', ...more] = name.split('/');
  const isData = dataFolders.includes(inFolder) && /^[\w-]+(?:\.[\w-]+)+$/.test(file) && more.length === 0;
  return isData ? join(library, inFolder, file) : null;
}
