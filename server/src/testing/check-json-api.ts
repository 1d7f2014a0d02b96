import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { Ajv } from 'ajv';
import { jsonApiSchema } from './json-api-schema.ts';

const ajv = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false });
ajv.addFormat('uri', (text) => URL.canParse(text));
const isValid = ajv.compile(jsonApiSchema);

interface Linkage {
  type: string;
  id: string;
}

interface Resource extends Linkage {
  attributes?: Record<string, unknown>;
  relationships?: Record<string, { data?: Linkage | Linkage[] | null }>;
}

interface Document {
  data?: Resource | Resource[] | null;
  included?: Resource[];
}

const asList = <T>(value: T | T[] | null | undefined): T[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];

const nameOf = ({ type, id }: Linkage) => `${type} ${id}`;

/**
 * What is wrong with a document by JSON:API 1.1; empty when it is right.
 * @param isSparse the caller left fields out, so that what is included need not be linked
 */
export function jsonApiFaults(document: unknown, isSparse: boolean): string[] {
  if (!isValid(document))
    return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const { data, included = [] } = document as Document;
  const primary = asList(data);
  return [
    ...repeated([...primary.filter(isResource), ...included]),
    ...[...primary, ...included].flatMap(sharedFields),
    ...(isSparse ? [] : unlinked(primary, included)),
  ];
}

const isResource = ({ attributes, relationships, ...rest }: Resource) =>
  attributes !== undefined || relationships !== undefined || 'links' in rest;

/** A document holds no resource twice. */
function repeated(resources: Resource[]) {
  const seen = new Set<string>();
  return resources.flatMap((resource) => {
    const name = nameOf(resource);
    if (seen.has(name)) return [`${name} stands in the document twice`];
    seen.add(name);
    return [];
  });
}

/** Attributes and relationships share one namespace. */
const sharedFields = (resource: Resource) =>
  Object.keys(resource.relationships ?? {})
    .filter((name) => Object.hasOwn(resource.attributes ?? {}, name))
    .map((name) => `${nameOf(resource)} has ${name} as attribute and as relationship`);

/** Full linkage: whatever is included can be reached from the primary data. */
function unlinked(primary: Resource[], included: Resource[]) {
  const byName = new Map([...primary, ...included].map((resource) => [nameOf(resource), resource]));
  const reached = new Set<string>();
  const waiting: Linkage[] = [...primary];
  for (let linkage = waiting.pop(); linkage; linkage = waiting.pop()) {
    const name = nameOf(linkage);
    if (reached.has(name)) continue;
    reached.add(name);
    for (const { data } of Object.values(byName.get(name)?.relationships ?? {}))
      waiting.push(...asList(data));
  }
  return included
    .filter((resource) => !reached.has(nameOf(resource)))
    .map((resource) => `${nameOf(resource)} is included, but nothing links to it`);
}

/** Throws when an answer says that it is JSON:API and is not; anything else passes. */
export async function checkJsonApi(response: Response, address: string, method = 'GET') {
  const isJsonApi = response.headers.get('content-type')?.startsWith(jsonApiMediaType);
  if (!isJsonApi || method === 'HEAD' || response.status === 304) return;
  const faults = jsonApiFaults(await response.clone().json(), /[?&]fields(?:\[|%5B)/i.test(address));
  if (faults.length > 0)
    throw new Error(
      `${method} ${address} was answered ${response.status} with what is not JSON:API:\n${faults.join('\n')}`,
    );
}
