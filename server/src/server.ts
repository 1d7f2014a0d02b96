import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { helpClaim } from '#features/help/help-store.ts';
import about from '../package.json' with { type: 'json' };
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { HostDatabase } from './database/database.ts';
import { bounceRoutes } from './features/bounces/bounce-routes.ts';
import { appRoutes } from './features/configuration/app-routes.ts';
import { configurationRoutes } from './features/configuration/configuration-routes.ts';
import { healthRoutes } from './features/configuration/health-routes.ts';
import { createContentReader } from './features/content/content-reader.ts';
import { contentRoutes } from './features/content/content-routes.ts';
import { createContentWriter } from './features/content/content-writer.ts';
import { uploadRoutes } from './features/content/upload-routes.ts';
import { createUploads } from './features/content/uploads.ts';
import { eventLogRoutes } from './features/event-log/event-log-routes.ts';
import { fileRoutes } from './features/files/file-routes.ts';
import { helpRoutes } from './features/help/help-routes.ts';
import { createMessageStore } from './features/packs/message-store.ts';
import { packRoutes } from './features/packs/pack-routes.ts';
import { createPackStore } from './features/packs/pack-store.ts';
import { signatureStore } from './features/packs/signature-store.ts';
import { passwordResetRoutes } from './features/password-reset/password-reset-routes.ts';
import { readableLinkAddress } from './features/prospect-pages/link-address.ts';
import { prospectPageRoutes } from './features/prospect-pages/prospect-page-routes.ts';
import { packLogRoutes } from './features/reports/pack-log-routes.ts';
import { reportRoutes } from './features/reports/report-routes.ts';
import { createAuthenticate } from './features/sign-in/authenticate.ts';
import { createOwnAccountStore } from './features/sign-in/own-account-store.ts';
import { signInRoutes } from './features/sign-in/sign-in-routes.ts';
import type { FileStore } from './files/file-store.ts';
import { earlyRefusals, refuseNulInPaths } from './http/early-refusals.ts';
import { endIdleConnections } from './http/end-idle-connections.ts';
import { answerErrors } from './http/errors.ts';
import { usualBodyBytes } from './http/large-bodies.ts';
import { AnswerLog } from './http/log.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { longestRequestMs, refuseSlowBodies } from './http/slow-bodies.ts';
import type { Keys } from './keys.ts';
import type { Bounces } from './mail/bounces.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Threads } from './threads/threads.ts';

export interface HostParts {
  config: Config;
  database: HostDatabase;
  keys: Keys;
  files: FileStore;
  outbox: Outbox;
  bounces: Bounces;
  threads: Threads;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Aborted when the host begins to end. */
  stopping?: AbortSignal;
}

// Proxies add the address that they were asked from; what stands before it was written by whoever asked.
const isNearest = (_address: string, hop: number) => hop === 0;

/** The whole content host; every feature is registered here by hand. */
export function buildServer(parts: HostParts): FastifyInstance {
  const { config, database, keys, threads, clock, log } = parts;
  const { publicUrl } = config;
  const authenticate = createAuthenticate(parts);
  const server = Fastify({
    loggerInstance: log,
    logController: new AnswerLog(),
    trustProxy: config.trustProxy && isNearest,
    // Packs and messages may be larger.
    bodyLimit: Math.min(config.limits.bodyBytes, usualBodyBytes),
    requestTimeout: longestRequestMs(config.limits),
    ...earlyRefusals,
    rewriteUrl: ({ url = '/' }) => readableLinkAddress(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  sendSecurityHeaders(server, config);
  server.register(underPressure, {
    maxEventLoopDelay: config.limits.mostHeldMs,
    // Of one second in which the host was held up once, as when it starts, nothing is measured, and all would be refused.
    sampleInterval: 5000,
    retryAfter: 5,
  });
  // Bodies that arrive compressed are not unpacked: a few bytes could become gigabytes.
  server.register(compress, { threshold: 1024, globalDecompression: false });
  server.register(formbody, { bodyLimit: 64 * 1024 });
  answerErrors(server);
  refuseNulInPaths(server);
  endIdleConnections(server);
  refuseSlowBodies(server, config.limits);
  server.register(signInRoutes(parts));
  server.register(passwordResetRoutes(parts));
  server.register(fileRoutes(parts));
  server.register(prospectPageRoutes(parts));
  server.register(bounceRoutes(parts));

  const context = {
    publicUrl,
    unseal: keys.unseal,
    helpKey: (id: string) => keys.signPage(helpClaim(id)),
    release: about.version,
  };
  const reader = createContentReader(database, context);
  const stores = {
    'salestool--pack': createPackStore(parts),
    'salestool--message': createMessageStore(parts),
    'salestool--signature': signatureStore,
    'user--user': createOwnAccountStore(parts),
  };
  const uploads = createUploads({ ...parts, mostBytes: config.limits.uploadBytes });
  const sweep = () => {
    uploads.sweep().catch((error) => log.warn({ err: error }, 'replaced files were not cleared away'));
  };
  const writer = createContentWriter({ database, stores, context, clock, threads, sweep });
  const largestBody = config.limits.bodyBytes;
  server.register(contentRoutes({ reader, writer, authenticate, publicUrl, largestBody }));
  server.register(uploadRoutes({ reader, writer, uploads, authenticate, publicUrl }));
  server.register(packRoutes({ database, authenticate, publicUrl }));
  server.register(eventLogRoutes({ ...parts, authenticate }));
  server.register(packLogRoutes({ ...parts, authenticate }));
  server.register(reportRoutes({ ...parts, authenticate }));
  server.register(helpRoutes(parts));
  server.register(configurationRoutes(parts));
  server.register(healthRoutes(parts));
  server.register(appRoutes(config));
  return server;
}
