import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { HostDatabase } from './database/database.ts';
import { appRoutes } from './features/configuration/app-routes.ts';
import { configurationRoutes } from './features/configuration/configuration-routes.ts';
import { healthRoutes } from './features/configuration/health-routes.ts';
import { createContentReader } from './features/content/content-reader.ts';
import { contentRoutes } from './features/content/content-routes.ts';
import { fileRoutes } from './features/files/file-routes.ts';
import { createAuthenticate } from './features/sign-in/authenticate.ts';
import { signInRoutes } from './features/sign-in/sign-in-routes.ts';
import type { FileStore } from './files/file-store.ts';
import { answerErrors } from './http/errors.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Keys } from './keys.ts';
import type { Outbox } from './mail/outbox.ts';

export interface HostParts {
  config: Config;
  database: HostDatabase;
  keys: Keys;
  files: FileStore;
  outbox: Outbox;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** The whole content host; every feature is registered here by hand. */
export function buildServer(parts: HostParts): FastifyInstance {
  const { config, database, keys, log } = parts;
  const { publicUrl } = config;
  const authenticate = createAuthenticate(parts);
  const server = Fastify({
    loggerInstance: log,
    trustProxy: config.trustProxy,
    bodyLimit: config.limits.bodyBytes,
    // A client that says nothing for this long is not coming back.
    requestTimeout: 120_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  server.register(helmet, securityHeaders(config));
  server.register(underPressure, { maxEventLoopDelay: 3000, retryAfter: 5 });
  // Bodies that arrive compressed are not unpacked: a few bytes could become gigabytes.
  server.register(compress, { threshold: 1024, globalDecompression: false });
  server.register(formbody, { bodyLimit: 64 * 1024 });
  answerErrors(server);
  server.register(signInRoutes(parts));
  server.register(fileRoutes(parts));

  const reader = createContentReader(database, { publicUrl, unseal: keys.unseal });
  server.register(contentRoutes({ reader, authenticate, publicUrl }));
  server.register(configurationRoutes(parts));
  server.register(healthRoutes(parts));
  server.register(appRoutes(config));
  return server;
}
