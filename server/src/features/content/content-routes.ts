import { collectionPath, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { addressAsked } from '#http/asked-address.ts';
import { encodingFor } from '#http/encoding.ts';
import { HttpError } from '#http/errors.ts';
import { takeJsonApiBodies } from '#http/json-body.ts';
import { createLargeBodies, isLarge } from '#http/large-bodies.ts';
import { type Authenticate, requireUser } from '#http/viewer.ts';
import { collectionMethods, relatedMethods, relationshipMethods, singleMethods } from './allowed-methods.ts';
import type { Asked } from './answering.ts';
import { readRelationshipChange } from './change-relationship.ts';
import type { ContentReader } from './content-reader.ts';
import type { ContentWriter } from './content-writer.ts';
import { checkEntryQuery, entryPoint } from './entry-point.ts';
import { modelDefinitions } from './model-definitions.ts';
import { idOf, type Place, sendAnswer, typeOf } from './place.ts';

interface Dependencies {
  reader: ContentReader;
  writer: ContentWriter;
  authenticate: Authenticate;
  publicUrl: string;
  /** In bytes. */
  largestBody: number;
}

const collection = '/jsonapi/:entity/:bundle';
const single = `${collection}/:id`;
const related = `${single}/:relationship`;
const relationship = `${single}/relationships/:relationship`;
/** The same of what may be large. */
const ofPacks = (url: string) =>
  url.replace(collection, '/jsonapi/:entity(^salestool$)/:bundle(^(?:pack|message)$)');

/** `/jsonapi` and `/openapi/jsonapi`: reading of every type, writing of those that may be written. */
export const contentRoutes =
  ({ reader, writer, authenticate, publicUrl, largestBody }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    takeJsonApiBodies(server);
    const letIn = createLargeBodies();

    const asked = async (request: FastifyRequest): Promise<Asked> => {
      const moment = await reader.moment();
      return {
        viewer: requireUser(await authenticate(request, moment)),
        moment,
        address: addressAsked(request.url, publicUrl),
        ifNoneMatch: request.headers['if-none-match'],
        encoding: encodingFor(request.headers['accept-encoding']),
      };
    };

    server.get('/jsonapi', async (request, reply) => {
      const question = await asked(request);
      checkEntryQuery(question.address.searchParams);
      return sendAnswer(reply, await reader.entry(question, (viewer) => entryPoint(publicUrl, viewer)));
    });

    server.get('/openapi/jsonapi', async (request) => {
      await asked(request);
      return modelDefinitions();
    });

    server.get<{ Params: Place }>(collection, async (request, reply) =>
      sendAnswer(reply, await reader.collection(await asked(request), typeOf(request.params))),
    );

    server.get<{ Params: Place }>(single, async (request, reply) =>
      sendAnswer(
        reply,
        await reader.single(await asked(request), typeOf(request.params), idOf(request.params)),
      ),
    );

    server.get<{ Params: Place }>(related, async (request, reply) => {
      const { params } = request;
      return sendAnswer(
        reply,
        await reader.related(await asked(request), typeOf(params), idOf(params), params.relationship),
      );
    });

    server.get<{ Params: Place }>(relationship, async (request, reply) => {
      const { params } = request;
      const answer = await reader.relationship(
        await asked(request),
        typeOf(params),
        idOf(params),
        params.relationship,
      );
      return sendAnswer(reply, answer);
    });

    /** The caller as reader and as writer. */
    const writing = async (request: FastifyRequest) => {
      const { viewer, address } = await asked(request);
      if (address.searchParams.has('resourceVersion')) {
        throw new HttpError(400, 'Only the present version of a record can be written.', {
          parameter: 'resourceVersion',
        });
      }
      return { reading: { viewer, address }, asking: { viewer, address: request.ip } };
    };

    /** Before they are read: nobody whom the host does not know lets it take in much, and nobody many at once. */
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isLarge(request)) return;
      const { viewer } = await asked(request);
      await letIn(viewer.accountId, reply);
    };
    const large = { bodyLimit: largestBody, onRequest };

    const create = async (request: FastifyRequest<{ Params: Place }>, reply: FastifyReply) => {
      const { reading, asking } = await writing(request);
      const type = typeOf(request.params);
      reader.parse(type, reading.address);
      const id = await writer.create(asking, type, request.body);
      reply.code(201).header('location', `${publicUrl}/jsonapi/${collectionPath(type)}/${id}`);
      return sendAnswer(reply, await reader.single(reading, type, id));
    };
    server.post<{ Params: Place }>(collection, create);
    server.post<{ Params: Place }>(ofPacks(collection), large, create);

    const update = async (request: FastifyRequest<{ Params: Place }>, reply: FastifyReply) => {
      const { reading, asking } = await writing(request);
      const target = targetOf(request);
      reader.parse(target.type, reading.address);
      await writer.update(asking, target, request.body);
      return sendAnswer(reply, await reader.single(reading, target.type, target.id));
    };
    server.patch<{ Params: Place }>(single, update);
    server.patch<{ Params: Place }>(ofPacks(single), large, update);

    server.delete<{ Params: Place }>(single, async (request, reply) => {
      const { reading, asking } = await writing(request);
      const target = targetOf(request);
      reader.parse(target.type, reading.address);
      await writer.remove(asking, target);
      return reply.code(204).send();
    });

    const relate =
      (method: 'POST' | 'PATCH' | 'DELETE') =>
      async (request: FastifyRequest<{ Params: Place }>, reply: FastifyReply) => {
        const { reading, asking } = await writing(request);
        const target = targetOf(request);
        const { relationship: name } = request.params;
        const change = readRelationshipChange(target.type, name, method, request.body);
        reader.parseRelationship(target.type, name, reading.address);
        const isAsSent = await writer.relate(asking, target, change);
        if (isAsSent) return reply.code(204).send();
        return sendAnswer(reply, await reader.relationship(reading, target.type, target.id, name));
      };
    for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
      server.route<{ Params: Place }>({ method, url: relationship, handler: relate(method) });
      server.route<{ Params: Place }>({
        method,
        url: ofPacks(relationship),
        ...large,
        handler: relate(method),
      });
    }

    /** An address that is there says what it takes, when it is asked and when it refuses. */
    const announce = (url: string, refused: string[], allow: (place: Place) => string) => {
      server.route<{ Params: Place }>({
        method: refused,
        url,
        handler: async (request) => {
          await asked(request);
          throw new HttpError(405, `This address does not take ${request.method}.`, {
            headers: { allow: allow(request.params) },
          });
        },
      });
      server.options<{ Params: Place }>(url, async (request, reply) => {
        await asked(request);
        return reply.header('allow', allow(request.params)).send();
      });
    };
    for (const url of ['/jsonapi', '/openapi/jsonapi'])
      announce(url, ['POST', 'PUT', 'PATCH', 'DELETE'], () => 'GET, HEAD');
    announce(collection, ['PUT', 'PATCH', 'DELETE'], (place) => collectionMethods(typeOf(place)));
    announce(single, ['PUT'], (place) => singleMethods(typeOf(place)));
    announce(related, ['PUT', 'PATCH', 'DELETE'], (place) =>
      relatedMethods(typeOf(place), place.relationship),
    );
    announce(relationship, ['PUT'], (place) => {
      const { relationships } = resourceTypeOf(typeOf(place));
      const many =
        Object.hasOwn(relationships, place.relationship) && relationships[place.relationship]?.many;
      return relationshipMethods(typeOf(place), many === true);
    });
  };

const targetOf = ({ params, headers }: FastifyRequest<{ Params: Place }>) => ({
  type: typeOf(params),
  id: idOf(params),
  ifMatch: headers['if-match'],
});
