import { type ResourceTypeName, resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { resourceTypeOf } from '@satchel/core/contract/resource-types.ts';

/** What a host says its records have (API-29): which fields may be sent, and what `include=*` stands for. */
export interface ModelDefinition {
  attributes: string[];
  relationships: string[];
}

export type ModelDefinitions = Partial<Record<ResourceTypeName, ModelDefinition>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

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

/** The contract's own table, for a host whose definitions cannot be read. */
export const definitionOf = (
  definitions: ModelDefinitions | null,
  type: ResourceTypeName,
): ModelDefinition => {
  const { attributes, relationships } = resourceTypeOf(type);
  return (
    definitions?.[type] ?? { attributes: Object.keys(attributes), relationships: Object.keys(relationships) }
  );
};
