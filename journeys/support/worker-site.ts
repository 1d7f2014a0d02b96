import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { freePort } from '@satchel/server/src/testing/free-port.ts';

const root = join(import.meta.dirname, '../..');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds the smallest page with the app's own build settings and worker; builds differ in their hashed parts. */
export function buildWorkerPage(build: string, folder: string) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      join(root, 'journeys/support/worker-page'),
      '--config',
      join(root, 'app/vite.config.ts'),
      '--outDir',
      folder,
      '--logLevel',
      'error',
    ],
    { cwd: join(root, 'app'), env: { ...process.env, VITE_BUILD: build }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}

/** A host of files only. Single addresses can be made to answer otherwise; every request is written down. */
export class WorkerSite {
  folder: string;
  readonly answers = new Map<string, RequestListener>();
  readonly requests: string[] = [];
  #server: Server | null = null;
  #port = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  get address() {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#port ||= await freePort();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop() {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  requestsOf(path: string) {
    return this.requests.filter((request) => request === path || request.startsWith(`${path}?`));
  }

  #answer: RequestListener = async (request, response) => {
    const address = request.url ?? '/';
    this.requests.push(address);
    const { pathname } = new URL(address, this.address);
    const special = this.answers.get(pathname);
    if (special) return special(request, response);
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    try {
      const bytes = await readFile(join(this.folder, name));
      response.writeHead(200, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'content-length': bytes.length,
        // The worker's own copy has to do, not the browser's cache.
        'cache-control': 'no-store',
      });
      return response.end(bytes);
    } catch {
      return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not here');
    }
  };
}

/** A content file as the host sends it: an address that never changes its bytes. */
export const fileOf =
  (bytes: Uint8Array, type: string): RequestListener =>
  (_request, response) =>
    response
      .writeHead(200, {
        'content-type': type,
        'content-length': bytes.length,
        'cache-control': 'public, max-age=31536000, immutable',
        etag: '"one"',
        'access-control-allow-origin': '*',
      })
      .end(bytes);

/** Announces the whole file and hangs up in the middle. */
export const cutInTheMiddle =
  (bytes: Uint8Array, type: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  };

export const page =
  (html: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);

export const failure =
  (status: number): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end('No');
