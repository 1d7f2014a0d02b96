import { createHash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { HostDatabase } from '#database/database.ts';
import { isDerivativeStyle } from '#files/derivatives.ts';
import { type FileRow, type FileStore, fileKeyPattern } from '#files/file-store.ts';
import { miniAppFolderType, typeInFolder } from '#files/file-types.ts';
import { lifelessPolicy, servedAs } from '#files/served-as.ts';
import { HttpError } from '#http/errors.ts';
import { sendFile } from '#http/send-file.ts';

interface Dependencies {
  database: HostDatabase;
  files: FileStore;
}

const addresses = ['/sites/default/files/:key/*', '/app/pwa/sitefiles/:key/*'];

// The address is the permission, and without it a page learns nothing: so pages of every origin may read the bytes.
const readableFromAnywhere = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag',
  'cross-origin-resource-policy': 'cross-origin',
};

// New bytes get a new key, so an address never changes its content.
const forEver = { 'cache-control': 'public, max-age=31536000, immutable' };

/** A mini-app may run, but as a page of no origin: it reaches neither the app's storage nor its session. */
const miniAppPolicy = 'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads';
/** Content files and their small pictures, to whoever holds the address. */
export const fileRoutes =
  ({ database, files }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    for (const url of addresses) {
      server.route<{ Params: { key: string; '*': string } }>({
        method: ['GET', 'HEAD'],
        url,
        exposeHeadRoute: false,
        // The bytes go out as they are: ranges and lengths are those of the file.
        compress: false,
        handler: (request, reply) => answer(request, reply, request.params.key, request.params['*']),
      });
      server.options(url, (_request, reply) =>
        reply
          .code(204)
          .headers({
            'access-control-allow-origin': '*',
            'access-control-allow-methods': 'GET, HEAD',
            'access-control-allow-headers': 'Authorization, Range, If-Range, If-None-Match',
            'access-control-max-age': '86400',
          })
          .send(),
      );
    }

    async function answer(request: FastifyRequest, reply: FastifyReply, key: string, path: string) {
      reply.headers(readableFromAnywhere);
      const row = fileKeyPattern.test(key) ? await rowOf(key) : undefined;
      if (!row) throw noSuchFile();
      if (row.mime === miniAppFolderType) return answerFromFolder(request, reply, row, path);
      const [folder, style = '', name] = path.split('/');
      if (folder === 'styles' && isDerivativeStyle(style)) {
        const file = name === `${row.filename}.webp` ? await files.openDerivative(row, style) : null;
        if (!file) throw new HttpError(404, 'This file has no small picture.');
        const etag = `"${row.sha256}-${style}"`;
        const headers = { ...forEver, 'content-security-policy': lifelessPolicy };
        return sendFile(request, reply, { file, mime: 'image/webp', etag, headers });
      }
      const file = path === row.filename ? await files.open(row) : null;
      if (!file) throw noSuchFile();
      const { mime, headers } = servedAs(row);
      return sendFile(request, reply, {
        file,
        mime,
        etag: `"${row.sha256}"`,
        headers: { ...forEver, ...headers },
      });
    }

    async function answerFromFolder(
      request: FastifyRequest,
      reply: FastifyReply,
      row: FileRow,
      path: string,
    ) {
      const file = await files.open(row, path);
      if (!file) throw noSuchFile();
      const etag = `"${createHash('sha256').update(`${row.key}/${path}`).digest('base64url')}"`;
      const headers = { ...forEver, 'content-security-policy': miniAppPolicy };
      return sendFile(request, reply, { file, mime: typeInFolder(path), etag, headers });
    }

    const rowOf = async (key: string) =>
      (await database.lookUp(sql<FileRow>`select * from file where key = ${key}`))[0];
  };

const noSuchFile = () => new HttpError(404, 'There is no such file.');
