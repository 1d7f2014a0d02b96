import { createHash } from 'node:crypto';
import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { salesRoles } from '@satchel/core/contract/roles.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '#config.ts';
import type { HostDatabase } from '#database/database.ts';
import { generationOf } from './generation-store.ts';

interface Dependencies {
  config: Config;
  database: HostDatabase;
}

/** `/config.json`: all an app has to know of this host before anyone signs in. */
export const configurationRoutes =
  ({ config, database }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    server.get('/config.json', async (request, reply) => {
      const text = JSON.stringify(configurationFor(config, await generationOf(database)));
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
      reply.headers({ 'cache-control': 'no-cache', etag });
      // Weak when it travelled compressed.
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    });
  };

const configurationFor = (config: Config, generation: string): HostConfiguration => ({
  // The origin that serves the app serves the content too.
  host: '',
  api: '/jsonapi',
  prospectPage: `${config.publicUrl}/p/{token}`,
  generation,
  passwordMinLength: config.passwordMinLength,
  auth: {
    login: {
      mode: 'api',
      url: '/oauth/token',
      client: config.client.id,
      scope: salesRoles.join(' '),
      ...(config.client.secret !== null && { secret: config.client.secret }),
    },
    logout: { mode: 'api', url: '/oauth/revoke' },
    register: config.register ? { mode: 'link', url: config.register } : null,
    reset: { mode: 'api', url: '/jsonrpc' },
    me: { url: '/oauth/api/me' },
  },
  flags: config.flags,
  help: config.help,
  owner: config.owner,
  terms: config.terms,
  privacy: config.privacy,
  brand: config.brand,
  feedback: config.feedback,
  analytics: config.analytics,
  errors: config.errors,
  tours: config.tours,
});
