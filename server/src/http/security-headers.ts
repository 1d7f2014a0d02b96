import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { frameBootstrap } from '@satchel/core/mini-app/frame.ts';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '#config.ts';

const bootstrapHash = `'sha256-${createHash('sha256').update(frameBootstrap).digest('base64')}'`;

/**
 * The policy of the app's own pages. `blob:` and the bootstrap's hash are for mini-apps, which run from blob addresses
 * inside a sandboxed frame that inherits this policy; inline styles are how the interface library sets positions and colours. The public
 * address is named because pictures have absolute ones, whatever address the app itself was opened with.
 */
const policies = ({ publicUrl, errors, analytics }: Config): HelmetOptions => {
  const reportsTo = [errors, analytics].flatMap((address) => (address ? [new URL(address).origin] : []));
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", 'blob:', bootstrapHash],
        styleSrc: ["'self'", "'unsafe-inline'", 'blob:'],
        imgSrc: ["'self'", publicUrl, 'data:', 'blob:', 'https:'],
        mediaSrc: ["'self'", publicUrl, 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", publicUrl, 'blob:', ...reportsTo],
        frameSrc: ["'self'", publicUrl, 'blob:', 'https:'],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // Embedded players and mini-apps would not load under isolation.
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'no-referrer' },
  };
};

/** Makes the headers once; helmet by itself would do so for every answer. */
function headersOf(config: Config) {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
    removeHeader() {},
  };
  helmet(policies(config))({} as IncomingMessage, answer as unknown as ServerResponse, () => {});
  return headers;
}

/** What every answer says to browsers, unless its route says otherwise. */
export function sendSecurityHeaders(server: FastifyInstance, config: Config) {
  const headers = headersOf(config);
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
