import { type ResourceTypeName, resourceTypes } from '@satchel/core/contract/resource-types.ts';

/** Fields that Satchel's own host added to the contract: a host of the other kind has never heard of them. */
const unheardOf: Partial<Record<ResourceTypeName, readonly string[]>> = {
  'salestool--message': [
    ...['link_token', 'pack_snapshot', 'delivery', 'delivery_detail', 'opened', 'last_opened'],
    ...['link_expires', 'link_password', 'link_max_views', 'link_download', 'link_revoked'],
  ],
  'user--user': ['notify_opens'],
};

const isType = (name: string): name is ResourceTypeName => Object.hasOwn(resourceTypes, name);

/** Whether this host has a field of this name, as attribute or relationship. */
export function hasField(type: string, name: string): boolean {
  if (!isType(type) || unheardOf[type]?.includes(name)) return false;
  const { attributes, relationships } = resourceTypes[type];
  return Object.hasOwn(attributes, name) || Object.hasOwn(relationships, name);
}

export const isRelationship = (type: string, name: string) =>
  isType(type) && Object.hasOwn(resourceTypes[type].relationships, name);

export const relationshipsOf = (type: string) =>
  isType(type) ? Object.keys(resourceTypes[type].relationships) : [];

export const kindOf = (type: string, name: string): string | null => {
  const attributes: Record<string, { kind: string }> = isType(type) ? resourceTypes[type].attributes : {};
  return attributes[name]?.kind ?? null;
};

const object = (properties: object) => ({ type: 'object', additionalProperties: false, properties });

/** `/openapi/jsonapi` as this host generates it, with only the fields it has. */
export function drupalDefinitions() {
  const definitions = Object.fromEntries(
    Object.entries(resourceTypes).map(([type, { attributes, relationships }]) => {
      const known = (fields: object) => Object.entries(fields).filter(([name]) => hasField(type, name));
      const data = {
        type: 'object',
        required: ['type', 'id'],
        properties: {
          type: { type: 'string', enum: [type] },
          id: { type: 'string', format: 'uuid', maxLength: 128 },
          attributes: object(
            Object.fromEntries(known(attributes).map(([name, { label }]) => [name, { title: label }])),
          ),
          relationships: object(
            Object.fromEntries(
              known(relationships).map(([name, { targets, many }]) => {
                const target = { type: 'object', properties: { type: { type: 'string', enum: targets } } };
                return [name, object({ data: many ? { type: 'array', items: target } : target })];
              }),
            ),
          ),
        },
      };
      return [type, { type: 'object', title: 'JSON:API Schema', required: ['data'], properties: { data } }];
    }),
  );
  return { swagger: '2.0', basePath: '/jsonapi', definitions };
}
