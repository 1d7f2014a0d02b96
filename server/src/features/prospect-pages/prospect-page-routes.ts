import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import type { FileStore, OpenFile } from '#files/file-store.ts';
import { lifelessPolicy, servedAs } from '#files/served-as.ts';
import { pathAsked } from '#http/asked-address.ts';
import { takesGzip } from '#http/encoding.ts';
import { asHttpError, HttpError } from '#http/errors.ts';
import { newNonce, pageHeaders, sendHtmlPage, unlisted } from '#http/html-page.ts';
import { endGzip, unpacked } from '#http/open-gzip.ts';
import { sendFile } from '#http/send-file.ts';
import type { Keys } from '#keys.ts';
import type { Outbox } from '#mail/outbox.ts';
import type { Threads } from '#threads/threads.ts';
import { createKeptPages } from './kept-pages.ts';
import { createLinkGate, isServed } from './link-gate.ts';
import { fileBeside, type GatedMessage, type LinkedFile, presentState, sentFile } from './link-store.ts';
import { lockDocument } from './lock-document.ts';
import { notReadyDocument, packDocumentEnd } from './page-document.ts';
import { pictureClaim } from './page-of-message.ts';
import { pageScripts } from './page-scripts.ts';
import { unlockRoutes } from './unlock-routes.ts';
import { viewRoutes } from './view-routes.ts';
import { keepDownload, keepScanner, totalsOf, visitCounter } from './view-store.ts';
import { deviceOf, isAhead, isMachine, newVisit, readVisit } from './visit.ts';

interface Dependencies {
  config: Config;
  database: HostDatabase;
  files: FileStore;
  keys: Keys;
  outbox: Outbox;
  clock: Clock;
  threads: Threads;
}

// A file may be kept by the reader's own browser, which asks again each time, so that a withdrawn one is gone at once.
const askedAgain = { ...unlisted, 'cache-control': 'private, no-cache' };

