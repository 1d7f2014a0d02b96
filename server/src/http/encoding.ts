import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

export type Encoding = 'zstd' | 'br' | 'gzip';

/** Below this, the header that says so would be as long as what is saved. */
export const worthEncodingBytes = 1024;

const compressors = {
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
  // The default of 11 takes a hundred times longer.
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

const negotiator = new Negotiator<Encoding>({
  supportedValues: ['zstd', 'br', 'gzip'],
  cache: new LRUCache<string, string>({ max: 100 }),
});

/** The best encoding that an Accept-Encoding header names, null for none. */
export function encodingFor(header: string | string[] | undefined): Encoding | null {
  return header === undefined ? null : negotiator.negotiate(String(header).toLowerCase());
}

const gzipNegotiator = new Negotiator<'gzip'>({
  supportedValues: ['gzip'],
  cache: new LRUCache<string, string>({ max: 100 }),
});

/** Whether an answer may be in gzip, which is what all that speak HTTP have in common. */
export const takesGzip = (header: string | string[] | undefined) =>
  header !== undefined && gzipNegotiator.negotiate(String(header).toLowerCase()) === 'gzip';

/** Compresses outside of the event loop. */
export const encode = (body: Buffer, encoding: Encoding): Promise<Buffer> => compressors[encoding](body);
