/**
 * The one table of record kinds (content-host contract, MODEL-01 to MODEL-29): what attributes and relationships each
 * has, who may write them, and what stands behind them. TypeScript types, the host's validation,
 * `/openapi/jsonapi` and the client's list of fields to send all come from here.
 */

import { linkTokenPattern } from './link-token.ts';
import {
  type AttributeKind,
  attribute,
  boolean,
  color,
  integer,
  jsonText,
  type ResourceType,
  richText,
  text,
  time,
  toFile,
  toMany,
  toOne,
  toOwner,
  toRequired,
} from './resource-fields.ts';
import {
  type BundleTypeName,
  bundleTypes,
  type MediaTypeName,
  mediaTypes,
  type ResourceTypeName,
} from './resource-type-names.ts';

export type { BundleTypeName, MediaTypeName, ResourceTypeName };

const timestamps = { created: time('Created'), changed: time('Changed') };
/** What every kind of content has (MODEL-21): all of it is published, and the host keeps one language of it. */
const common = { ...timestamps, status: boolean('Published'), langcode: text('Language') };
const record = { drupal_internal__id: integer('Internal id'), ...common };
const readOnly = [] as const;
const fullWrites = ['create', 'update', 'delete'] as const;

const bundle = {
  ...record,
  title: text('Title'),
  body: richText('Body'),
  availability: text('Availability', { values: ['public', 'internal'] }),
  color: color('Color'),
};

const media = {
  drupal_internal__mid: integer('Internal id'),
  ...common,
  name: text('Name'),
  description: text('Description'),
  documentSize: text('Print size'),
};

const mediaRelationships = {
  file: toFile('File'),
  thumbnail: toFile('Thumbnail'),
  thumbnail_image: toFile('Thumbnail image'),
  preview_image: toFile('Preview image'),
  keywords: toMany('Keywords', ['taxonomy_term--keywords']),
  products: toMany('Products', ['taxonomy_term--products']),
};

const term = {
  drupal_internal__tid: integer('Internal id'),
  name: text('Name'),
  description: text('Description'),
  changed: time('Changed'),
  status: common.status,
  langcode: common.langcode,
};

const longestPackData = 10_000_000;
// Every pack that can be saved can be sent: as a text within a text, its quotes and backslashes take two characters.
const longestSnapshot = 2 * longestPackData + 10_000;

