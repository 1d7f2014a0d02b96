import type {
  AttributesOf,
  BundleTypeName,
  MediaTypeName,
  RelationshipsOf,
  ResourceTypeName,
} from '@satchel/core/contract/resource-types.ts';

/** Attributes that are RFC 3339 text on the wire and a number here. */
type TimeName = 'created' | 'changed' | 'date_sent' | 'last_opened' | 'link_expires';

type LocalAttributes<Name extends ResourceTypeName> = {
  [Key in keyof AttributesOf<Name>]?: Key extends TimeName ? number | null : AttributesOf<Name>[Key];
};

/** What somebody who works on a pack sees of it. */
export type PackContents = {
  [Name in 'title' | 'notes' | 'color' | 'pack_data']?: AttributesOf<'salestool--pack'>[Name] | undefined;
};

/** A state of a record at the host, by its ETag or, where only a list told of it, by its `changed` in ms. */
export interface BaseState {
  changed: number | null;
  etag: string | null;
  /** Of a pack that had gone from this device when the edit was saved: it may only have been archived since it said this. */
  contents?: PackContents;
}

/** What hosts may tell of any content (MODEL-21); of each kind the rest of these is in its own attributes. */
interface CommonFields {
  drupal_internal__nid?: number | null;
  drupal_internal__vid?: number | null;
  remote_id?: string | number | null;
  promote?: boolean | null;
  sticky?: boolean | null;
  langcode?: string | null;
  status?: boolean | string | null;
  source?: string | null;
}

/** What only this device knows of a record. */
interface LocalFields {
  /** When it was last taken from the host, in ms; never sent. */
  pulled?: number;
  /** When it was last saved to the host, in ms; never sent. */
  pushed?: number;
  /** UUID of the account that made it here; null on records that came from the host without an owner. */
  ownerId?: string | null;
  _meta?: {
    /** Waits to be pushed (SYNC-39). */
    push?: boolean;
    /** Known by its identifier only; its attributes are still to be fetched. */
    stub?: boolean;
    /** The host lost it and gets it again; whatever it has meanwhile wins if it is newer. */
    again?: boolean;
    /** A message was written anew since it may have come to the host. */
    anew?: boolean;
    /** A message carries its pack anew, and the host may have it with the one before. */
    packAnew?: boolean;
    /** Fields that are all a waiting change says of a message or signature that the host has; without it all is said. */
    said?: string[];
    /** What these fields of a signature were before. */
    was?: Record<string, unknown>;
    /** Password of a message's link before a waiting change of it, which no host tells; null for none that is known here. */
    passwordBefore?: string | null;
    /** `changed` of a message at the host once a password that was chosen on this device had come there. */
    passwordSince?: number;
    /** `changed` of a message at the host before that was restored, where it was written anew since. */
    knownSince?: number;
    /** ETag of the state that this device itself stored at the host last. */
    ownState?: string;
    /** `changed` of the record that a screen began its edit with; goes when it is saved. */
    began?: number | null;
    /** Names the state that somebody saved on this device last; another one with every save that changes something. */
    edit?: string;
    /** The host's state that a waiting edit began from. */
    base?: BaseState;
    /** A pack's own `meta` (MODEL-27, MODEL-28). */
    included?: unknown[];
    /** What else its `meta` says, which the app goes by in nothing. */
    others?: Record<string, unknown>;
  };
}

/**
 * A record as the local database keeps it: attributes and relationships side by side, relationships as identifiers.
 * Times are ms since 1970, except `date_sent`, which is in seconds (MODEL-34).
 */
export type LocalRecord<Name extends ResourceTypeName = ResourceTypeName> = Name extends ResourceTypeName
  ? { id: string; type: Name } & LocalAttributes<Name> &
      Partial<RelationshipsOf<Name>> &
      Omit<CommonFields, keyof AttributesOf<Name>> &
      LocalFields
  : never;

export type ChannelRecord = LocalRecord<'salestool--channel'>;
export type BundleRecord = LocalRecord<BundleTypeName>;
export type MediaRecord = LocalRecord<MediaTypeName>;
export type FileRecord = LocalRecord<'file--file'>;
export type PackRecord = LocalRecord<'salestool--pack'>;
export type MessageRecord = LocalRecord<'salestool--message'>;
export type SignatureRecord = LocalRecord<'salestool--signature'>;
export type HelpPageRecord = LocalRecord<'node--help_page'>;
