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
    server.get('/config.json', async (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      return configurationFor(config, await generationOf(database));
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
