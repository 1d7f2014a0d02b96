import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  format?: string;
  maxLength?: number;
  'x-nullable'?: true;
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
  parameters: { name: string; in: string; schema?: object }[];
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
    pack_snapshot: { type: 'string', format: 'json', maxLength: 20_010_000 },
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

test('[API-29] it is what OpenAPI says of such a document, and every reference leads somewhere', async () => {
  const document = await (await nora('/openapi/jsonapi')).json();
  const validator = new Validator();
  expect(await validator.validate(document)).toMatchObject({ valid: true });
  expect(validator.version).toBe('2.0');
  expect(() => validator.resolveRefs()).not.toThrow();
});

test('[API-29] each address tells its methods, what they take and what they answer', () => {
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

test('[API-29] so do relationships, what they lead to, and pictures that are sent as bytes', () => {
  const methods = (path: string) => Object.keys(paths[path] ?? {});
  expect(methods('/salestool/pack/{entity}/medias')).toEqual(['get']);
  expect(methods('/salestool/pack/{entity}/relationships/medias')).toEqual([
    'get',
    'patch',
    'post',
    'delete',
  ]);
  expect(methods('/salestool/pack/{entity}/relationships/channel')).toEqual(['get']);
  expect(methods('/salestool/message/{entity}/relationships/signature')).toEqual(['get', 'patch']);
  for (const path of ['/salestool/signature/{entity}/picture', '/salestool/signature/picture']) {
    expect(paths[path]?.post).toMatchObject({
      consumes: ['application/octet-stream'],
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'Content-Disposition', in: 'header', required: true }),
        expect.objectContaining({ in: 'body', schema: { type: 'string', format: 'binary' } }),
      ]),
    });
  }
  expect(methods('/salestool/signature/image')).toEqual([]);
});

test('[API-29] every address and method that is named is there, and every one that is not is refused', async () => {
  const { signatures, channels } = host.world;
  const ids: Record<string, string> = {
    'salestool--signature': signatures.nora.id,
    'salestool--channel': channels.retail.id,
  };
  for (const [type, id] of Object.entries(ids)) {
    const own = Object.entries(paths).filter(([path]) =>
      path.startsWith(`/${collectionPath(type as never)}`),
    );
    for (const [path, operations] of own) {
      for (const method of ['get', 'post', 'patch', 'delete', 'put']) {
        const isDangerous = method === 'delete' && path.endsWith('{entity}');
        if (isDangerous) continue;
        const { status } = await nora(`/jsonapi${path.replace('{entity}', id)}`, {
          method: method.toUpperCase(),
        });
        // Without a body it is not taken either way; but an address that is named knows the method.
        const isKnown = ![403, 404, 405].includes(status);
        if (method in operations) expect([method, path, isKnown]).toEqual([method, path, true]);
        else expect([method, path, status >= 400]).toEqual([method, path, true]);
      }
    }
  }
});

describe('[API-29] a form made of nothing but the definitions', () => {
  const uuid = () => crypto.randomUUID();
  /** A value as long as it may be, or one character longer. */
  const filled = ({ type, format, maxLength = 10 }: Field, more = 0) => {
    if (type === 'boolean') return true;
    if (format === 'email') return `${'a'.repeat(60)}@${'b'.repeat(60)}.example`;
    return 'x'.repeat(maxLength + more);
  };
  const post = async (attributes: Record<string, unknown>) => {
    const answer = await contentOf(nora).post('salestool/signature', {
      ...{ type: 'salestool--signature', id: uuid(), attributes },
    });
    return [answer.status, answer.errors[0]?.source?.pointer] as const;
  };
  const writable = () =>
    Object.entries(fieldsOf('salestool--signature').attributes.properties).filter(
      ([name, field]) => !field.readOnly && name !== 'shared',
    );

  test('is taken when every field is filled to its end, and when only what is required is there', async () => {
    const full = Object.fromEntries(writable().map(([name, field]) => [name, filled(field)]));
    expect(Object.keys(full)).toEqual(['title', 'job_title', 'email', 'telephone', 'telephone2']);
    expect(await post(full)).toEqual([201, undefined]);
    const { required = [] } = fieldsOf('salestool--signature').attributes;
    expect(await post(Object.fromEntries(required.map((name) => [name, 'Nora'])))).toEqual([201, undefined]);
  });

  test('is refused by name for each field that is longer, and for each that is missing', async () => {
    for (const [name, field] of writable()) {
      if (field.format === 'email') continue;
      expect(await post({ title: 'Nora', [name]: filled(field, 1) })).toEqual([
        422,
        `/data/attributes/${name}`,
      ]);
    }
    for (const name of fieldsOf('salestool--signature').attributes.required ?? [])
      expect(await post({ job_title: 'Rep', [name]: null })).toEqual([422, `/data/attributes/${name}`]);
  });

  test('may be emptied where it says so, and nowhere else', async () => {
    for (const [name, field] of writable()) {
      const [status] = await post({ title: 'Nora', [name]: null });
      expect([name, status]).toEqual([name, field['x-nullable'] ? 201 : 422]);
    }
  });

  test('names what a new record has to be tied to', async () => {
    const bound = { 'salestool--pack': ['channel'], 'salestool--message': ['pack'] };
    for (const [type, required] of Object.entries(bound)) {
      expect(fieldsOf(type).relationships.required).toEqual(required);
      const { attributes } = fieldsOf(type);
      const filledIn = Object.fromEntries((attributes.required ?? []).map((name) => [name, 'x']));
      const answer = await contentOf(nora).post(collectionPath(type as never), {
        ...{ type, id: uuid(), attributes: filledIn },
      });
      expect([answer.status, answer.errors[0]?.source?.pointer]).toEqual([
        422,
        `/data/relationships/${required[0]}`,
      ]);
    }
  });

  test('changes only what can be changed', () => {
    const body = paths['/salestool/message/{entity}']?.patch?.parameters.at(-1)?.schema as Definition;
    const { attributes, relationships } = body.properties.data.properties;
    expect(Object.keys(attributes.properties)).toContain('subject');
    expect(attributes.required).toBeUndefined();
    expect(attributes.properties.pack_snapshot).toMatchObject({ 'x-until-read': true });
    for (const name of ['link_token', 'created', 'opened'])
      expect(Object.keys(attributes.properties)).not.toContain(name);
    expect(Object.keys(relationships.properties)).toEqual(['signature']);
    expect(fieldsOf('salestool--message').attributes.properties.link_max_views).toMatchObject({ minimum: 1 });
  });
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
      // OpenAPI 2 knows no null.
      const said = Object.entries(relationships).map(([name, { data }]) => [
        name,
        data === null ? {} : { data },
      ]);
      const document: { data: ReadResource } = {
        data: {
          ...record,
          attributes: withoutEmpty(attributes),
          relationships: Object.fromEntries(said),
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
