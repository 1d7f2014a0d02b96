/**
 * JSON:API 1.1 as a JSON schema of answers, written from the specification (https://jsonapi.org/format/1.1/) and not
 * from what this host happens to send. What a schema cannot say stands in `check-json-api.ts`.
 */

const letter = '[a-zA-Z0-9\\u0080-\\uFFFF]';
const memberName = { pattern: `^${letter}(?:[-_ a-zA-Z0-9\\u0080-\\uFFFF]*${letter})?$` };

const to = (definition: string) => ({ $ref: `#/definitions/${definition}` });

/** An object with these members and no others. */
const only = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

/** A list that says nothing twice. */
const listOf = (items: unknown) => ({ type: 'array', items, uniqueItems: true });

const atLeastOneOf = (...members: string[]) => ({
  anyOf: members.map((member) => ({ required: [member] })),
});

const pages = { first: to('link'), last: to('link'), prev: to('link'), next: to('link') };

const fields = {
  type: 'object',
  propertyNames: { ...memberName, not: { enum: ['type', 'id', 'lid'] } },
};

export const jsonApiSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...only(
    {
      data: {
        oneOf: [
          { type: 'null' },
          to('resource'),
          to('identifier'),
          { type: 'array', maxItems: 0 },
          { ...listOf(to('resource')), minItems: 1 },
          { ...listOf(to('identifier')), minItems: 1 },
        ],
      },
      errors: { type: 'array', items: to('error') },
      meta: to('meta'),
      jsonapi: only({
        version: { type: 'string' },
        ext: { type: 'array', items: { type: 'string', format: 'uri' } },
        profile: { type: 'array', items: { type: 'string', format: 'uri' } },
        meta: to('meta'),
      }),
      links: only(
        { self: to('link'), related: to('link'), describedby: to('link'), ...pages },
        // The entry point names every collection by its type.
        { patternProperties: { '^[a-z_]+--[a-z_]+$': to('link') } },
      ),
      included: listOf(to('resource')),
    },
    {
      ...atLeastOneOf('data', 'errors', 'meta'),
      not: { required: ['data', 'errors'] },
      dependencies: { included: ['data'] },
    },
  ),
  definitions: {
    meta: { type: 'object', propertyNames: memberName },
    link: {
      oneOf: [
        { type: 'null' },
        { type: 'string', format: 'uri' },
        only(
          {
            href: { type: 'string', format: 'uri' },
            rel: { type: 'string' },
            describedby: to('link'),
            title: { type: 'string' },
            type: { type: 'string' },
            hreflang: {},
            meta: to('meta'),
          },
          { required: ['href'] },
        ),
      ],
    },
    identifier: only(
      { type: { type: 'string' }, id: { type: 'string' }, meta: to('meta') },
      {
        required: ['type', 'id'],
        // Drupal's way to name a record that is gone and could have been of several types.
        anyOf: [
          { properties: { type: memberName } },
          { properties: { type: { const: '?' }, id: { const: 'missing' } } },
        ],
      },
    ),
    resource: only(
      {
        type: { type: 'string', ...memberName },
        id: { type: 'string' },
        attributes: fields,
        relationships: { ...fields, additionalProperties: to('relationship') },
        links: only({ self: to('link') }),
        meta: to('meta'),
      },
      {
        required: ['type', 'id'],
        // Without one of these it would be an identifier.
        ...atLeastOneOf('attributes', 'relationships', 'links'),
      },
    ),
    relationship: only(
      {
        links: only({ self: to('link'), related: to('link'), ...pages }, atLeastOneOf('self', 'related')),
        data: { oneOf: [{ type: 'null' }, to('identifier'), listOf(to('identifier'))] },
        meta: to('meta'),
      },
      atLeastOneOf('links', 'data', 'meta'),
    ),
    error: only(
      {
        id: { type: 'string' },
        links: only({ about: to('link'), type: to('link') }),
        status: { type: 'string', pattern: '^[1-5][0-9][0-9]$' },
        code: { type: 'string' },
        title: { type: 'string' },
        detail: { type: 'string' },
        source: only({
          pointer: { type: 'string', pattern: '^(?:/(?:[^~/]|~0|~1)*)*$' },
          parameter: { type: 'string' },
          header: { type: 'string' },
        }),
        meta: to('meta'),
      },
      { minProperties: 1 },
    ),
  },
};
