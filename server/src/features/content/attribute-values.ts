import {
  type AttributesOf,
  type ResourceTypeName,
  type RichText,
  resourceTypeOf,
} from '@satchel/core/contract/resource-types.ts';
import { derivativeAddress, fileAddress } from '#files/file-address.ts';
import type { IsWanted } from './content-query.ts';
import { columnOf, hasSummary } from './record-tables.ts';
import { wireTime } from './wire-time.ts';

export type Row = Record<string, unknown>;

/** What values on the wire are made with besides the row itself. */
export interface WireContext {
  /** Origin of absolute addresses, without a slash at the end. */
  publicUrl: string;
  unseal(sealed: string): string;
  /** What opens a help page that is for some roles only. */
  helpKey(id: string): string;
  /** Version of the host. */
  release: string;
}

/** A record's attributes as they stand in a document; hidden ones are left out. */
export function attributesOf(type: ResourceTypeName, row: Row, isWanted: IsWanted, context: WireContext) {
  const values = attributeReaders(type, isWanted, context).map(({ name, read }) => [name, read(row)]);
  return Object.fromEntries(values) as Partial<AttributesOf<ResourceTypeName>>;
}

interface AttributeReader {
  name: string;
  /** The value on the wire, null where there is none. */
  read(row: Row): unknown;
}

/** How each wanted attribute of a kind is made from a row. */
export const attributeReaders = (
  type: ResourceTypeName,
  isWanted: IsWanted,
  context: WireContext,
): AttributeReader[] =>
  Object.entries(resourceTypeOf(type).attributes)
    .filter(([name, { hidden }]) => !hidden && isWanted(name))
    .map(([name, { kind }]) => {
      const column = columnOf(type, name);
      const toWire = wireValueOf(type, name, kind, column, context);
      return {
        name,
        read: (row) => {
          const value = row[column] ?? null;
          return value === null ? null : toWire(value, row);
        },
      };
    });

function wireValueOf(
  type: ResourceTypeName,
  name: string,
  kind: string,
  column: string,
  context: WireContext,
): (value: unknown, row: Row) => unknown {
  switch (kind) {
    case 'rich-text': {
      const summaryOf = hasSummary(type, name) ? (row: Row) => row[`${column}_summary`] : () => undefined;
      return (value, row) => richText(String(value), summaryOf(row));
    }
    case 'boolean':
      return (value) => value === 1;
    case 'time':
      return (value) => wireTime(Number(value));
    case 'color':
      return (value) => colorOf(String(value));
    case 'link-list':
      return (value) => JSON.parse(String(value));
    case 'file-uri':
      return (_value, row) => fileUri(row);
    case 'derivatives':
      return (_value, row) => derivatives(row, context);
    case 'path':
      return (value, { id, roles }) => ({
        alias: roles === null ? value : `${value}?key=${context.helpKey(String(id))}`,
        pid: null,
        langcode: 'en',
      });
  }
  if (type === 'salestool--message' && name === 'link')
    return (value) => `${context.publicUrl}/p/${context.unseal(String(value))}`;
  return (value) => value;
}

/** What is stored has been sanitised when it came in, so `processed` is the value itself. */
function richText(value: string, summary: unknown): RichText {
  const text = { value, format: 'basic_html', processed: value };
  return summary === undefined ? text : { ...text, summary: (summary as string | null) ?? '' };
}

/** A colour is kept as its hex text, or as JSON when it has an opacity (MODEL-24). */
const colorOf = (stored: string) => (stored.startsWith('{') ? JSON.parse(stored) : stored);

interface StoredFile {
  key: string;
  filename: string;
  mime: string;
}

function fileUri(row: Row) {
  const file = row as unknown as StoredFile;
  return { value: `public://${file.key}/${file.filename}`, url: fileAddress(file) };
}

/** Absolute addresses of the small pictures; null for kinds of files that have none (MODEL-11). */
function derivatives(row: Row, { publicUrl }: WireContext) {
  const file = row as unknown as StoredFile;
  const [thumbnail, preview] = [
    derivativeAddress(file, 'thumbnail'),
    derivativeAddress(file, 'salestool_preview'),
  ];
  if (thumbnail === null || preview === null) return null;
  return { thumbnail: `${publicUrl}${thumbnail}`, salestool_preview: `${publicUrl}${preview}` };
}
