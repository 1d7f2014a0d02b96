import { isObject } from '@satchel/core/contract/is-object.ts';
import { type ResourceTypeName, resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { resourceTypeOf } from '@satchel/core/contract/resource-types.ts';

/** What a host says its records have (API-29): which fields may be sent, and what `include=*` stands for. */
export interface ModelDefinition {
  attributes: string[];
  relationships: string[];
}

export type ModelDefinitions = Partial<Record<ResourceTypeName, ModelDefinition>>;

const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );

function definitionIn(schema: unknown): ModelDefinition | null {
  // Some generators keep the data object beside the document's own properties.
  const data = at(schema, 'properties', 'data') ?? at(schema, 'definitions', 'data');
  const attributes = at(data, 'properties', 'attributes', 'properties');
  const relationships = at(data, 'properties', 'relationships', 'properties');
  if (!isObject(attributes) && !isObject(relationships)) return null;
  return { attributes: Object.keys(attributes ?? {}), relationships: Object.keys(relationships ?? {}) };
}

/** Reads Swagger 2 or OpenAPI 3; a kind of record it does not describe is absent. */
export function readModelDefinitions(body: unknown): ModelDefinitions {
  const schemas = at(body, 'definitions') ?? at(body, 'components', 'schemas');
  const read: ModelDefinitions = {};
  for (const type of resourceTypeNames) {
    const definition = definitionIn(at(schemas, type));
    if (definition) read[type] = definition;
  }
  return read;
}

/** What hosts of our own kind have added to the model: no other one takes it. */
const added: Partial<Record<ResourceTypeName, readonly string[]>> = {
  'salestool--message': [
    ...['link_token', 'pack_snapshot', 'link', 'delivery', 'delivery_detail', 'opened', 'last_opened'],
    ...['link_expires', 'link_password', 'link_max_views', 'link_download', 'link_revoked', 'channel'],
  ],
};

/** The model's own table, for a host whose definitions cannot be read. */
export function definitionOf(definitions: ModelDefinitions | null, type: ResourceTypeName): ModelDefinition {
  const { attributes, relationships } = resourceTypeOf(type);
  const namesOf = (fields: object) => Object.keys(fields).filter((name) => !added[type]?.includes(name));
  return definitions?.[type] ?? { attributes: namesOf(attributes), relationships: namesOf(relationships) };
}