export const resourceTypes = {
  'salestool--channel': {
    label: 'Channel',
    attributes: {
      ...record,
      title: text('Title'),
      body: richText('Body'),
      news: richText('News'),
      sandbox: boolean('Sandbox'),
      pack_header: richText('Pack header'),
      pack_footer: richText('Pack footer'),
    },
    relationships: {
      image: toOne('Image', ['media--image']),
      bundles: toMany('Bundles', bundleTypes),
      medias: toMany('Medias', mediaTypes),
      signature: toOne('Signature', ['salestool--signature']),
    },
    writes: readOnly,
  },
  'salestool--document_bundle': {
    label: 'Document bundle',
    attributes: bundle,
    relationships: { image: toFile('Image'), medias: toMany('Medias', mediaTypes) },
    writes: readOnly,
  },
  'salestool--content_bundle': {
    label: 'Content bundle',
    attributes: bundle,
    relationships: { image: toFile('Image') },
    writes: readOnly,
  },
  'salestool--miniapp_bundle': {
    label: 'Mini-app',
    attributes: {
      ...bundle,
      miniapp_type: text('Type', { values: ['embed', 'iframe', 'link'] }),
      urls: attribute('link-list')('Addresses'),
      init_data: jsonText('Initial data'),
    },
    relationships: { image: toFile('Image') },
    writes: readOnly,
  },
  'media--document': {
    label: 'Document',
    attributes: media,
    relationships: mediaRelationships,
    writes: readOnly,
  },
  'media--image': { label: 'Image', attributes: media, relationships: mediaRelationships, writes: readOnly },
  'media--video': { label: 'Video', attributes: media, relationships: mediaRelationships, writes: readOnly },
  'media--remote_video': {
    label: 'Hosted video',
    attributes: { ...media, video: text('Video address', { format: 'uri' }) },
    relationships: mediaRelationships,
    writes: readOnly,
  },
  'salestool--pack': {
    label: 'Pack',
    attributes: {
      ...record,
      title: text('Title', { writable: 'always', required: true, maxLength: 255 }),
      notes: text('Notes', { writable: 'always', maxLength: 10_000 }),
      color: color('Color', { writable: 'always' }),
      pack_type: text('Pack type', { values: ['global', 'channel', 'private'] }),
      pack_data: jsonText('Pack data', { writable: 'always', maxLength: longestPackData }),
      meta: jsonText('Meta', { writable: 'always', maxLength: 100_000 }),
      archived: boolean('Archived', { writable: 'always' }),
    },
    relationships: {
      channel: toRequired('Channel', ['salestool--channel']),
      bundles: toMany('Bundles', bundleTypes, 'always'),
      medias: toMany('Medias', mediaTypes, 'always'),
      uid: toOwner,
    },
    writes: fullWrites,
  },
  'salestool--message': {
    label: 'Message',
    attributes: {
      ...record,
      subject: text('Subject', { writable: 'always', required: true, maxLength: 255 }),
      email: text('Email', { writable: 'always', maxLength: 254, format: 'email' }),
      first_name: text('First name', { writable: 'always', maxLength: 255 }),
      last_name: text('Last name', { writable: 'always', maxLength: 255 }),
      company: text('Company', { writable: 'always', maxLength: 255 }),
      job_title: text('Job title', { writable: 'always', maxLength: 255 }),
      message: richText('Message', { writable: 'always', maxLength: 200_000 }),
      memo: text('Memo', { writable: 'always', maxLength: 10_000 }),
      contact_permission: boolean('Permission to contact', { writable: 'always' }),
      sent: boolean('Sent', { writable: 'always' }),
      date_sent: time('Date sent', { writable: 'always' }),
      link_token: text('Link token', {
        writable: 'create',
        maxLength: 64,
        pattern: linkTokenPattern.source,
        hidden: true,
      }),
      pack_snapshot: jsonText('Pack as sent', { writable: 'unread', maxLength: longestSnapshot }),
      link: text('Link', { format: 'uri' }),
      link_expires: time('Link valid until', { writable: 'always' }),
      link_password: text('Link password', { writable: 'always', maxLength: 255, hidden: true }),
      link_max_views: integer('Visits allowed', { writable: 'always', minimum: 1 }),
      link_download: boolean('Files may be downloaded', { writable: 'always' }),
      link_revoked: boolean('Link taken back', { writable: 'always' }),
      // Only a client that sends again what a restored host has lost says it, so that nothing is mailed twice.
      delivery: text('Delivery', {
        writable: 'create',
        values: ['none', 'queued', 'sent', 'failed', 'unknown'],
      }),
      delivery_detail: text('Delivery detail'),
      opened: integer('Opened'),
      last_opened: time('Last opened'),
    },
    relationships: {
      pack: toRequired('Pack', ['salestool--pack']),
      channel: toOne('Channel', ['salestool--channel'], 'create'),
      signature: toOne('Signature', ['salestool--signature'], 'always'),
      user: toOwner,
    },
    writes: fullWrites,
  },
  'salestool--signature': {
    label: 'Signature',
    attributes: {
      ...record,
      title: text('Full name', { writable: 'always', required: true, maxLength: 255 }),
      job_title: text('Job title', { writable: 'always', maxLength: 255 }),
      email: text('Email', { writable: 'always', maxLength: 254, format: 'email' }),
      telephone: text('Personal/direct phone', { writable: 'always', maxLength: 64 }),
      telephone2: text('Office phone', { writable: 'always', maxLength: 64 }),
      shared: boolean('Shared', { writable: 'always' }),
    },
    relationships: { image: toFile('Image'), picture: toFile('Picture', 'upload'), uid: toOwner },
    writes: fullWrites,
  },
  'file--file': {
    label: 'File',
    attributes: {
      drupal_internal__fid: integer('Internal id'),
      ...common,
      filename: text('File name'),
      uri: attribute('file-uri')('Address'),
      filemime: text('MIME type'),
      filesize: integer('Size in bytes'),
      image_style_uri: attribute('derivatives')('Derivatives'),
    },
    relationships: {},
    writes: readOnly,
  },
  'taxonomy_term--keywords': { label: 'Keyword', attributes: term, relationships: {}, writes: readOnly },
  'taxonomy_term--products': { label: 'Product', attributes: term, relationships: {}, writes: readOnly },
  'user--user': {
    label: 'User',
    attributes: {
      drupal_internal__uid: integer('Internal id'),
      ...timestamps,
      display_name: text('Display name'),
      name: text('Name'),
      mail: text('E-mail', { format: 'email', writable: 'always', required: true, maxLength: 254 }),
      preferred_langcode: text('Language', { writable: 'always', required: true, maxLength: 35 }),
      timezone: text('Time zone', { writable: 'always', maxLength: 64 }),
      notify_opens: boolean('Mail when a pack is opened', { writable: 'always' }),
      pass: attribute('password')('Password', { writable: 'always', hidden: true }),
      // Known so that a change of them is refused by name; `me` says the roles.
      roles: text('Roles', { hidden: true }),
      status: boolean('Active', { hidden: true }),
    },
    relationships: {},
    writes: ['update'],
  },
  'node--help_page': {
    label: 'Help page',
    attributes: {
      drupal_internal__nid: integer('Internal id'),
      ...common,
      title: text('Title'),
      path: attribute('path')('Address'),
      paths: text('Where it helps, one per line'),
      body: richText('Body'),
    },
    relationships: {},
    writes: readOnly,
  },
} as const satisfies Record<ResourceTypeName, ResourceType>;