/** What prospects see, by a link only: no sign-in, no cookies, no third parties (content-host contract, sections 1 and 5). */
export const prospectPageRoutes =
  ({ config, database, files, keys, outbox, clock, threads }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    const { brand } = config;
    const gate = createLinkGate({ config, keys, clock });
    const pages = createKeptPages({ config, database, keys, threads });
    const countVisits = visitCounter(database);

    server.setErrorHandler((error, request, reply) => {
      const refusal = asHttpError(error);
      if (refusal.status >= 500) request.log.error({ err: error }, 'prospect page failed');
      return sendHtmlPage(reply.code(refusal.status).headers(refusal.headers), notReadyDocument(brand));
    });

    server.register(unlockRoutes({ config, database, clock, gate }));
    server.register(viewRoutes({ config, database, keys, outbox, clock, gate }));

    server.register(pageScripts);

    server.get<{ Params: { token: string }; Querystring: Record<string, unknown> }>(
      '/p/:token',
      { compress: false },
      async (request, reply) => {
        const { token } = request.params;
        const state = await presentState(database, token);
        const passage = state && (await gate.passage(state, request, countVisits));
        if (passage === 'locked') return sendHtmlPage(reply, lockDocument(brand, pathAsked(request.url)));
        const page = state && passage === 'open' && (await pages.page(state, token));
        if (!page) throw notReady();
        // The app adds `?own` when a rep opens a link: their own visit, which is labelled and never counted.
        const visitor = isMachine(request) ? 'scanner' : 'own' in request.query ? 'own' : 'prospect';
        if (visitor === 'scanner') {
          await note(request, (trx) => keepScanner(trx, state.id, deviceOf(request), clock()));
        }
        // A page that was made for nobody would go on to be the reader's, and their visit a scanner's. Browsers ask again.
        if (isAhead(request)) return sendHtmlPage(reply.code(503), notReadyDocument(brand));
        const { sections } = page;
        const begin = () => newVisit(keys, state.id, { visitor, sections }, clock());
        const begun = gate.visitOf(request, reply, token, state, begin);
        // Where visits are limited a rep's browser may hold one of a reader, which their own look is no part of.
        const visit = readVisit(keys, state.id, begun.session, clock());
        const isOther = visitor === 'own' && visit?.visitor !== 'own';
        const session = isOther ? begin() : begun.session;
        const before = visit && begun.isAgain && !isOther ? await totalsOf(database, visit.id) : null;
        const nonce = newNonce();
        const end = Buffer.from(packDocumentEnd(nonce, { views: `/p/${token}/views`, session, before }));
        reply.headers(pageHeaders(page.policy(nonce))).header('vary', 'accept-encoding');
        if (!takesGzip(request.headers['accept-encoding'])) {
          const start = page.plain ?? (await unpacked(page.gzip));
          return reply.send(Buffer.concat([start, end]));
        }
        return reply.header('content-encoding', 'gzip').send(endGzip(page.gzip, end));
      },
    );

    server.route<{ Params: { token: string; mediaId: string } }>({
      method: ['GET', 'HEAD'],
      url: '/p/:token/files/:mediaId',
      compress: false,
      async handler(request, reply) {
        const { token, mediaId } = request.params;
        const found = await admitted(request, sentFile(database, token, mediaId, 'file_id'));
        return sendOriginal(request, reply, found, () => noteDownload(request, found.message, mediaId));
      },
    });

    server.route<{ Params: { token: string; mediaId: string } }>({
      method: ['GET', 'HEAD'],
      url: '/p/:token/files/:mediaId/preview',
      compress: false,
      async handler(request, reply) {
        const { token, mediaId } = request.params;
        return sendPicture(
          request,
          reply,
          await admitted(request, sentFile(database, token, mediaId, 'preview_id')),
        );
      },
    });

    server.route<{ Params: { token: string; fileId: string; signature: string } }>({
      method: ['GET', 'HEAD'],
      url: '/p/:token/pictures/:fileId/:signature',
      compress: false,
      async handler(request, reply) {
        const { token, fileId, signature } = request.params;
        const found = await admitted(request, fileBeside(database, token, fileId));
        if (!keys.isPageSigned(pictureClaim(found.message.id, fileId), signature)) throw notReady();
        return sendPicture(request, reply, found);
      },
    });

    /** A file behind a link, for who may see what is behind it. */
    async function admitted(request: FastifyRequest, looking: Promise<LinkedFile | undefined>) {
      const found = await looking;
      const passage = found && (await gate.passage(found.message, request, countVisits));
      if (!found || passage !== 'open') throw notReady();
      return found;
    }

    async function sendOriginal(
      request: FastifyRequest,
      reply: FastifyReply,
      { message, file }: LinkedFile,
      beforehand = async () => {},
    ) {
      if (!isServed(message, file.mime)) throw notReady();
      const opened = await openOr404(files.open(file));
      await beforehand();
      const { mime, headers } = servedAs(file);
      const etag = `"${file.sha256}"`;
      return sendFile(request, reply, { file: opened, mime, etag, headers: { ...headers, ...askedAgain } });
    }

    /** A picture as it stands on the page; a file that has none is sent as it is, if it is one that opens. */
    async function sendPicture(request: FastifyRequest, reply: FastifyReply, found: LinkedFile) {
      const small = await files.openDerivative(found.file, 'salestool_preview').catch((error) => {
        // On a full disk none can be made, and yet the picture itself can be read.
        request.log.warn({ err: error }, 'a picture was not made small');
        return null;
      });
      if (!small) return sendOriginal(request, reply, found);
      const headers = { ...askedAgain, 'content-security-policy': lifelessPolicy };
      const etag = `"${found.file.sha256}-preview"`;
      return sendFile(request, reply, { file: small, mime: 'image/webp', etag, headers });
    }

    /** A reader gets what they came for, also when nothing can be written down: a full disk, a link just taken back. */
    const note = (request: FastifyRequest, work: (trx: WriteTransaction) => Promise<void>) =>
      database.write(work).catch((error) => {
        request.log.warn({ err: error }, 'a visit was not written down');
      });

    async function noteDownload(request: FastifyRequest, message: GatedMessage, mediaId: string) {
      const { range } = request.headers;
      const isStart = range === undefined || /^bytes=0-/.test(range);
      // The page's own script tells of what is opened from it.
      const isReported = 'reported' in (request.query as Record<string, unknown>);
      if (!isStart || isReported || isMachine(request)) return;
      await note(request, (trx) => keepDownload(trx, message.id, mediaId, deviceOf(request), clock()));
    }
  };

async function openOr404(opened: Promise<OpenFile | null>) {
  const file = await opened;
  if (!file) throw notReady();
  return file;
}

/** One refusal for all: a token nobody knows, one that is not known yet, and what was withdrawn look the same. */
const notReady = () => new HttpError(404, 'Not ready');
