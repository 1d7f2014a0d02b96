import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { hasField, isRelationship, kindOf } from './definitions.ts';
import type { Question } from './read-question.ts';
import { Refusal } from './refusal.ts';

interface Write {
  method: 'POST' | 'PATCH';
  contentType: string;
  body: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const accepted = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Fields that only those who administer the host may send with a new record, even with the value they would get. */
const protectedOnCreate = ['status', 'created', 'changed', 'uid'];

function dataOf(body: string): Record<string, unknown> {
  if (body === '') throw new Refusal({ status: 400, detail: 'Empty request body.' });
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal({ status: 400, detail: 'Syntax error' });
    throw error;
  }
  const data = isObject(read) ? read.data : null;
  if (!isObject(data) || typeof data.type !== 'string')
    throw new Refusal({ status: 400, detail: 'Resource object must include a "type".' });
  return data;
}

function checkValue(type: string, name: string, value: unknown, method: string) {
  const kind = kindOf(type, name);
  if (kind === 'time' && value !== null && typeof value !== 'number' && !accepted.test(String(value)))
    throw new Refusal({
      status: 422,
      detail: `The specified date "${value}" is not in an accepted format: "U" (UNIX timestamp), "Y-m-d\\TH:i:sO" (ISO 8601), "Y-m-d\\TH:i:sP" (RFC 3339).`,
    });
  if (kind !== 'rich-text' || !isObject(value)) return;
  if ('processed' in value && method === 'POST')
    throw new Refusal({ status: 500, detail: 'Call to a member function getProcessedText() on string' });
  const foreign = Object.keys(value).find(
    (key) => !['value', 'format', 'summary', 'processed'].includes(key),
  );
  if (foreign)
    throw new Refusal({
      status: 422,
      detail: `The properties '${foreign}' do not exist on the '${name}' field.`,
    });
}

/** @throws Refusal for what a host of this kind does not take */
export function checkWrite({ type, id }: Question, { method, contentType, body }: Write) {
  if (contentType.split(';')[0]?.trim() !== jsonApiMediaType)
    throw new Refusal({
      status: 415,
      detail: contentType
        ? `No route found that matches "Content-Type: ${contentType}"`
        : 'No "Content-Type" request header specified',
    });
  const data = dataOf(body);
  const attributes = isObject(data.attributes) ? data.attributes : {};
  const relationships = isObject(data.relationships) ? data.relationships : {};
  if (method === 'PATCH' && data.id !== id)
    throw new Refusal({
      status: 400,
      detail: `The selected entity (${id}) does not match the ID in the payload (${data.id}).`,
    });
  if (data.id !== undefined && !uuid.test(String(data.id)))
    throw new Refusal({
      status: 422,
      detail: 'IDs should be properly generated and formatted UUIDs as described in RFC 4122.',
    });
  const asAttributes = Object.keys(attributes).filter((name) => isRelationship(type, name));
  if (asAttributes.length > 0)
    throw new Refusal({
      status: 422,
      detail: `The following relationship fields were provided as attributes: [ ${asAttributes.join(', ')} ]`,
    });
  for (const name of [...Object.keys(attributes), ...Object.keys(relationships)]) {
    const isProtected = name.startsWith('drupal_internal__') || protectedOnCreate.includes(name);
    const part = name in attributes ? 'attributes' : 'relationships';
    if (method === 'POST' && isProtected)
      throw new Refusal({
        status: 403,
        detail: `The current user is not allowed to POST the selected field (${name}).`,
        pointer: `/data/${part}/${name}`,
      });
    if (!hasField(type, name) && name !== 'uuid')
      throw new Refusal({
        status: 422,
        detail: `The attribute ${name} does not exist on the ${type} resource type.`,
      });
  }
  for (const [name, value] of Object.entries(attributes)) checkValue(type, name, value, method);
}
