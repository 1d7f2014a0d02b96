import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { constants, gzipSync } from 'node:zlib';
import { freePort } from '@satchel/server/src/testing/free-port.ts';

export interface HostAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** ms */
  at: number;
  /** What the browser was told; null while it waits, and when it never was. */
  status: number | null;
}

export interface Exchange {
  seen: SeenRequest;
  response: ServerResponse;
  /** Lets the host do its work. Rejects when it is gone. */
  ask(): Promise<HostAnswer>;
  /** Hands an answer on as it is. */
  pass(answer: HostAnswer): void;
}

/** What befalls one exchange between browser and host. */
export type Fault = (exchange: Exchange) => void | Promise<void>;

type Matches = (seen: SeenRequest) => boolean;

interface Rule {
  matches: Matches;
  fault: Fault;
  left: number;
}

const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Requests by method and beginning of the path; `GET` of everything without more. */
export const to =
  (method: string, path: string): Matches =>
  (seen) =>
    (method === '*' || seen.method === method) && seen.path.startsWith(path);

/**
 * Stands between browser and host on one origin, and does to single exchanges what bad networks, portals, proxies and
 * hosts do. Writes every request down, those that a fault befell too.
 */
export class FaultProxy {
  readonly requests: SeenRequest[] = [];
  #hostPort = 0;
  readonly #agent = new Agent({ keepAlive: false });
  #rules: Rule[] = [];
  #server: Server | null = null;
  #port = 0;

  /** The host may start after the proxy, whose address it has to know. */
  forwardTo(hostPort: number) {
    this.#hostPort = hostPort;
  }

  get address() {
    return `http://localhost:${this.#port}`;
  }

  /** The latest rule that matches counts. Returns what lifts it. */
  meet(matches: Matches, fault: Fault, { times = Number.POSITIVE_INFINITY } = {}): () => void {
    const rule = { matches, fault, left: times };
    this.#rules = [rule, ...this.#rules];
    return () => {
      this.#rules = this.#rules.filter((other) => other !== rule);
    };
  }

  heal() {
    this.#rules = [];
  }

  requestsOf(method: string, path: string): SeenRequest[] {
    return this.requests.filter(to(method, path));
  }

  async start() {
    this.#server = createServer((incoming, response) => void this.#handle(incoming, response));
    this.#port ||= await freePort();
    this.#server.listen(this.#port, 'localhost');
    await once(this.#server, 'listening');
  }

  /** From now on nobody listens: a browser is refused at once. The port stays for another start. */
  async stop() {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse) {
    // A browser that hangs up ends the exchange, and nothing else.
    response.on('error', () => {});
    const body = await buffer(incoming).catch(() => null);
    if (body === null) return;
    const seen: SeenRequest = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: incoming.headers,
      body: body.toString(),
      at: Date.now(),
      status: null,
    };
    this.requests.push(seen);
    const exchange: Exchange = {
      seen,
      response,
      ask: () => this.#ask(seen, body),
      pass: ({ status, headers, body }) => {
        response.writeHead(status, { ...keptOf(headers), 'content-length': body.length });
        response.end(body);
      },
    };
    response.on('finish', () => {
      seen.status = response.statusCode;
    });
    const rule = this.#rules.find(({ left, matches }) => left > 0 && matches(seen));
    if (rule) rule.left -= 1;
    try {
      await (rule?.fault ?? pass)(exchange);
    } catch {
      response.destroy();
    }
  }

  async #ask({ method, path, headers }: SeenRequest, body: Buffer): Promise<HostAnswer> {
    const outgoing = request({
      ...{ host: 'localhost', port: this.#hostPort, agent: this.#agent, method, path },
      // Packed bodies could be neither read nor cut where a fault says.
      headers: { ...keptOf(headers), 'accept-encoding': 'identity', 'content-length': body.length },
    });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
  }
}

const keptOf = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.has(name)));

export const pass: Fault = async ({ ask, pass }) => pass(await ask());

/** The host hears and does it; its answer is lost. */
export const swallowAnswer: Fault = async ({ ask, response }) => {
  await ask();
  response.destroy();
};

