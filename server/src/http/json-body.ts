import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { FastifyInstance } from 'fastify';
import { parse } from 'secure-json-parse';
import { HttpError } from './errors.ts';

// A pack nests about ten levels; anything much deeper is an attack on the parser.
const deepest = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses JSON from outside; throws 400 when it is empty, malformed, no UTF-8, or nested too deep to be meant. */
export function parseJson(body: Buffer | string): unknown {
  const text = typeof body === 'string' ? body : textOf(body);
  if (text.trim() === '') throw new HttpError(400, 'Empty request body.');
  if (isTooDeep(text)) throw new HttpError(400, `The JSON is nested deeper than ${deepest} levels.`);
  try {
    // A reviver would be asked about every value of a body of ten megabytes, for seconds; this looks for the name first.
    return parse(text, { protoAction: 'remove', constructorAction: 'ignore' });
  } catch (error) {
    if (error instanceof SyntaxError) throw new HttpError(400, 'Syntax error');
    throw error;
  }
}

/** Bytes that are no UTF-8 are refused: read as something else they would be kept as another text. */
function textOf(body: Buffer) {
  try {
    return utf8.decode(body);
  } catch (error) {
    if (error instanceof TypeError) throw new HttpError(400, 'The request body is not UTF-8.');
    throw error;
  }
}

/** Looks at brackets outside of strings only, before anything is built from the text. */
function isTooDeep(text: string) {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > deepest) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}

/** Takes JSON:API bodies below `server`; every other content type stays 415. */
export function takeJsonApiBodies(server: FastifyInstance) {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    jsonApiMediaType,
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  );
}
