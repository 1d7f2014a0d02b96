import {
  mediaTypes,
  type ResourceTypeName,
  resourceTypeNames,
} from '@satchel/core/contract/resource-type-names.ts';
import { resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { type RawBuilder, sql } from 'kysely';
import { isReaders } from '#features/prospect-pages/view-store.ts';
import type { RecordTableName } from '#visibility.ts';

/**
 * Where each kind of record lies: its table, the columns behind attributes whose names differ, and the column or
 * join table behind each relationship. Everything that reads content walks over this.
 */

export interface ToOne {
  many: false;
  table: RecordTableName;
  column: string;
  /** Whoever sees the record may see what it points to, so no rule has to be asked. */
  seenWithOwner: boolean;
}

export interface ToMany {
  many: true;
  table: RecordTableName;
  join: string;
  ownerColumn: string;
  targetColumn: string;
  seenWithOwner: boolean;
}

export type StoredRelationship = ToOne | ToMany;

interface RecordTable {
  table: RecordTableName;
  /** The column that tells kinds of one table apart, and what it says for this kind. */
  discriminator?: { column: string; value: string };
  /** Columns of attributes that are not called like their attribute. */
  columns: Record<string, string>;
  relationships: Record<string, StoredRelationship>;
}

const contentTables: RecordTableName[] = [
  ...(['channel', 'bundle', 'media', 'file', 'term'] as const),
  ...(['pack', 'message', 'signature', 'help_page'] as const),
];

/** What a statement makes out of other tables instead of reading a column. */
export const computedColumns: Record<string, (alias: string) => RawBuilder<unknown>> = {
  'message.opened': (alias) => prospectViews(alias, sql`count(*)`),
  'message.last_opened': (alias) => prospectViews(alias, sql`max(v.last_seen)`),
  // Stored as the time it was done.
  'message.link_revoked': (alias) =>
    sql`(case when ${sql.ref(`${alias}.link_revoked`)} is null then 0 else 1 end)`,
  // Content that is there is published, and there is one language of it.
  ...Object.fromEntries(
    contentTables.flatMap((table) => [
      [`${table}.status`, () => sql`cast(1 as integer)`],
      [`${table}.langcode`, () => sql`cast('en' as text)`],
    ]),
  ),
};

const prospectViews = (alias: string, value: RawBuilder<unknown>) =>
  sql`(select ${value} from view_session as v
    where v.message_id = ${sql.ref(`${alias}.id`)} and ${isReaders('v')})`;

const toOne = (table: RecordTableName, column: string, seenWithOwner = true): ToOne => ({
  many: false,
  table,
  column,
  seenWithOwner,
});
const toMany = (
  table: RecordTableName,
  join: string,
  targetColumn: string,
  seenWithOwner = true,
): ToMany => ({
  many: true,
  table,
  join,
  ownerColumn: `${join.split('_')[0]}_id`,
  targetColumn,
  seenWithOwner,
});

const internalId = { drupal_internal__id: 'internal_id' };

const bundle = (value: string, relationships: RecordTable['relationships'] = {}): RecordTable => ({
  table: 'bundle',
  discriminator: { column: 'type', value },
  columns: internalId,
  relationships: { image: toOne('file', 'image_id'), ...relationships },
});

const media = (value: string): RecordTable => ({
  table: 'media',
  discriminator: { column: 'type', value },
  columns: { drupal_internal__mid: 'internal_id', documentSize: 'document_size' },
  relationships: {
    file: toOne('file', 'file_id'),
    thumbnail: toOne('file', 'thumbnail_id'),
    thumbnail_image: toOne('file', 'thumbnail_image_id'),
    preview_image: toOne('file', 'preview_image_id'),
    keywords: toMany('term', 'media_term', 'term_id'),
    products: toMany('term', 'media_term', 'term_id'),
  },
});

const term = (value: string): RecordTable => ({
  table: 'term',
  discriminator: { column: 'vocabulary', value },
  columns: { drupal_internal__tid: 'internal_id' },
  relationships: {},
});

export const recordTables: Record<ResourceTypeName, RecordTable> = {
  'salestool--channel': {
    table: 'channel',
    columns: internalId,
    relationships: {
      image: toOne('media', 'image_id'),
      bundles: toMany('bundle', 'channel_bundle', 'bundle_id'),
      medias: toMany('media', 'channel_media', 'media_id'),
      signature: toOne('signature', 'signature_id'),
    },
  },
  'salestool--document_bundle': bundle('salestool--document_bundle', {
    medias: toMany('media', 'bundle_media', 'media_id'),
  }),
  'salestool--content_bundle': bundle('salestool--content_bundle'),
  'salestool--miniapp_bundle': bundle('salestool--miniapp_bundle'),
  ...(Object.fromEntries(mediaTypes.map((name) => [name, media(name)])) as Record<
    (typeof mediaTypes)[number],
    RecordTable
  >),
  'salestool--pack': {
    table: 'pack',
    columns: internalId,
    relationships: {
      // A rep may have left the channel, and what was packed may have been withdrawn.
      channel: toOne('channel', 'channel_id', false),
      bundles: toMany('bundle', 'pack_bundle', 'bundle_id', false),
      medias: toMany('media', 'pack_media', 'media_id', false),
      uid: toOne('account', 'owner_id', false),
    },
  },
  'salestool--message': {
    table: 'message',
    columns: { ...internalId, link: 'link_token_sealed' },
    relationships: {
      pack: toOne('pack', 'pack_id', false),
      channel: toOne('channel', 'channel_id', false),
      signature: toOne('signature', 'signature_id', false),
      user: toOne('account', 'owner_id'),
    },
  },
  'salestool--signature': {
    table: 'signature',
    columns: internalId,
    relationships: {
      image: toOne('file', 'image_id'),
      picture: toOne('file', 'picture_id'),
      uid: toOne('account', 'owner_id', false),
    },
  },
  'file--file': {
    table: 'file',
    columns: {
      drupal_internal__fid: 'internal_id',
      uri: 'key',
      filemime: 'mime',
      filesize: 'size',
      image_style_uri: 'mime',
    },
    relationships: {},
  },
  'taxonomy_term--keywords': term('keywords'),
  'taxonomy_term--products': term('products'),
  'user--user': {
    table: 'account',
    columns: { drupal_internal__uid: 'internal_id', display_name: 'name', preferred_langcode: 'langcode' },
    relationships: {},
  },
  'node--help_page': {
    table: 'help_page',
    columns: { drupal_internal__nid: 'internal_id', path: 'alias' },
    relationships: {},
  },
};

/** The kinds that lie in one table, and how to tell which a row is. */
export const typesOfTable = Map.groupBy(resourceTypeNames, (name) => recordTables[name].table);

export function typeOfRow(table: RecordTableName, row: Record<string, unknown>): ResourceTypeName {
  const types = typesOfTable.get(table) as ResourceTypeName[];
  const found = types.find((name) => {
    const { discriminator } = recordTables[name];
    return !discriminator || row[discriminator.column] === discriminator.value;
  });
  if (!found) throw new Error(`A row of ${table} is of no known kind.`);
  return found;
}

export const relationshipOf = (
  name: ResourceTypeName,
  relationship: string,
): StoredRelationship | undefined => {
  const { relationships } = recordTables[name];
  return Object.hasOwn(relationships, relationship) ? relationships[relationship] : undefined;
};

export const columnOf = (name: ResourceTypeName, attribute: string) =>
  recordTables[name].columns[attribute] ?? attribute;

/** Rich texts that have a column for their summary. */
export const hasSummary = (name: ResourceTypeName, attribute: string) =>
  attribute === 'body' && ['channel', 'bundle'].includes(recordTables[name].table);

// `uri` and the derivatives are made from the address's parts.
const fileParts = ['key', 'filename', 'mime', 'width', 'height', 'alt'];

/** What has to be read to name a record in a relationship. */
export const identifierColumns = (table: RecordTableName): string[] => {
  const { discriminator } =
    recordTables[(typesOfTable.get(table) as ResourceTypeName[])[0] as ResourceTypeName];
  return [
    'id',
    'internal_id',
    ...(discriminator ? [discriminator.column] : []),
    ...(table === 'file' ? fileParts : []),
  ];
};

/** Of texts that can have megabytes, by table. */
export const longColumns: ReadonlyMap<RecordTableName, readonly string[]> = new Map(
  [...typesOfTable].map(([table, types]) => [
    table,
    types.flatMap((type) =>
      Object.entries(resourceTypeOf(type).attributes).flatMap(([field, { maxLength = 0 }]) =>
        maxLength >= 1_000_000 ? [columnOf(type, field)] : [],
      ),
    ),
  ]),
);

/** All that a kind's wanted fields need from its table. */
export function columnsFor(name: ResourceTypeName, isWanted: (field: string) => boolean): string[] {
  const { table, relationships } = recordTables[name];
  const attributes = Object.entries(resourceTypeOf(name).attributes)
    .filter(([field, { hidden }]) => !hidden && isWanted(field))
    .flatMap(([field]) => {
      const column = columnOf(name, field);
      return hasSummary(name, field) ? [column, `${column}_summary`] : [column];
    });
  const pointers = Object.values(relationships).flatMap((relationship) =>
    relationship.many ? [] : [relationship.column],
  );
  // The address of a page that is for some roles only holds a key.
  const beside = table === 'help_page' ? ['roles'] : [];
  return [...new Set([...identifierColumns(table), 'changed', ...attributes, ...beside, ...pointers])];
}

/** A column or computed value of the row that `alias` names. */
export const columnExpression = (
  table: RecordTableName,
  alias: string,
  column: string,
): RawBuilder<unknown> =>
  computedColumns[`${table}.${column}`]?.(alias) ?? sql`${sql.ref(`${alias}.${column}`)}`;