/** The host hears and does it; whoever asked waits for its answer as long as they like. */
export const withhold: Fault = async ({ ask }) => void (await ask());

/** The line goes before the host has heard of it. */
export const drop: Fault = ({ response }) => void response.destroy();

/** Accepted, and never answered. */
export const hang: Fault = () => {};

/**
 * Announces all of the body and hangs up in the middle of it.
 * @param silentMs before that: of what comes right before the end a browser hands on nothing
 */
export const cutAfter =
  (bytes: (length: number) => number, silentMs = 0): Fault =>
  async ({ ask, response }) => {
    const { status, headers, body } = await ask();
    response.writeHead(status, { ...keptOf(headers), 'content-length': body.length });
    response.write(body.subarray(0, bytes(body.length)), () =>
      setTimeout(() => response.destroy(), silentMs),
    );
  };

/** Everything takes so many ms longer. */
export const delayed =
  (ms: number): Fault =>
  async (exchange) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await pass(exchange);
  };

/** One byte a second. */
export const trickle: Fault = async ({ ask, response }) => {
  const { status, headers, body } = await ask();
  response.writeHead(status, { ...keptOf(headers), 'content-length': body.length });
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Uint8Array.of(byte));
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  response.end();
};

/** The host is not asked. Without words of its own the body is an error in the host's form. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}, body?: string): Fault =>
  ({ response }) => {
    const errors = [{ status: String(status), title: 'Told to answer so', detail: 'by a test' }];
    response.writeHead(status, { 'content-type': 'application/vnd.api+json', ...headers });
    response.end(body ?? JSON.stringify({ errors }));
  };

/** What a hotel's network says to everything until somebody has signed in to it. */
export const captivePortal: Fault = answerWith(
  200,
  { 'content-type': 'text/html; charset=utf-8' },
  '<!doctype html><title>Welcome</title><h1>Welcome to the hotel</h1>',
);

/**
 * Packed, as hosts and what stands before them do with all that is large, and handed on as a whole answer.
 * @param pack in the pieces in which it leaves, and the browser hands each on by itself
 */
export const packed =
  (pack: (body: Buffer) => readonly Buffer[] = (body) => [gzipSync(body)]): Fault =>
  async (exchange) => {
    const answer = await exchange.ask();
    const { status, headers, body } = answer;
    if (status !== 200) return exchange.pass(answer);
    const { response } = exchange;
    response.writeHead(status, { ...keptOf(headers), 'content-encoding': 'gzip' });
    for (const [at, piece] of pack(body).entries()) {
      if (at > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
      response.write(piece);
    }
    response.end();
  };

/** What was packed ends before its end, although the answer does not. */
export const packedShort = (bytes: (length: number) => number): Fault =>
  packed((body) => {
    const whole = gzipSync(body);
    return [whole.subarray(0, bytes(whole.length))];
  });

/** What was packed goes on, from some byte of the body on, with what no packer writes. */
export const packedWrong = (bytes: (length: number) => number): Fault =>
  packed((body) => {
    const at = bytes(body.length);
    const begun = gzipSync(body.subarray(0, at), { finishFlush: constants.Z_SYNC_FLUSH });
    // A last block of the one kind that there is none of; anything else might be unpacked to something.
    return [begun, Buffer.concat([Buffer.alloc(64, 0xff), gzipSync(body.subarray(at))])];
  });

/** What the host said, changed on its way. */
export const changed =
  (change: (answer: HostAnswer) => Partial<HostAnswer>): Fault =>
  async ({ ask, pass }) => {
    const answer = await ask();
    pass({ ...answer, ...change(answer) });
  };

/** The host's JSON, changed on its way. */
export const changedJson = (change: (document: never) => unknown): Fault =>
  changed(({ body }) => ({
    body: Buffer.from(JSON.stringify(change(JSON.parse(body.toString()) as never))),
  }));

/** The host answers as if it were asked for the first time. */
export const unconditionally =
  (fault: Fault): Fault =>
  async (exchange) => {
    delete exchange.seen.headers['if-none-match'];
    await fault(exchange);
  };

export const ofType = (type: string): Fault =>
  changed(({ headers }) => ({ headers: { ...headers, 'content-type': type } }));
