import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { type ResourceTypeName, resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { changeSchemas, fieldSchemas, linkageSchema } from './field-schemas.ts';

const documentOf = (name: ResourceTypeName, fields: object) => ({
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
        ...fields,
      },
    },
  },
});

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

const bodyOf = (schema: object) => ({ name: 'body', in: 'body', required: true, schema });
const entity = { name: 'entity', in: 'path', required: true, type: 'string', format: 'uuid' };
const gone = { description: 'Done; there is nothing to say.' };

const dataOf = (description: string, data: object) => ({
  description,
  schema: {
    type: 'object',
    required: ['data'],
    properties: { data, meta: { type: 'object', properties: { count: { type: 'integer' } } } },
  },
});

const operationsOf =
  (name: ResourceTypeName) =>
  (summary: string, parameters: object[], responses: Record<number, object>, consumes?: string[]) => ({
    summary: `${summary}: ${resourceTypeOf(name).label}`,
    tags: [name],
    ...(consumes && { consumes }),
    parameters,
    responses: { ...responses, default: refusal },
  });

type Path = [address: string, operations: object];

/** The calls that one kind of record answers. */
function pathsOf(name: ResourceTypeName): Path[] {
  const { label, writes, relationships } = resourceTypeOf(name);
  const path = `/${collectionPath(name)}`;
  const operation = operationsOf(name);
  const whole = { description: label, schema: schemaOf(name) };
  const items = { type: 'array', items: { $ref: `#/definitions/${name}/properties/data` } };
  const list = dataOf(`A page of records of type ${name}.`, items);
  const make = bodyOf(schemaOf(name));
  const change = bodyOf(documentOf(name, changeSchemas(name)));
  return [
    [
      path,
      {
        get: operation('List', ofMany, { 200: list }),
        ...(writes.includes('create') && { post: operation('Create', [make], { 201: whole }) }),
      },
    ],
    [
      `${path}/{entity}`,
      {
        get: operation('Read', [entity, ...ofOne], { 200: whole }),
        ...(writes.includes('update') && { patch: operation('Change', [entity, change], { 200: whole }) }),
        ...(writes.includes('delete') && { delete: operation('Remove', [entity], { 204: gone }) }),
      },
    ],
    ...Object.keys(relationships).flatMap((field) => relationshipPaths(name, path, field)),
  ];
}

const anyData = (targets: readonly ResourceTypeName[], many: boolean) => {
  const [only] = targets;
  const one =
    targets.length === 1
      ? { $ref: `#/definitions/${only}/properties/data` }
      : { type: 'object', required: ['type', 'id'] };
  return many ? { type: 'array', items: one } : one;
};

/** What a relationship leads to, the relationship itself, and the bytes it takes. */
function relationshipPaths(name: ResourceTypeName, path: string, field: string): Path[] {
  const relationship = resourceTypeOf(name).relationships[field];
  if (!relationship) return [];
  const { label, targets, many, writable } = relationship;
  const operation = operationsOf(name);
  const related = { 200: dataOf(label, anyData(targets, many)) };
  const linkage = { description: label, schema: linkageSchema(relationship) };
  const written = { 200: linkage, 204: gone };
  const body = bodyOf(linkageSchema(relationship));
  const isWritten = writable === 'always' || writable === 'upload';
  const upload = writable === 'upload';
  const file = { 201: { description: 'The file, to be named by a record', schema: schemaOf('file--file') } };
  const write = (summary: string) => operation(`${summary} ${label.toLowerCase()}`, [entity, body], written);
  return [
    [
      `${path}/{entity}/${field}`,
      {
        get: operation(label, [entity, ...ofOne], related),
        ...(upload && {
          post: operation(`Upload ${label.toLowerCase()}`, [entity, ...bytes], related, octets),
        }),
      },
    ],
    [
      `${path}/{entity}/relationships/${field}`,
      {
        get: operation(`Names of ${label.toLowerCase()}`, [entity], { 200: linkage }),
        ...(isWritten && { patch: write('Replace') }),
        ...(isWritten && many && { post: write('Add'), delete: write('Take away') }),
      },
    ],
    ...(upload
      ? [[`${path}/${field}`, { post: operation('Upload before', bytes, file, octets) }] as Path]
      : []),
  ];
}

const octets = ['application/octet-stream'];
const bytes = [
  {
    name: 'Content-Disposition',
    in: 'header',
    required: true,
    type: 'string',
    description: 'file; filename="name.jpg"',
  },
  bodyOf({ type: 'string', format: 'binary' }),
];

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
 * `/openapi/jsonapi`: every type with its fields and addresses (API-29). A field with `readOnly` is the host's, one with
 * `x-create-only` is taken only when the record is made, one with `x-until-read` as long as nobody may have read it, one with `x-write-only` is never answered, one with `x-nullable`
 * is taken back by null, and one with `x-upload` takes a file by its bytes or its name.
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
  definitions: {
    ...Object.fromEntries(resourceTypeNames.map((name) => [name, documentOf(name, fieldSchemas(name))])),
    errors,
  },
});
