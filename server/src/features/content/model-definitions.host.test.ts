import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf, type ReadResource } from '#testing/document.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Fetch;
let definitions: Record<string, Definition>;
let paths: Record<string, Record<string, Operation>>;

interface Field {
  title: string;
  type?: string;
  readOnly?: true;
  properties?: Record<string, Field>;
}

interface Fields {
  properties: Record<string, Field>;
  required?: string[];
}

interface Definition {
  title: string;
  properties: { data: { properties: { type: object; attributes: Fields; relationships: Fields } } };
}

interface Operation {
  parameters: { name: string; in: string }[];
  responses: Record<string, object>;
}

beforeAll(async () => {
  host = await startTestHost();
  nora = await host.signIn('nora');
  const answer = await nora('/openapi/jsonapi?_format=json');
  expect(answer.status).toBe(200);
  ({ definitions, paths } = await answer.json());
});
afterAll(() => host.stop());

const fieldsOf = (type: string) => (definitions[type] as Definition).properties.data.properties;

test('[API-29] the model definitions name every type with its fields', () => {
  expect(Object.keys(definitions).sort()).toEqual(['errors', ...resourceTypeNames].sort());
  for (const type of resourceTypeNames) {
    const { label, attributes, relationships } = resourceTypeOf(type);
    const fields = fieldsOf(type);
    expect([type, definitions[type]?.title, fields.type]).toEqual([
      type,
      label,
      { type: 'string', enum: [type] },
    ]);
    expect(Object.keys(fields.attributes.properties)).toEqual(Object.keys(attributes));
    expect(Object.keys(fields.relationships.properties)).toEqual(Object.keys(relationships));
  }
});

test('[API-29] a form is built from titles, kinds, limits, choices and what has to be there', () => {
  const message = fieldsOf('salestool--message').attributes;
  expect(message.required).toEqual(['subject']);
  expect(message.properties).toMatchObject({
    subject: { title: 'Subject', type: 'string', maxLength: 255 },
    email: { title: 'Email', type: 'string', maxLength: 254, format: 'email' },
    contact_permission: { title: 'Permission to contact', type: 'boolean' },
    date_sent: { title: 'Date sent', type: 'string', format: 'date-time' },
    message: {
      title: 'Message',
      type: 'object',
      required: ['value'],
      properties: {
        value: { type: 'string', maxLength: 200_000 },
        format: { type: 'string', enum: ['basic_html'] },
        processed: { type: 'string', readOnly: true },
      },
    },
    pack_snapshot: { type: 'string', format: 'json', maxLength: 10_000_000 },
    delivery: { enum: ['none', 'queued', 'sent', 'failed', 'unknown'] },
    opened: { type: 'integer', readOnly: true },
  });
  expect(fieldsOf('salestool--pack').attributes.properties.title).toEqual({
    title: 'Title',
    type: 'string',
    maxLength: 255,
  });
});

test('[API-29] what only the host writes, only a new record takes, or no answer shows is marked so', () => {
  const { attributes, relationships } = fieldsOf('salestool--message');
  expect(attributes.properties.link_token).toMatchObject({ 'x-create-only': true, 'x-write-only': true });
  expect(attributes.properties.link_password).toMatchObject({ 'x-write-only': true });
  expect(relationships.properties.pack).toMatchObject({ 'x-create-only': true });
  expect(relationships.properties.user).toMatchObject({ readOnly: true });
  const written = (fields: Fields) =>
    Object.keys(fields.properties).filter((name) => !fields.properties[name]?.readOnly);
  expect(written(fieldsOf('salestool--pack').attributes)).toEqual([
    'title',
    'notes',
    'color',
    'pack_data',
    'meta',
    'archived',
  ]);
  expect(written(fieldsOf('salestool--channel').attributes)).toEqual([]);
});

test('[API-29] relationships say what they lead to, and to how many', () => {
  const { properties } = fieldsOf('salestool--pack').relationships;
  const one = (targets: string[]) => ({
    required: ['type', 'id'],
    properties: { type: { enum: targets }, id: { format: 'uuid' } },
  });
  expect(properties.channel?.properties?.data).toMatchObject({
    type: 'object',
    ...one(['salestool--channel']),
  });
  expect(properties.medias?.properties?.data).toMatchObject({
    type: 'array',
    items: one(['media--document', 'media--image', 'media--video', 'media--remote_video']),
  });
});

test('[API-29] each address tells its methods, what they take and what they answer', () => {
  expect(Object.keys(paths)).toHaveLength(resourceTypeNames.length * 2);
  expect(Object.keys(paths['/salestool/pack'] ?? {})).toEqual(['get', 'post']);
  expect(Object.keys(paths['/salestool/pack/{entity}'] ?? {})).toEqual(['get', 'patch', 'delete']);
  expect(Object.keys(paths['/salestool/channel'] ?? {})).toEqual(['get']);
  expect(paths['/salestool/pack']?.post).toMatchObject({
    parameters: [{ name: 'body', in: 'body', schema: { $ref: '#/definitions/salestool--pack' } }],
    responses: { 201: { schema: { $ref: '#/definitions/salestool--pack' } } },
  });
  for (const [path, operations] of Object.entries(paths)) {
    for (const { parameters, responses } of Object.values(operations)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(
        named,
      );
      expect(Object.keys(responses)).toContain('default');
    }
  }
});

test('[API-29] what the host answers fits its own definitions', async () => {
  const ajv = new Ajv({
    strict: false,
    formats: {
      uuid: true,
      json: true,
      color: true,
      email: true,
      uri: URL.canParse,
      'uri-reference': true,
      'date-time': (text) => !Number.isNaN(Date.parse(text)),
    },
  });
  const withoutEmpty = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const henrik = contentOf(await host.signIn('henrik'));
  let seen = 0;
  for (const type of resourceTypeNames) {
    const isRight = ajv.compile(definitions[type] as object);
    for (const record of (await henrik.get(collectionPath(type))).records) {
      const { attributes, relationships = {} } = record;
      const filled = Object.entries(relationships).filter(([, { data }]) => data !== null);
      const document: { data: ReadResource } = {
        data: {
          ...record,
          attributes: withoutEmpty(attributes),
          relationships: Object.fromEntries(filled.map(([name, { data }]) => [name, { data }])),
        },
      };
      expect([type, isRight(document), isRight.errors]).toEqual([type, true, null]);
      seen++;
    }
  }
  expect(seen).toBeGreaterThan(30);
});

test('the model definitions are for nobody without a token', async () => {
  expect((await host.fetch('/openapi/jsonapi?_format=json')).status).toBe(401);
  expect((await nora('/openapi/jsonapi', { method: 'DELETE' })).status).toBe(405);
});
