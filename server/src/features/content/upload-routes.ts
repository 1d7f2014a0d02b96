import { Readable } from 'node:stream';
import {
  collectionPath,
  type ResourceTypeName,
  resourceTypeOf,
} from '@satchel/core/contract/resource-types.ts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { HttpError } from '#http/errors.ts';
import { type Authenticate, requireUser } from '#http/viewer.ts';
import type { ContentReader } from './content-reader.ts';
import type { ContentWriter } from './content-writer.ts';
import { idOf, type Place, sendAnswer, typeOf } from './place.ts';
import { contentTexts } from './texts.ts';
import type { Uploads } from './uploads.ts';

interface Dependencies {
  reader: ContentReader;
  writer: ContentWriter;
  uploads: Uploads;
  authenticate: Authenticate;
  publicUrl: string;
}

const hourMs = 3_600_000;

/** Pictures as bytes: for a record that is there, or to be named by one that comes later (1.16 of the contract). */
export const uploadRoutes =
  ({ reader, writer, uploads, authenticate, publicUrl }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    server.removeAllContentTypeParsers();
    // Read by the handler, once it is known who sends it.
    server.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));

    const sweep = () => {
      uploads.sweep().catch((error) => server.log.warn({ err: error }, 'uploads were not cleared away'));
    };
    const sweeper = setInterval(sweep, hourMs).unref();
    server.addHook('onClose', async () => clearInterval(sweeper));

    const asked = async (request: FastifyRequest) => ({
      viewer: requireUser(await authenticate(request)),
      address: request.ip,
    });

    async function putOn(request: FastifyRequest, type: ResourceTypeName, id: string, field: string) {
      const asking = await asked(request);
      refuseOtherFields(type, field);
      await writer.expectFile(asking, { type, id });
      const file = await uploads.receive(asking.viewer, bodyOf(request), filenameOf(request));
      try {
        await writer.putFile(asking, { type, id, ifMatch: request.headers['if-match'] }, field, file);
      } catch (error) {
        await uploads.discard(file.key);
        throw error;
      }
      const address = new URL(`/jsonapi/${collectionPath(type)}/${id}/${field}`, publicUrl);
      return reader.related({ viewer: asking.viewer, address }, type, id, field);
    }

    server.post<{ Params: Place }>('/jsonapi/:entity/:bundle/:id/:relationship', async (request, reply) => {
      const { params } = request;
      return sendAnswer(reply, await putOn(request, typeOf(params), idOf(params), params.relationship));
    });

    server.post<{ Params: Pick<Place, 'id'> }>('/salestool/signature/:id/picture', async (request, reply) =>
      sendAnswer(reply, await putOn(request, 'salestool--signature', idOf(request.params), 'picture')),
    );

    server.post<{ Params: Place }>('/jsonapi/:entity/:bundle/:id', async (request, reply) => {
      const { viewer } = await asked(request);
      // In the place of an id stands the field that will name the file.
      refuseOtherFields(typeOf(request.params), request.params.id);
      const file = await uploads.receive(viewer, bodyOf(request), filenameOf(request));
      await uploads.add(viewer, file);
      const address = new URL(`/jsonapi/file/file/${file.id}`, publicUrl);
      reply.code(201).header('location', address.href);
      return sendAnswer(reply, await reader.single({ viewer, address }, 'file--file', file.id));
    });
  };

function refuseOtherFields(type: ResourceTypeName, field: string) {
  const { attributes, relationships } = resourceTypeOf(type);
  const relationship = Object.hasOwn(relationships, field) ? relationships[field] : undefined;
  if (!relationship && !Object.hasOwn(attributes, field))
    throw new HttpError(404, contentTexts.noField(field));
  if (!relationship?.targets.includes('file--file'))
    throw new HttpError(404, contentTexts.noFileField(field));
  if (relationship.writable !== 'upload') throw new HttpError(403, contentTexts.mayNotUpload);
}

function bodyOf({ body }: FastifyRequest) {
  if (!(body instanceof Readable)) throw new HttpError(415, contentTexts.octetsNeeded);
  return body;
}

/** The name in `file; filename="face.jpg"`; throws 400 as the contract words it. Folders in it are cut off later. */
function filenameOf({ headers }: FastifyRequest) {
  const header = headers['content-disposition'];
  if (header === undefined) throw new HttpError(400, contentTexts.headerNeeded);
  const [, star, name] = /\bfilename(\*?)="((?:[^"\\]|\\.)+)"/.exec(asUtf8(header)) ?? [];
  if (star === '*') throw new HttpError(400, contentTexts.noExtendedName);
  if (name === undefined) throw new HttpError(400, contentTexts.nameNeeded);
  return name.replace(/\\(["\\])/g, '$1');
}

/** Headers come as one character per byte. Bytes that are no UTF-8 are what a browser sends for Latin letters. */
function asUtf8(header: string) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch (error) {
    if (error instanceof TypeError) return header;
    throw error;
  }
}
