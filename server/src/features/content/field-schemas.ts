import type { ResourceTypeName } from '@satchel/core/contract/resource-type-names.ts';
import { resourceTypeOf } from '@satchel/core/contract/resource-types.ts';

type ResourceType = ReturnType<typeof resourceTypeOf>;
type Attribute = ResourceType['attributes'][string];
type Relationship = ResourceType['relationships'][string];

const text = { type: 'string' };
const address = { type: 'string', format: 'uri-reference' };
const objectOf = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** What a value of each kind looks like; the limit of a text stands where the text is. */
const schemaOfKind: Record<string, (limit: { maxLength?: number }) => object> = {
  text: (limit) => ({ ...text, ...limit }),
  boolean: () => ({ type: 'boolean' }),
  integer: () => ({ type: 'integer' }),
  time: () => ({ type: 'string', format: 'date-time' }),
  'json-text': (limit) => ({ type: 'string', format: 'json', ...limit }),
  color: () => ({ format: 'color', description: 'A hex colour, or an object of color and opacity.' }),
  'rich-text': (limit) =>
    objectOf(
      {
        value: { ...text, ...limit },
        format: { ...text, enum: ['basic_html'] },
        processed: { ...text, readOnly: true },
        summary: text,
      },
      ['value'],
    ),
  'link-list': () => ({
    type: 'array',
    items: objectOf({ uri: address, title: text, options: {} }, ['uri']),
  }),
  'file-uri': () => objectOf({ value: text, url: address }),
  path: () => objectOf({ alias: text, langcode: text }),
  derivatives: () => objectOf({ thumbnail: address, salestool_preview: address }),
  password: () => objectOf({ existing: text, value: text }, ['existing', 'value']),
};

/** Who may write a field: nobody, only whoever makes the record, or also later; and whether it is ever answered. */
const accessOf = ({ writable, hidden }: { writable: string; hidden?: true }) => ({
  ...(writable === 'server' && { readOnly: true }),
  ...(writable === 'create' && { 'x-create-only': true }),
  ...(hidden && { 'x-write-only': true }),
});

function attributeSchema(attribute: Attribute) {
  const { label: title, kind, maxLength, format, values } = attribute;
  return {
    title,
    ...schemaOfKind[kind]?.(maxLength === undefined ? {} : { maxLength }),
    ...(format && { format }),
    ...(values && { enum: values }),
    ...accessOf(attribute),
  };
}

const identifierOf = (targets: readonly string[]) => ({
  type: 'object',
  required: ['type', 'id'],
  properties: { type: { type: 'string', enum: targets }, id: { type: 'string', format: 'uuid' } },
});

function relationshipSchema(relationship: Relationship) {
  const { label: title, targets, many } = relationship;
  const one = identifierOf(targets);
  return {
    type: 'object',
    title,
    properties: { data: many ? { type: 'array', items: one } : one },
    ...accessOf(relationship),
  };
}

const schemasOf = <Field>(fields: Record<string, Field>, schemaOf: (field: Field) => object) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));

/** The attributes and relationships of a type as a client builds a form from them. */
export function fieldSchemas(type: ResourceTypeName) {
  const { attributes, relationships } = resourceTypeOf(type);
  const required = Object.keys(attributes).filter((name) => attributes[name]?.required);
  return {
    attributes: {
      type: 'object',
      additionalProperties: false,
      properties: schemasOf(attributes, attributeSchema),
      ...(required.length > 0 && { required }),
    },
    relationships: {
      type: 'object',
      additionalProperties: false,
      properties: schemasOf(relationships, relationshipSchema),
    },
  };
}
