import { createHash } from 'node:crypto';

// With another one every import would make new records.
const namespace = Buffer.from('5f2b4d0c6a0e4d0f9b7e3a1c8d2e6f41', 'hex');

type Kind =
  | 'channel'
  | 'bundle'
  | 'media'
  | 'file'
  | 'signature'
  | 'term'
  | 'pack'
  | 'section'
  | 'help'
  | 'account';

/** The id of what lies at a path of an import folder: the same at every import (UUID version 5). */
export function stableId(kind: Kind, path: string) {
  const hash = createHash('sha1').update(namespace).update(`${kind}:${path}`).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The number before a bundle's name is its position and nothing else: moving a bundle keeps all ids. */
export const placeOf = (path: string) =>
  path.replace(/^(channels\/[^/]+\/bundles\/)\d+[-_. ]+(?=[^/])/, '$1');
