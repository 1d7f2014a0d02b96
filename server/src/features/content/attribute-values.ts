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
  /** Version of the host. */
  release: string;
}

/** A record's attributes as they stand in a document; hidden ones are left out. */
export function attributesOf(type: ResourceTypeName, row: Row, isWanted: IsWanted, context: WireContext) {
  const values: Record<string, unknown> = {};
  for (const [name, { kind, hidden }] of Object.entries(resourceTypeOf(type).attributes)) {
    if (!hidden && isWanted(name)) values[name] = wireValue(type, name, kind, row, context);
  }
  return values as Partial<AttributesOf<ResourceTypeName>>;
}

function wireValue(
  type: ResourceTypeName,
  name: string,
  kind: string,
  row: Row,
  context: WireContext,
): unknown {
  const column = columnOf(type, name);
  const value = row[column] ?? null;
  if (value === null) return null;
  switch (kind) {
    case 'rich-text':
      return richText(String(value), hasSummary(type, name) ? row[`${column}_summary`] : undefined);
    case 'boolean':
      return value === 1;
    case 'time':
      return wireTime(Number(value));
    case 'color':
      return colorOf(String(value));
    case 'link-list':
      return JSON.parse(String(value));
    case 'file-uri':
      return fileUri(row);
    case 'derivatives':
      return derivatives(row, context);
    case 'path':
      return { alias: value, pid: null, langcode: 'en' };
  }
  if (type === 'salestool--message' && name === 'link')
    return `${context.publicUrl}/p/${context.unseal(String(value))}`;
  return value;
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