export interface RichText {
  value: string;
  format: string | null;
  /** Sanitised by the host; never sent by a client. */
  processed?: string;
  summary?: string | null;
}

/** A hex colour, or one with an opacity from 0 to 1 (MODEL-24). */
export type PackColor = string | { color: string; opacity?: number };

interface ValueOfKind {
  text: string;
  'rich-text': RichText;
  boolean: boolean;
  integer: number;
  time: string;
  'json-text': string;
  color: PackColor;
  'link-list': { uri: string; title: string; options: unknown }[];
  'file-uri': { value: string; url: string };
  path: { alias: string | null; langcode: string };
  derivatives: Record<string, string>;
  password: { existing?: string; value?: string };
}

/** The attributes of a kind of record as they stand in a JSON:API document; an absent value is null. */
export type AttributesOf<Name extends ResourceTypeName> = {
  -readonly [Key in keyof (typeof resourceTypes)[Name]['attributes']]:
    | ((typeof resourceTypes)[Name]['attributes'][Key] extends { kind: infer Kind extends AttributeKind }
        ? ValueOfKind[Kind]
        : never)
    | null;
};

export interface ResourceIdentifier<Name extends string = ResourceTypeName> {
  type: Name;
  id: string;
  meta?: Record<string, unknown>;
}

/** The relationships of a kind of record as lists or single identifiers, without links. */
export type RelationshipsOf<Name extends ResourceTypeName> = {
  -readonly [Key in keyof (typeof resourceTypes)[Name]['relationships']]: (typeof resourceTypes)[Name]['relationships'][Key] extends {
    targets: infer Targets extends readonly ResourceTypeName[];
    many: infer Many;
  }
    ? Many extends true
      ? ResourceIdentifier<Targets[number]>[]
      : ResourceIdentifier<Targets[number]> | null
    : never;
};

export const isResourceTypeName = (value: unknown): value is ResourceTypeName =>
  typeof value === 'string' && Object.hasOwn(resourceTypes, value);

/** The same table without its literal types, for code that walks over any kind. */
export const resourceTypeOf = (name: ResourceTypeName): ResourceType => resourceTypes[name];

/** Whether what is of this kind can be put away without being deleted (SYNC-25). */
export const isArchivable = (name: ResourceTypeName) =>
  Object.hasOwn(resourceTypeOf(name).attributes, 'archived');

/** The address of a collection below the JSON:API base: the double dash becomes a slash (API-23). */
export const collectionPath = (name: ResourceTypeName) => name.replace('--', '/');
