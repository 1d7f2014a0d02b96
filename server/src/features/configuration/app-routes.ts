import { existsSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '#config.ts';
import { asHttpError, sendErrors } from '#http/errors.ts';
import { configurationTexts } from './texts.ts';

// The reader of PDFs runs in a worker with a policy of its own: it compiles no scripts, only its decoders.
const pdfWorker = /^pdf\.worker[\w.-]*\.mjs$/;
const pdfWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const isBuilt = (folder: string) => existsSync(join(folder, 'index.html'));

/** The built app. Files whose name holds their hash never change; page, worker and manifest are asked for every time. */
export const appRoutes =
  ({ appFolder }: Config): FastifyPluginAsync =>
  async (server) => {
    if (!isBuilt(appFolder)) {
      server.get('/', (_request, reply) =>
        reply
          .code(503)
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(configurationTexts.notBuilt),
      );
      return;
    }
    // A name no file can have is no secret kept from anybody: there is just nothing there.
    server.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      if (error.statusCode === 403) return reply.callNotFound();
      const refusal = asHttpError(error);
      if (refusal.status >= 500) request.log.error({ err: error }, 'a file of the app was not sent');
      return sendErrors(reply, refusal);
    });
    await server.register(serveStatic, {
      root: appFolder,
      cacheControl: false,
      // The build keeps notes of its own there.
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(appFolder, 'assets') + sep);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (isHashed && pdfWorker.test(basename(path)))
          reply.header('content-security-policy', pdfWorkerPolicy);
      },
    });
  };
