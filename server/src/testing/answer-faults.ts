import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { RawAnswer, RawRequest } from './send-raw.ts';

// Words of the host's insides that no refusal may have.
const insides = [
  /\n\s+at\s/,
  /node_modules|node:internal|\.ts:\d|\.js:\d/,
  /SQLITE_|\bsqlite\b|postgres|kysely|constraint failed|violates|relation "|syntax error at/i,
  /\b(?:select|insert into|update|delete from)\b.+\b(?:from|values|set|where)\b/i,
  /Cannot read prop|is not a function|is not iterable|undefined \(reading/,
  /satchel-host-|[/\\](?:home|root|usr|var|tmp)[/\\]/,
];

interface JsonApiRefusal {
  errors?: { title?: unknown; status?: unknown; detail?: unknown }[];
}

/** What is wrong with an answer whatever was asked; empty when it may be so. */
export function answerFaults({ method, path }: RawRequest, { status, type, body }: RawAnswer): string[] {
  const faults: string[] = [];
  if (status >= 500 && status !== 503 && status !== 507) faults.push(`status ${status}`);
  if (status < 400) return faults;
  // A refusal may say again what was asked.
  const said = body.replaceAll(path, '');
  faults.push(...insides.filter((inside) => inside.test(said)).map((inside) => `says ${inside}`));
  if (method === 'HEAD') return faults;
  if (body === '') return [...faults, 'a refusal without a word'];
  const isContent = /^\/(?:jsonapi|openapi)(?:[/?]|$)/.test(path);
  if (isContent && !type.startsWith(jsonApiMediaType)) faults.push(`content type ${type}`);
  if (type.startsWith(jsonApiMediaType)) faults.push(...jsonApiFaults(status, body));
  return faults;
}

function jsonApiFaults(status: number, body: string) {
  const { errors = [] } = JSON.parse(body) as JsonApiRefusal;
  if (errors.length === 0) return ['no errors'];
  return errors.flatMap((error) => [
    ...(typeof error.title === 'string' && error.title !== '' ? [] : ['no title']),
    ...(error.status === String(status) ? [] : [`status ${String(error.status)} within ${status}`]),
    ...(typeof error.detail === 'string' && error.detail !== '' ? [] : ['no detail']),
  ]);
}
