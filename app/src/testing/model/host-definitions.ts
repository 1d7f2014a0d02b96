import { resourceTypes } from '@satchel/core/contract/resource-types.ts';

/** What a host says of the fields of every kind of record (API-29). */
export const definitions = {
  definitions: Object.fromEntries(
    Object.entries(resourceTypes).map(([type, { attributes, relationships }]) => [
      type,
      {
        properties: {
          data: {
            properties: {
              attributes: { properties: { ...attributes } },
              relationships: { properties: { ...relationships } },
            },
          },
        },
      },
    ]),
  ),
};
