import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { isResourceTypeName, type ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import type { FastifyReply } from 'fastify';
import { HttpError } from '#http/errors.ts';
import type { Answer } from './answering.ts';
import { contentTexts } from './texts.ts';

/** The parts of a content address. */
export interface Place {
  entity: string;
  bundle: string;
  id: string;
  relationship: string;
}

/** The double dash of a type's name is a slash in its address (API-23). */
export function typeOf({ entity, bundle }: Place): ResourceTypeName {
  const name = `${entity}--${bundle}`;
  if (!isResourceTypeName(name)) throw new HttpError(404, `There are no records of type ${name}.`);
  return name;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function idOf({ id }: Pick<Place, 'id'>) {
  const lower = id.toLowerCase();
  if (!uuid.test(lower)) throw new HttpError(404, contentTexts.noSuchRecord);
  return lower;
}

export function sendAnswer(reply: FastifyReply, { etag, body, encoding }: Answer) {
  // What one person may see is for nobody else, and is asked for again every time.
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  reply.header('vary', 'Authorization, Accept-Encoding');
  if (body === undefined) {
    // The policy of pages is the longest part of an answer that is to cost next to nothing, and here is no page.
    return reply.removeHeader('content-security-policy').code(304).send();
  }
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(jsonApiMediaType).send(body);
}
