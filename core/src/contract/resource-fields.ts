/** What the table of record kinds is put together from: attributes, relationships, and what a client may do with them. */

import type { ResourceTypeName } from './resource-type-names.ts';

/**
 * `server`: never taken from a client. `create`: only when the record is made. `always`: also changed later.
 * `unread`: also changed later, on purpose and until somebody may have read it; no part of a plain save.
 * `upload`: a file of one's own, by sending its bytes or by naming what was sent before; no part of a plain save.
 */
type Writable = 'server' | 'create' | 'always' | 'unread' | 'upload';

export type AttributeKind =
  | 'text'
  | 'rich-text'
  | 'boolean'
  | 'integer'
  /** RFC 3339 in UTC on the wire, in either direction also UNIX seconds. */
  | 'time'
  /** JSON kept as text, parsed by the client. */
  | 'json-text'
  /** A hex colour, or one with an opacity (MODEL-24). */
  | 'color'
  | 'link-list'
  | 'file-uri'
  | 'path'
  /** Addresses of the derivatives `thumbnail` and `salestool_preview`, absolute (MODEL-11). */
  | 'derivatives'
  /** `{existing, value}`, never answered: the present password, and the new one. */
  | 'password';

interface Attribute {
  kind: AttributeKind;
  label: string;
  writable: Writable;
  required?: true;
  /** In characters. */
  maxLength?: number;
  /** What a text is, where that is more than letters. */
  format?: 'email' | 'uri';
  /** What a text looks like, as a regular expression. */
  pattern?: string;
  /** Of a number. */
  minimum?: number;
  /** The only texts there are. */
  values?: readonly string[];
  /** Never answered. */
  hidden?: true;
}

interface Relationship {
  label: string;
  targets: readonly ResourceTypeName[];
  many: boolean;
  writable: Writable;
  required?: true;
}

export interface ResourceType {
  label: string;
  attributes: Record<string, Attribute>;
  relationships: Record<string, Relationship>;
  /** What a client may do besides reading. */
  writes: readonly ('create' | 'update' | 'delete')[];
}

type AttributeOptions = Partial<Omit<Attribute, 'kind' | 'label'>>;

export const attribute =
  <Kind extends AttributeKind>(kind: Kind) =>
  <Options extends AttributeOptions = Record<never, never>>(label: string, options?: Options) =>
    ({ kind, label, writable: 'server', ...options }) as {
      kind: Kind;
      label: string;
      writable: Writable;
    } & Options;

export const text = attribute('text');
export const richText = attribute('rich-text');
export const boolean = attribute('boolean');
export const integer = attribute('integer');
export const time = attribute('time');
export const jsonText = attribute('json-text');
export const color = attribute('color');

export const toOne = <Targets extends readonly ResourceTypeName[]>(
  label: string,
  targets: Targets,
  writable: Writable = 'server',
) => ({ label, targets, many: false as const, writable });
export const toMany = <Targets extends readonly ResourceTypeName[]>(
  label: string,
  targets: Targets,
  writable: Writable = 'server',
) => ({ label, targets, many: true as const, writable });

/** A new record has to name one, and keeps it. */
export const toRequired = <Targets extends readonly ResourceTypeName[]>(label: string, targets: Targets) => ({
  ...toOne(label, targets, 'create'),
  required: true as const,
});

export const toFile = (label: string, writable: Writable = 'server') =>
  toOne(label, ['file--file'], writable);
export const toOwner = toOne('Owner', ['user--user']);
