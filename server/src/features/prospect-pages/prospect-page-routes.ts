import { readSnapshot } from '@satchel/core/pack/pack-snapshot.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { HostDatabase, ReadTransaction, WriteTransaction } from '#database/database.ts';
import type { FileRow, FileStore, OpenFile } from '#files/file-store.ts';
import { lifelessPolicy, servedAs } from '#files/served-as.ts';
import { asHttpError, HttpError } from '#http/errors.ts';
import { sendHtmlPage, unlisted } from '#http/html-page.ts';
import { sendFile } from '#http/send-file.ts';
import type { Keys } from '#keys.ts';
import type { Outbox } from '#mail/outbox.ts';
import { createLinkGate, isServed } from './link-gate.ts';
import { lockDocument } from './lock-document.ts';
import { notReadyDocument, packDocument } from './page-document.ts';
import { pageOfMessage, pictureClaim } from './page-of-message.ts';
import { pageScripts } from './page-scripts.ts';
import {
  channelsOfSender,
  filesById,
  knownMessage,
  type SentMessage,
  shownMedias,
} from './sent-pack-store.ts';
import { unlockRoutes } from './unlock-routes.ts';
import { viewRoutes } from './view-routes.ts';
import { keepDownload, keepScanner } from './view-store.ts';
import { deviceOf, isMachine, newVisit } from './visit.ts';

interface Dependencies {
  config: Config;
  database: HostDatabase;
  files: FileStore;
  keys: Keys;
  outbox: Outbox;
  clock: Clock;
}

// A file may be kept by the reader's own browser, which asks again each time, so that a withdrawn one is gone at once.
const askedAgain = { ...unlisted, 'cache-control': 'private, no-cache' };

/** What prospects see, by a link only: no sign-in, no cookies, no third parties (content-host contract, sections 1 and 5). */
export const prospectPageRoutes =
  ({ config, database, files, keys, outbox, clock }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    const { brand } = config;
    const gate = createLinkGate({ config, keys, clock });

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
      async (request, reply) => {
        const { token } = request.params;
        const found = await database.read(async (trx) => {
          const message = await knownMessage(trx, token);
          if (!message) return null;
          const passage = await gate.passage(trx, message, request);
          if (passage !== 'open') return passage === 'locked' ? passage : null;
          const page = await pageOfMessage(trx, { config, keys }, message, token);
          return page && { message, page };
        });
        if (!found) throw notReady();
        if (found === 'locked') return sendHtmlPage(reply, lockDocument(brand, request.url));
        // The app adds `?own` when a rep opens a link: their own visit, which is labelled and never counted.
        const visitor = isMachine(request) ? 'scanner' : 'own' in request.query ? 'own' : 'prospect';
        if (visitor === 'scanner') {
          await note(request, (trx) => keepScanner(trx, found.message.id, deviceOf(request), clock()));
        }
        const session = gate.visitOf(request, reply, token, found.message, () =>
          newVisit(keys, found.message.id, { visitor, sections: found.page.sections.length }, clock()),
        );
        return sendHtmlPage(reply, packDocument(brand, found.page, { views: `/p/${token}/views`, session }));
      },
    );

    server.route<{ Params: { token: string; mediaId: string } }>({
      method: ['GET', 'HEAD'],
      url: '/p/:token/files/:mediaId',
      compress: false,
      async handler(request, reply) {
        const { message, media } = await mediaOf(request, request.params);
        const row = await fileOf(media.file_id);
        if (!isServed(message, row.mime)) throw notReady();
        const file = await openOr404(files.open(row));
        await noteDownload(request, message, media.id);
        const { mime, headers } = servedAs(row);
        return sendFile(request, reply, {
          file,
          mime,
          etag: `"${row.sha256}"`,
          headers: { ...headers, ...askedAgain },
        });
      },
    });

    server.route<{ Params: { token: string; mediaId: string } }>({
      method: ['GET', 'HEAD'],
      url: '/p/:token/files/:mediaId/preview',
      compress: false,
      async handler(request, reply) {
        const { message, media } = await mediaOf(request, request.params);
        return sendPicture(request, reply, message, await fileOf(media.preview_id));
      },
    });

    server.route<{ Params: { token: string; fileId: string; signature: string } }>({
      method: ['GET', 'HEAD'],
      url: '/p/:token/pictures/:fileId/:signature',
      compress: false,
      async handler(request, reply) {
        const { token, fileId, signature } = request.params;
        const message = await database.read((trx) => admitted(trx, request, token));
        if (!message || !keys.isPageSigned(pictureClaim(message.id, fileId), signature)) throw notReady();
        return sendPicture(request, reply, message, await fileOf(fileId));
      },
    });

    /** The message behind a link, for who may see what is behind it. */
    async function admitted(trx: ReadTransaction, request: FastifyRequest, token: string) {
      const message = await knownMessage(trx, token);
      return message && (await gate.passage(trx, message, request)) === 'open' ? message : undefined;
    }

    async function mediaOf(request: FastifyRequest, { token, mediaId }: { token: string; mediaId: string }) {
      return database.read(async (trx) => {
        const message = await admitted(trx, request, token);
        const snapshot = message && readSnapshot(message.pack_snapshot);
        if (!message || !snapshot?.ok) throw notReady();
        const channelIds = await channelsOfSender(trx, message);
        const [media] = await shownMedias(trx, message, snapshot.pack, channelIds, mediaId);
        if (!media) throw notReady();
        return { message, media };
      });
    }

    async function fileOf(id: string | null): Promise<FileRow> {
      const [row] = id === null ? [] : await database.read((trx) => filesById(trx, [id]));
      if (!row) throw notReady();
      return row;
    }

    /** A picture as it stands on the page; a file that has none is sent as it is, if it is one that opens. */
    async function sendPicture(
      request: FastifyRequest,
      reply: FastifyReply,
      message: SentMessage,
      row: FileRow,
    ) {
      const small = await files.openDerivative(row, 'salestool_preview');
      if (small) {
        const headers = { ...askedAgain, 'content-security-policy': lifelessPolicy };
        const etag = `"${row.sha256}-preview"`;
        return sendFile(request, reply, { file: small, mime: 'image/webp', etag, headers });
      }
      if (!isServed(message, row.mime)) throw notReady();
      const { mime, headers } = servedAs(row);
      const file = await openOr404(files.open(row));
      return sendFile(request, reply, {
        file,
        mime,
        etag: `"${row.sha256}"`,
        headers: { ...headers, ...askedAgain },
      });
    }

    /** A reader gets what they came for, also when nothing can be written down: a full disk, a link just taken back. */
    const note = (request: FastifyRequest, work: (trx: WriteTransaction) => Promise<void>) =>
      database.write(work).catch((error) => {
        request.log.warn({ err: error }, 'a visit was not written down');
      });

    async function noteDownload(request: FastifyRequest, message: SentMessage, mediaId: string) {
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
