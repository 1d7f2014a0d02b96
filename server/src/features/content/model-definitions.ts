import { type ResourceTypeName, resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';

const schemaOfKind: Record<string, object> = {
  text: { type: 'string' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  time: { type: 'string', format: 'date-time' },
  'json-text': { type: 'string' },
  color: {},
  'rich-text': {
    type: 'object',
    properties: {
      value: { type: 'string' },
      format: { type: 'string' },
      processed: { type: 'string', readOnly: true },
      summary: { type: 'string' },
    },
  },
  'link-list': { type: 'array', items: { type: 'object', properties: { uri: { type: 'string' } } } },
  'file-uri': { type: 'object', properties: { value: { type: 'string' }, url: { type: 'string' } } },
  path: { type: 'object', properties: { alias: { type: 'string' } } },
  derivatives: { type: 'object' },
  password: {
    type: 'object',
    properties: { existing: { type: 'string' }, value: { type: 'string' } },
  },
};

const identifierOf = (targets: readonly string[]) => ({
  type: 'object',
  required: ['type', 'id'],
  properties: { type: { type: 'string', enum: targets }, id: { type: 'string', format: 'uuid' } },
});

function definitionOf(name: ResourceTypeName) {
  const { label, attributes, relationships } = resourceTypeOf(name);
  const readOnly = (writable: string) => writable === 'server' && { readOnly: true };
  return {
    type: 'object',
    title: label,
    required: ['data'],
    properties: {
      data: {
        type: 'object',
        required: ['type', 'id'],
        properties: {
          type: { type: 'string', enum: [name] },
          id: { type: 'string', format: 'uuid', maxLength: 128 },
          attributes: {
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(
              Object.entries(attributes).map(([field, { label: title, kind, writable, maxLength }]) => [
                field,
                { title, ...schemaOfKind[kind], ...(maxLength && { maxLength }), ...readOnly(writable) },
              ]),
            ),
          },
          relationships: {
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(
              Object.entries(relationships).map(([field, { label: title, targets, many, writable }]) => [
                field,
                {
                  type: 'object',
                  title,
                  properties: {
                    data: many ? { type: 'array', items: identifierOf(targets) } : identifierOf(targets),
                  },
                  ...readOnly(writable),
                },
              ]),
            ),
          },
        },
      },
    },
  };
}

const methodsOf = { create: 'post', update: 'patch', delete: 'delete' } as const;

function pathsOf(name: ResourceTypeName) {
  const { writes } = resourceTypeOf(name);
  const path = `/${collectionPath(name)}`;
  const allowed = (...kinds: (keyof typeof methodsOf)[]) =>
    Object.fromEntries(kinds.filter((kind) => writes.includes(kind)).map((kind) => [methodsOf[kind], {}]));
  return [
    [path, { get: {}, ...allowed('create') }],
    [`${path}/{entity}`, { get: {}, ...allowed('update', 'delete') }],
  ];
}

/** `/openapi/jsonapi`: every type with its fields; a field without `readOnly` may be written (API-29). */
export const modelDefinitions = () => ({
  swagger: '2.0',
  info: { title: 'Content', version: '1' },
  basePath: '/jsonapi',
  consumes: ['application/vnd.api+json'],
  produces: ['application/vnd.api+json'],
  paths: Object.fromEntries(resourceTypeNames.flatMap(pathsOf)),
  definitions: Object.fromEntries(resourceTypeNames.map((name) => [name, definitionOf(name)])),
});
