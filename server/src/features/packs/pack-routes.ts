import type { FastifyPluginAsync } from 'fastify';
import type { HostDatabase } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import { type Authenticate, requireUser } from '#http/viewer.ts';
import { type ListedVersion, type PackVersion, packVersion, packVersions } from './pack-version-store.ts';
import { packTexts } from './texts.ts';

interface Dependencies {
  database: HostDatabase;
  authenticate: Authenticate;
  publicUrl: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const versionName = /^\d{1,15}$/;

/** What stands beside JSON:API for packs: their earlier versions, as a list and each by its own address. */
export const packRoutes =
  ({ database, authenticate, publicUrl }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    server.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'private, no-store');
    });

    server.get<{ Params: { id: string } }>('/salestool/pack/:id/versions', async (request) => {
      const viewer = requireUser(await authenticate(request));
      const id = request.params.id.toLowerCase();
      const versions = uuid.test(id) ? await packVersions(database, viewer, id) : undefined;
      if (!versions) throw new HttpError(404, packTexts.noSuchRecord);
      const at = (changed: number) => `${publicUrl}/salestool/pack/${id}/versions/${changed}`;
      return {
        results: versions.map((version) => ({
          ...worded(version),
          links: { self: { href: at(version.changed) } },
        })),
      };
    });

    server.get<{ Params: { id: string; version: string } }>(
      '/salestool/pack/:id/versions/:version',
      async (request) => {
        const viewer = requireUser(await authenticate(request));
        const id = request.params.id.toLowerCase();
        const { version: name } = request.params;
        const isName = uuid.test(id) && versionName.test(name);
        const version = isName ? await packVersion(database, viewer, id, Number(name)) : undefined;
        if (!version) throw new HttpError(404, packTexts.noSuchRecord);
        return { result: worded(version) };
      },
    );
  };

/** As a client knows it from other answers. */
const worded = ({ changed, archived, ...version }: ListedVersion | PackVersion) => ({
  ...version,
  archived: archived === 1,
  changed: `${new Date(changed).toISOString().slice(0, 19)}+00:00`,
});
