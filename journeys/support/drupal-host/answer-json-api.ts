import type { IncomingHttpHeaders } from 'node:http';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { checkWrite } from './check-write.ts';
import type { StyleAddresses } from './image-styles.ts';
import type { Manners } from './manners.ts';
import { type Question, readAddress, readQuery } from './read-question.ts';
import { type HostAnswer, htmlNotFound, jsonApiAnswer, Refusal } from './refusal.ts';
import { type AskBehind, unauthorized } from './sign-ins.ts';
import { nothing, writeDocument } from './write-document.ts';

interface Asked {
  method: string;
  url: URL;
  body: Buffer;
  /** Without a token that is good, and answered as anybody is. */
  isAnonymous: boolean;
  headers: IncomingHttpHeaders;
  /** For the host behind. */
  authorization: string;
}

interface Behind {
  ask: AskBehind;
  styles: StyleAddresses;
  manners: Manners;
}

const personal = ['salestool--pack', 'salestool--message', 'salestool--signature', 'user--user'];

const forbidden = (method: string) =>
  method === 'GET'
    ? new Refusal({
        status: 403,
        detail: 'The current user is not allowed to GET the selected resource.',
        pointer: '/data',
      })
    : new Refusal({ status: 403, detail: '' });

function reasonsIn(body: unknown, status: number, { type, id }: Question): Refusal {
  if (status === 409) return new Refusal({ status, detail: 'Conflict: Entity already exists.' });
  if (status === 404) {
    const path = `/jsonapi/${type.replace('--', '/')}/{entity}`;
    const route = `jsonapi.${type}.individual`;
    return new Refusal({
      status,
      detail: `The "entity" parameter was not converted for the path "${path}" (route name: "${route}")`,
    });
  }
  const errors = (body as { errors?: { detail?: string; source?: { pointer?: string } }[] } | null)?.errors;
  const reasons = (errors ?? [{}]).map(({ detail, source }) => ({
    status,
    detail: detail ?? `The call for ${id ?? type} failed.`,
    pointer: source?.pointer,
  }));
  return new Refusal(...reasons);
}

async function answer(
  question: Question,
  asked: Asked,
  { ask, styles, manners }: Behind,
): Promise<HostAnswer> {
  const { method, url, body, headers, isAnonymous } = asked;
  const isUpload = method === 'POST' && question.id !== null && question.rest.length === 1;
  const query = readQuery(question);
  if ((method === 'POST' && !isUpload) || method === 'PATCH') {
    checkWrite(question, { method, contentType: headers['content-type'] ?? '', body: body.toString() });
  }
  if (isUpload && !/\bfilename(\*?)="(.+)"/.test(headers['content-disposition'] ?? ''))
    throw new Refusal({ status: 400, detail: 'No filename found in "Content-Disposition" header.' });
  const isList = method === 'GET' && question.id === null;
  // What is published anybody may read; what people made is theirs.
  const hidden = manners.helpFor === 'users' ? [...personal, 'node--help_page'] : personal;
  const isHidden = isAnonymous && (method !== 'GET' || hidden.includes(question.type));
  if (isHidden && !isList) throw forbidden(method);
  if (isHidden || query === null) return jsonApiAnswer(200, nothing(url));
  // Conditions of any kind are not heeded: no If-Match, no If-None-Match.
  const given = await ask(`${url.pathname}?${query}`, {
    method,
    headers: {
      accept: jsonApiMediaType,
      authorization: asked.authorization,
      ...(headers['content-disposition'] && { 'content-disposition': headers['content-disposition'] }),
      ...(body.length > 0 && { 'content-type': headers['content-type'] ?? jsonApiMediaType }),
    },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  if (given.status === 204) return { status: 204, headers: {}, body: '' };
  if (given.status === 401) {
    if (manners.badBearer === 'unauthorized') return unauthorized();
    if (!isList) throw forbidden(method);
    return jsonApiAnswer(200, nothing(url));
  }
  if (given.status >= 400) throw reasonsIn(given.body, given.status, question);
  const document = writeDocument(given.body as Record<string, unknown>, {
    address: url,
    styles,
    shape: manners.imageStyles,
  });
  const self = (document.data as { links?: { self?: { href?: string } } } | null)?.links?.self?.href;
  return jsonApiAnswer(given.status, document, given.status === 201 && self ? { location: self } : {});
}

/** Answers a call below `/jsonapi/` in the manners of the other kind. */
export async function answerJsonApi(asked: Asked, behind: Behind): Promise<HostAnswer> {
  const question = readAddress(asked.url);
  if (question === null) return htmlNotFound();
  try {
    return await answer(question, asked, behind);
  } catch (error) {
    if (error instanceof Refusal) return error.answer(asked.url.href);
    throw error;
  }
}
