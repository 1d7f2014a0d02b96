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

/** Who may write a field: nobody, only whoever makes the record, or also later, be it until somebody may have read it; and whether it is ever answered. */
const accessOf = ({ writable, hidden }: { writable: string; hidden?: true }) => ({
  ...(writable === 'server' && { readOnly: true }),
  ...(writable === 'create' && { 'x-create-only': true }),
  ...(writable === 'unread' && { 'x-until-read': true }),
  ...(hidden && { 'x-write-only': true }),
});

/** What may be taken back by sending null. OpenAPI 2 has no word of its own for it. */
const emptiable = (isEmptiable: boolean) => (isEmptiable ? { 'x-nullable': true } : {});

function attributeSchema(attribute: Attribute) {
  const { label: title, kind, maxLength, format, values, pattern, minimum, required, writable } = attribute;
  return {
    title,
    ...schemaOfKind[kind]?.(maxLength === undefined ? {} : { maxLength }),
    ...(format && { format }),
    ...(pattern && { pattern }),
    ...(minimum !== undefined && { minimum }),
    ...(values && { enum: values }),
    ...emptiable(writable !== 'server' && !required),
    ...accessOf(attribute),
  };
}

const identifierOf = (targets: readonly string[]) => ({
  type: 'object',
  required: ['type', 'id'],
  properties: { type: { type: 'string', enum: targets }, id: { type: 'string', format: 'uuid' } },
});

function relationshipSchema(relationship: Relationship) {
  const { label: title, targets, many, writable, required } = relationship;
  const one = identifierOf(targets);
  const isEmptiable = !many && !required && writable !== 'server';
  return {
    type: 'object',
    title,
    properties: { data: many ? { type: 'array', items: one } : { ...one, ...emptiable(isEmptiable) } },
    ...accessOf(relationship),
    ...(writable === 'upload' && { 'x-upload': true }),
  };
}

const schemasOf = <Field>(fields: readonly [string, Field][], schemaOf: (field: Field) => object) =>
  Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)]));

const requiredOf = (fields: readonly [string, { required?: true }][]) => {
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  return required.length > 0 ? { required } : {};
};

const isChangeable = ([, { writable }]: [string, { writable: string }]) =>
  writable === 'always' || writable === 'unread' || writable === 'upload';

const closed = (properties: object) => ({ type: 'object', additionalProperties: false, properties });

/** The attributes and relationships of a type as a client builds a form for a new record from them. */
export function fieldSchemas(type: ResourceTypeName) {
  const { attributes, relationships } = resourceTypeOf(type);
  const [fields, links] = [Object.entries(attributes), Object.entries(relationships)];
  return {
    attributes: { ...closed(schemasOf(fields, attributeSchema)), ...requiredOf(fields) },
    relationships: { ...closed(schemasOf(links, relationshipSchema)), ...requiredOf(links) },
  };
}

/** The fields that can be changed later; none of them has to be there. */
export function changeSchemas(type: ResourceTypeName) {
  const { attributes, relationships } = resourceTypeOf(type);
  return {
    attributes: closed(schemasOf(Object.entries(attributes).filter(isChangeable), attributeSchema)),
    relationships: closed(schemasOf(Object.entries(relationships).filter(isChangeable), relationshipSchema)),
  };
}

/** What a relationship's own address answers and takes. */
export const linkageSchema = (relationship: Relationship) => ({
  required: ['data'],
  ...relationshipSchema(relationship),
});
