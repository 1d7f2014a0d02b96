import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenFile } from '#files/file-store.ts';
import { HttpError } from '#http/errors.ts';
import { readByteRange } from './byte-range.ts';

interface Sent {
  file: OpenFile;
  mime: string;
  /** Strong, with its quotes: the same for the same bytes only. */
  etag: string;
  headers: Record<string, string>;
}

/** Answers a file whole, in part (206, 416), or not again (304), to GET and HEAD. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { file, mime, etag, headers }: Sent) {
  reply.headers({ 'accept-ranges': 'bytes', etag, 'x-content-type-options': 'nosniff', ...headers });
  if (isAmong(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const ifRange = request.headers['if-range'];
  const mayBePart = ifRange === undefined || ifRange === etag;
  const range = mayBePart ? readByteRange(request.headers.range, file.size) : null;
  if (range === 'unsatisfiable') {
    throw new HttpError(416, 'The file is shorter than that.', {
      headers: { 'content-range': `bytes */${file.size}` },
    });
  }
  reply.type(mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime);
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : file.read(range ?? undefined));
}

const isAmong = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag));
