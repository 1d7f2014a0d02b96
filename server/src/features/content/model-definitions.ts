import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { type ResourceTypeName, resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { fieldSchemas } from './field-schemas.ts';

function definitionOf(name: ResourceTypeName) {
  return {
    type: 'object',
    title: resourceTypeOf(name).label,
    required: ['data'],
    properties: {
      data: {
        type: 'object',
        required: ['type', 'id'],
        properties: {
          type: { type: 'string', enum: [name] },
          id: { type: 'string', format: 'uuid', maxLength: 128 },
          ...fieldSchemas(name),
        },
      },
    },
  };
}

const schemaOf = (name: ResourceTypeName) => ({ $ref: `#/definitions/${name}` });
const errorSchema = { $ref: '#/definitions/errors' };
const refusal = { description: 'A refusal with its reasons.', schema: errorSchema };

const queryParameter = (name: string, description: string) => ({
  name,
  in: 'query',
  type: 'string',
  description,
});
const ofOne = [
  queryParameter('include', 'Paths of relationships with commas; * for every one of the record itself.'),
  queryParameter('fields', 'fields[type]: the only fields of a type to answer, with commas.'),
];
const ofMany = [
  ...ofOne,
  queryParameter('filter', 'filter[path], or conditions and groups.'),
  queryParameter('sort', 'Paths with commas, a minus in front for descending order.'),
  queryParameter('page', 'page[offset] and page[limit], or page[number] from 0 and page[size].'),
];

/** The calls that one kind of record answers. */
function pathsOf(name: ResourceTypeName) {
  const { label, writes } = resourceTypeOf(name);
  const path = `/${collectionPath(name)}`;
  const whole = { description: label, schema: schemaOf(name) };
  const list = {
    description: `A page of records of type ${name}.`,
    schema: {
      type: 'object',
      required: ['data'],
      properties: {
        data: { type: 'array', items: { $ref: `#/definitions/${name}/properties/data` } },
        meta: { type: 'object', properties: { count: { type: 'integer' } } },
      },
    },
  };
  const body = { name: 'body', in: 'body', required: true, schema: schemaOf(name) };
  const entity = { name: 'entity', in: 'path', required: true, type: 'string', format: 'uuid' };
  const operation = (summary: string, parameters: object[], status: number, answer: object) => ({
    summary: `${summary}: ${label}`,
    tags: [name],
    parameters,
    responses: { [status]: answer, default: refusal },
  });
  const gone = { description: 'Removed.' };
  return [
    [
      path,
      {
        get: operation('List', ofMany, 200, list),
        ...(writes.includes('create') && { post: operation('Create', [body], 201, whole) }),
      },
    ],
    [
      `${path}/{entity}`,
      {
        get: operation('Read', [entity, ...ofOne], 200, whole),
        ...(writes.includes('update') && { patch: operation('Change', [entity, body], 200, whole) }),
        ...(writes.includes('delete') && { delete: operation('Remove', [entity], 204, gone) }),
      },
    ],
  ];
}

const errors = {
  type: 'object',
  title: 'Refusal',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['title', 'status', 'detail'],
        properties: {
          title: { type: 'string' },
          status: { type: 'string' },
          detail: { type: 'string' },
          source: {
            type: 'object',
            properties: { pointer: { type: 'string' }, parameter: { type: 'string' } },
          },
        },
      },
    },
  },
};

/**
 * `/openapi/jsonapi`: every type with its fields (API-29). A field with `readOnly` is the host's, one with
 * `x-create-only` is taken only when the record is made, and one with `x-write-only` is never answered.
 */
export const modelDefinitions = () => ({
  swagger: '2.0',
  info: { title: 'Content', version: '1' },
  basePath: '/jsonapi',
  consumes: [jsonApiMediaType],
  produces: [jsonApiMediaType],
  securityDefinitions: { bearer: { type: 'apiKey', name: 'Authorization', in: 'header' } },
  security: [{ bearer: [] }],
  paths: Object.fromEntries(resourceTypeNames.flatMap(pathsOf)),
  definitions: { ...Object.fromEntries(resourceTypeNames.map((name) => [name, definitionOf(name)])), errors },
});
