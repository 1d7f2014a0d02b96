import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import {
  collectionPath,
  isResourceTypeName,
  type ResourceTypeName,
} from '@satchel/core/contract/resource-types.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '#http/errors.ts';
import { takeJsonApiBodies } from '#http/json-body.ts';
import { type Authenticate, requireUser } from '#http/viewer.ts';
import type { Answer, Asked, ContentReader } from './content-reader.ts';
import type { ContentWriter } from './content-writer.ts';
import { entryPoint } from './entry-point.ts';
import { modelDefinitions } from './model-definitions.ts';

interface Dependencies {
  reader: ContentReader;
  writer: ContentWriter;
  authenticate: Authenticate;
  publicUrl: string;
}

interface Place {
  entity: string;
  bundle: string;
  id: string;
  relationship: string;
}

/** `/jsonapi` and `/openapi/jsonapi`: reading of every type, writing of those that may be written. */
export const contentRoutes =
  ({ reader, writer, authenticate, publicUrl }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    takeJsonApiBodies(server);

    const asked = async (request: FastifyRequest): Promise<Asked> => ({
      viewer: requireUser(await authenticate(request)),
      address: new URL(request.url, publicUrl),
      ifNoneMatch: request.headers['if-none-match'],
    });

    server.get('/jsonapi', async (request, reply) => {
      const { viewer } = await asked(request);
      return reply.type(jsonApiMediaType).send(entryPoint(publicUrl, viewer));
    });

    server.get('/openapi/jsonapi', async (request) => {
      await asked(request);
      return modelDefinitions();
    });

    server.get<{ Params: Place }>('/jsonapi/:entity/:bundle', async (request, reply) =>
      send(reply, await reader.collection(await asked(request), typeOf(request.params))),
    );

    server.get<{ Params: Place }>('/jsonapi/:entity/:bundle/:id', async (request, reply) =>
      send(reply, await reader.single(await asked(request), typeOf(request.params), idOf(request.params))),
    );

    server.get<{ Params: Place }>('/jsonapi/:entity/:bundle/:id/:relationship', async (request, reply) => {
      const { params } = request;
      return send(
        reply,
        await reader.related(await asked(request), typeOf(params), idOf(params), params.relationship),
      );
    });

    server.get<{ Params: Place }>(
      '/jsonapi/:entity/:bundle/:id/relationships/:relationship',
      async (request, reply) => {
        const { params } = request;
        const answer = await reader.relationship(
          await asked(request),
          typeOf(params),
          idOf(params),
          params.relationship,
        );
        return send(reply, answer);
      },
    );

    server.post<{ Params: Place }>('/jsonapi/:entity/:bundle', async (request, reply) => {
      const { viewer, address } = await asked(request);
      const type = typeOf(request.params);
      reader.parse(type, address);
      const id = await writer.create(viewer, type, request.body);
      const answer = await reader.single({ viewer, address }, type, id);
      reply.code(201).header('location', `${publicUrl}/jsonapi/${collectionPath(type)}/${id}`);
      return send(reply, answer);
    });

    server.patch<{ Params: Place }>('/jsonapi/:entity/:bundle/:id', async (request, reply) => {
      const { viewer, address } = await asked(request);
      const [type, id] = [typeOf(request.params), idOf(request.params)];
      reader.parse(type, address);
      await writer.update(viewer, type, id, request.body, request.headers['if-match']);
      return send(reply, await reader.single({ viewer, address }, type, id));
    });

    server.delete<{ Params: Place }>('/jsonapi/:entity/:bundle/:id', async (request, reply) => {
      const { viewer } = await asked(request);
      await writer.remove(viewer, typeOf(request.params), idOf(request.params));
      return reply.code(204).send();
    });
  };

/** The double dash of a type's name is a slash in its address (API-23). */
function typeOf({ entity, bundle }: Place): ResourceTypeName {
  const name = `${entity}--${bundle}`;
  if (!isResourceTypeName(name)) throw new HttpError(404, `There are no records of type ${name}.`);
  return name;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function idOf({ id }: Place) {
  const lower = id.toLowerCase();
  if (!uuid.test(lower)) throw new HttpError(404, 'There is no such record.');
  return lower;
}

function send(reply: FastifyReply, { etag, document }: Answer) {
  // What one person may see is for nobody else, and is asked for again every time.
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'Authorization');
  return document ? reply.type(jsonApiMediaType).send(document) : reply.code(304).send();
}
