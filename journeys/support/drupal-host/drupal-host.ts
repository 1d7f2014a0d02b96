import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { freePort } from '@satchel/server/src/testing/free-port.ts';
import { answerJsonApi } from './answer-json-api.ts';
import { drupalDefinitions } from './definitions.ts';
import { StyleAddresses } from './image-styles.ts';
import { type ImageStyles, type Manners, usualManners } from './manners.ts';
import { type HostAnswer, htmlNotFound, jsonAnswer, jsonApiAnswer, jsonApiVersion } from './refusal.ts';
import { type AskBehind, nobody, SignIns, unauthorized } from './sign-ins.ts';

interface Seen {
  method: string;
  /** With its query, decoded. */
  path: string;
  status: number;
  body: string;
}

const needsBearer = /^\/(?:jsonapi|openapi|oauth\/api|salestool)\b/;

/** Hosts of this kind say nothing of what becomes of a mail, in their log neither. */
function withoutDelivery(log: unknown) {
  const { results = [] } = log as { results?: Record<string, unknown>[] };
  return {
    ...(log as object),
    results: results.map(({ delivery: _, delivery_detail: __, ...rest }) => rest),
  };
}

/**
 * A content host of the other kind for tests: it speaks as recordings of a running Drupal have it, and keeps its
 * content in a host of ours behind it, whose address only it knows.
 */
export class DrupalHost {
  readonly manners: Manners;
  readonly signIns: SignIns;
  /** Every call that was answered or lost, in order. */
  readonly seen: Seen[] = [];
  readonly #behind: string;
  readonly #server;
  readonly #sockets = new Set<Socket>();
  readonly #styles = new StyleAddresses();
  readonly #losing: ((method: string, path: string) => boolean)[] = [];
  #port = 0;

  /** @param behind origin of the host that keeps the content */
  constructor(behind: string, manners: Partial<Manners> = {}) {
    this.#behind = behind;
    this.manners = { ...usualManners, ...manners };
    this.signIns = new SignIns(this.manners);
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  get address() {
    return `http://localhost:${this.#port}`;
  }

  async start() {
    this.#port ||= await freePort();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Gone at once: nothing listens, and what was on its way is cut. */
  async stop() {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Does the work of the next call that fits and hangs up instead of answering. */
  loseAnswerOf(method: string, path: string) {
    this.#losing.push((asked, at) => asked === method && at.startsWith(path));
  }

  /** From now on pictures are named so, with addresses that differ from the ones before. */
  nameStylesAs(shape: ImageStyles) {
    this.manners.imageStyles = shape;
    this.#styles.key = shape;
  }

  async #handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', this.address);
    const method = request.method ?? 'GET';
    const isOurs =
      needsBearer.test(url.pathname) ||
      ['/config.json', '/oauth/token', '/oauth/revoke'].includes(url.pathname);
    if (!isOurs) return this.#pass(request, response, this.#styles.realPath(url.pathname) + url.search);
    const body = Buffer.concat(await request.toArray());
    const answer = await this.#answer(method, url, request, body);
    const path = decodeURIComponent(url.pathname + url.search);
    this.seen.push({ method, path, status: answer.status, body: body.toString() });
    const lost = this.#losing.findIndex((isLost) => isLost(method, path));
    if (lost >= 0) {
      this.#losing.splice(lost, 1);
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { ...answer.headers, vary: 'Origin' });
    response.end(method === 'HEAD' || answer.status === 204 ? undefined : answer.body);
  }

  async #answer(method: string, url: URL, request: IncomingMessage, body: Buffer): Promise<HostAnswer> {
    const { authorization } = request.headers;
    if (url.pathname === '/oauth/revoke') return htmlNotFound();
    if (url.pathname === '/oauth/token') return this.signIns.token(body.toString(), this.#ask);
    if (url.pathname === '/config.json') {
      const { body: configuration } = await this.#ask('/config.json', {});
      // The app's own file at this host; nobody restores it together with the content.
      return jsonAnswer(200, { ...(configuration as object), generation: '' });
    }
    const isAnonymous = authorization === undefined || this.signIns.isDead(authorization);
    if (authorization && isAnonymous && this.manners.badBearer === 'unauthorized') return unauthorized();
    if (url.pathname.startsWith('/openapi/')) return jsonAnswer(200, drupalDefinitions());
    if (url.pathname === '/jsonapi')
      return jsonApiAnswer(200, { jsonapi: jsonApiVersion, data: [], links: {} });
    if (url.pathname.startsWith('/jsonapi/')) {
      return answerJsonApi(
        {
          ...{ method, url, body, isAnonymous, headers: request.headers },
          authorization: this.signIns.authorizationBehind(authorization),
        },
        { ask: this.#ask, styles: this.#styles, manners: this.manners },
      );
    }
    if (isAnonymous) return url.pathname === '/oauth/api/me' ? nobody() : jsonAnswer(403, { message: '' });
    const { status, body: given } = await this.#ask(url.pathname + url.search, {
      method,
      headers: {
        authorization: this.signIns.authorizationBehind(authorization),
        ...(body.length > 0 && { 'content-type': request.headers['content-type'] ?? '' }),
        ...(request.headers['content-disposition'] && {
          'content-disposition': request.headers['content-disposition'],
        }),
      },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    if (status === 401) return this.manners.badBearer === 'unauthorized' ? unauthorized() : nobody();
    return jsonAnswer(
      status,
      url.pathname.startsWith('/salestool/packlog/') ? withoutDelivery(given) : given,
    );
  }

  /** The host behind names itself in its answers; this one stands in for it. */
  readonly #ask: AskBehind = async (path, init) => {
    const response = await fetch(`${this.#behind}${path}`, init);
    const text = (await response.text()).replaceAll(this.#behind, this.address);
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : null };
  };

  /** Pages, files and the app itself, byte for byte. */
  #pass(request: IncomingMessage, response: ServerResponse, path: string) {
    const behind = httpRequest(`${this.#behind}${path}`, {
      method: request.method,
      headers: { ...request.headers, host: new URL(this.#behind).host },
    });
    behind.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    behind.on('error', () => response.destroy());
    response.on('close', () => behind.destroy());
    request.pipe(behind);
  }
}
