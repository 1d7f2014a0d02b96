import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { frameBootstrap } from '@satchel/core/mini-app/frame.ts';
import { isScriptAddress, thirdPartyBootstrap } from '@satchel/core/third-party/frame.ts';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '#config.ts';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * The policy of the app's own pages. `blob:` and the bootstrap's hash are for mini-apps, which run from blob addresses
 * inside a sandboxed frame that inherits this policy; inline styles are how the interface library sets positions and colours. The public
 * address is named because pictures have absolute ones, whatever address the app itself was opened with. Third parties are
 * named only where they are configured; their scripts too run in a frame that inherits this. Whoever writes a pack could
 * otherwise learn from a picture in it who looks at it, and from where. What a frame shows was asked for: a hosted film, or
 * a mini-app that lies elsewhere.
 */
const policies = (config: Config): HelmetOptions => {
  const { publicUrl } = config;
  const { scripts, widgets, listeners } = thirdParties(config);
  const bootstraps = [frameBootstrap, ...(scripts.length > 0 ? [thirdPartyBootstrap] : [])].map(hashOf);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", 'blob:', ...bootstraps, ...scripts],
        styleSrc: ["'self'", "'unsafe-inline'", 'blob:', ...widgets],
        imgSrc: ["'self'", publicUrl, 'data:', 'blob:', ...scripts],
        mediaSrc: ["'self'", publicUrl, 'blob:'],
        fontSrc: ["'self'", 'data:', ...widgets],
        connectSrc: ["'self'", publicUrl, 'blob:', ...listeners],
        frameSrc: ["'self'", publicUrl, 'blob:', 'https:', ...widgets],
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

const origins = (addresses: readonly (string | null)[]) => [
  ...new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : []))),
];

/** Origins of the configured third parties: whose scripts run, who of them shows something, and who may be told. */
function thirdParties({ analytics, analyticsOrigins, feedback, errors }: Config) {
  const widget = feedback && isScriptAddress(feedback) ? feedback : null;
  const scripts = origins([analytics, ...(analytics ? analyticsOrigins : []), widget]);
  return { scripts, widgets: origins([widget]), listeners: origins([...scripts, errors]) };
}

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
