import { basename } from 'node:path';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { HostDatabase } from '#database/database.ts';
import type { FileStore } from '#files/file-store.ts';
import { HttpError, unprocessable } from '#http/errors.ts';
import { type Authenticate, requireUser, type SignedInViewer } from '#http/viewer.ts';
import { packVersions } from './pack-store.ts';
import { setPicture, signatureOwner } from './signature-store.ts';
import { packTexts } from './texts.ts';

interface Dependencies {
  config: Config;
  database: HostDatabase;
  files: FileStore;
  clock: Clock;
  authenticate: Authenticate;
  /** The document of a signature's picture. */
  pictureDocument(viewer: SignedInViewer, signatureId: string): Promise<object | undefined>;
}

type WithId = { Params: { id: string } };

const pictureAddresses = ['/salestool/signature/:id/picture', '/jsonapi/salestool/signature/:id/picture'];
const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What stands beside JSON:API for packs and signatures: versions and pictures. */
export const packRoutes =
  ({ config, database, files, clock, authenticate, pictureDocument }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    server.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: config.limits.uploadBytes },
      async (_request: unknown, body: Buffer) => body,
    );

    const asked = async (request: FastifyRequest<WithId>) => {
      const viewer = requireUser(await authenticate(request));
      const id = request.params.id.toLowerCase();
      if (!uuid.test(id)) throw new HttpError(404, packTexts.noSuchRecord);
      return { viewer, id };
    };

    server.get<WithId>('/salestool/pack/:id/versions', async (request) => {
      const { viewer, id } = await asked(request);
      const versions = await packVersions(database, viewer, id);
      if (!versions) throw new HttpError(404, packTexts.noSuchRecord);
      return {
        results: versions.map(({ changed, archived, ...version }) => ({
          ...version,
          archived: archived === 1,
          changed: `${new Date(changed).toISOString().slice(0, 19)}+00:00`,
        })),
      };
    });

    for (const url of pictureAddresses) {
      server.post<WithId & { Body: unknown }>(url, async (request, reply) => {
        const { viewer, id } = await asked(request);
        if (!Buffer.isBuffer(request.body))
          throw new HttpError(415, 'A picture is sent as application/octet-stream.');
        const filename = filenameIn(request.headers['content-disposition']);
        if ((await signatureOwner(database, viewer, id)) === undefined)
          throw new HttpError(404, packTexts.noSuchRecord);
        const picture = await files.put(request.body, { filename, alt: '' });
        if (!pictureTypes.includes(picture.mime) || picture.width === null) {
          await files.remove(picture.key);
          throw unprocessable([{ detail: packTexts.noPicture, pointer: '/data' }]);
        }
        const replaced = await setPicture(database, viewer, id, picture, clock());
        if (replaced) await files.remove(replaced);
        return reply.type(jsonApiMediaType).send(await pictureDocument(viewer, id));
      });
    }
  };

/** The name in `file; filename="face.jpg"`, without any folder; throws 400 as the contract words it. */
function filenameIn(header: string | undefined) {
  if (header === undefined) throw new HttpError(400, packTexts.headerNeeded);
  const [, star, name] = /\bfilename(\*?)="(.+)"/.exec(header) ?? [];
  if (star === '*') throw new HttpError(400, packTexts.noExtendedName);
  if (name === undefined) throw new HttpError(400, packTexts.nameNeeded);
  return basename(name);
}
