import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '@satchel/server/src/testing/free-port.ts';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** ms of this process: when it came, and when its answer was given away. */
  came: number;
  answered: number;
}

interface Kept {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Answers a request itself; null leaves it to the host. */
type Answering = (seen: Seen) => { status: number; type: string; body: string | Buffer } | null;

const dexie = readFileSync(fileURLToPath(import.meta.resolve('dexie/dist/modern/dexie.mjs')));
const blank = '<!doctype html><title>Bench</title>';
// The worker never answers below this path, so that a page there has nothing of the app.
const blankPath = '/p/bench';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

const isWholeChannel = ({ method, url }: Seen) =>
  method === 'GET' && /^\/jsonapi\/salestool\/channel\/[^?]+\?.*include=/.test(url);

/**
 * Stands between browser and host, counts, and answers for the host where the host would be measured instead of the app:
 * the whole channel from memory in the bytes that the host gave the first time, and a dot for every picture.
 */
export class Front {
  readonly seen: Seen[] = [];
  answering: Answering = () => null;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #kept = new Map<string, Kept>();
  readonly #sockets = new Set<Socket>();
  readonly #closed = { up: 0, down: 0 };
  #hostPort = 0;
  #port = 0;
  #server: Server | null = null;

  get url() {
    return `http://localhost:${this.#port}`;
  }

  get blankPage() {
    return `${this.url}${blankPath}`;
  }

  /** The host has to know this address before it starts. */
  forwardTo(hostUrl: string) {
    this.#hostPort = Number(new URL(hostUrl).port);
  }

  /** Bytes on the wire so far, headers included. */
  bytes() {
    const bytes = { ...this.#closed };
    for (const { bytesRead, bytesWritten } of this.#sockets) {
      bytes.up += bytesRead;
      bytes.down += bytesWritten;
    }
    return bytes;
  }

  async start() {
    const server = createServer({ keepAliveTimeout: 60_000 }, (asked, response) => {
      this.#answer(asked, response).catch(() => response.destroy());
    });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#closed.up += socket.bytesRead;
        this.#closed.down += socket.bytesWritten;
      });
    });
    this.#port ||= await freePort();
    server.listen(this.#port, 'localhost');
    await once(server, 'listening');
    this.#server = server;
  }

  /** Nobody answers at this address any more, until it is started again. */
  async stop() {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server) await once(this.#server, 'close');
    this.#server = null;
  }

  dispose() {
    this.#agent.destroy();
    return this.stop();
  }

  async #answer(asked: IncomingMessage, response: ServerResponse) {
    const seen: Seen = {
      method: asked.method ?? 'GET',
      url: asked.url ?? '/',
      headers: asked.headers,
      body: (await buffer(asked)).toString(),
      came: performance.now(),
      answered: 0,
    };
    this.seen.push(seen);
    response.once('finish', () => {
      seen.answered = performance.now();
    });
    const own = ownAnswer(seen) ?? this.answering(seen);
    if (own) {
      response.writeHead(own.status, { 'content-type': own.type, 'content-length': own.body.length });
      response.end(own.body);
      return;
    }
    const { status, headers, body } = await this.#ask(seen);
    for (const [name, value] of Object.entries(headers))
      if (!ofTheConnection.has(name) && value !== undefined) response.setHeader(name, value);
    const hasBody = status !== 304 && status !== 204;
    response.writeHead(status, hasBody ? { 'content-length': body.length } : {});
    response.end(hasBody ? body : undefined);
  }

  async #ask(seen: Seen): Promise<Kept> {
    const isKept = isWholeChannel(seen) && seen.headers['if-none-match'] === undefined;
    const known = isKept ? this.#kept.get(seen.url) : undefined;
    if (known) return known;
    const { method, url, headers, body } = seen;
    const call = request({
      host: '127.0.0.1',
      port: this.#hostPort,
      method,
      path: url,
      headers,
      agent: this.#agent,
    });
    call.end(body);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const kept = { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
    if (isKept && kept.status === 200) this.#kept.set(seen.url, kept);
    return kept;
  }
}

function ownAnswer({ url }: Seen): ReturnType<Answering> {
  if (url === blankPath) return { status: 200, type: 'text/html', body: blank };
  if (url === `${blankPath}/dexie.mjs`) return { status: 200, type: 'text/javascript', body: dexie };
  return url.startsWith('/sites/') ? { status: 200, type: 'image/png', body: picture } : null;
}
