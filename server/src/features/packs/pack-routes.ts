import type { FastifyPluginAsync } from 'fastify';
import type { HostDatabase } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import { type Authenticate, requireUser } from '#http/viewer.ts';
import { packVersions } from './pack-store.ts';
import { packTexts } from './texts.ts';

interface Dependencies {
  database: HostDatabase;
  authenticate: Authenticate;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What stands beside JSON:API for packs: their earlier versions. */
export const packRoutes =
  ({ database, authenticate }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    server.get<{ Params: { id: string } }>('/salestool/pack/:id/versions', async (request, reply) => {
      const viewer = requireUser(await authenticate(request));
      const id = request.params.id.toLowerCase();
      const versions = uuid.test(id) ? await packVersions(database, viewer, id) : undefined;
      if (!versions) throw new HttpError(404, packTexts.noSuchRecord);
      reply.header('cache-control', 'private, no-store');
      return {
        results: versions.map(({ changed, archived, ...version }) => ({
          ...version,
          archived: archived === 1,
          changed: `${new Date(changed).toISOString().slice(0, 19)}+00:00`,
        })),
      };
    });
  };
