import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';

const ifWritten = (type: ResourceTypeName, kind: 'create' | 'update' | 'delete', method: string) =>
  resourceTypeOf(type).writes.includes(kind) ? [method] : [];

/** What the `Allow` header of a refusal names, for each kind of address. */
export const collectionMethods = (type: ResourceTypeName) =>
  ['GET, HEAD', ...ifWritten(type, 'create', 'POST')].join(', ');

export const singleMethods = (type: ResourceTypeName) =>
  ['GET, HEAD', ...ifWritten(type, 'update', 'PATCH'), ...ifWritten(type, 'delete', 'DELETE')].join(', ');

/** Bytes may be sent to any name there; whether it takes them is told then. */
export const relatedMethods = (type: ResourceTypeName, name: string) =>
  Object.hasOwn(resourceTypeOf(type).relationships, name) ? 'GET, HEAD, POST' : 'POST';

export const relationshipMethods = (type: ResourceTypeName, many: boolean) =>
  ['GET, HEAD', ...ifWritten(type, 'update', many ? 'POST, PATCH, DELETE' : 'PATCH')].join(', ');
