import type { BundleTypeName, MediaTypeName } from '@satchel/core/contract/resource-types.ts';
import type { Role } from '@satchel/core/contract/roles.ts';
import type { Generated } from 'kysely';

/**
 * The tables as the newest migration leaves them. Ids are lower-case UUIDs; times are milliseconds since 1970;
 * booleans are 0 or 1; JSON is text. `internal_id` is the number a client knows the record by on the wire.
 */
export interface Database {
  setting: SettingTable;
  account: AccountTable;
  account_role: AccountRoleTable;
  account_channel: AccountChannelTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  sign_in_attempt: SignInAttemptTable;
  password_code: PasswordCodeTable;
  file: FileTable;
  loose_file: LooseFileTable;
  term: TermTable;
  media: MediaTable;
  media_term: MediaTermTable;
  bundle: BundleTable;
  bundle_media: BundleMediaTable;
  channel: ChannelTable;
  channel_bundle: ChannelBundleTable;
  channel_media: ChannelMediaTable;
  help_page: HelpPageTable;
  signature: SignatureTable;
  pack: PackTable;
  pack_bundle: PackBundleTable;
  pack_media: PackMediaTable;
  pack_version: PackVersionTable;
  message: MessageTable;
  message_media: MessageMediaTable;
  cancelled_link: CancelledLinkTable;
  outbox: OutboxTable;
  view_session: ViewSessionTable;
  view_total: ViewTotalTable;
  view_part: ViewPartTable;
  event: EventTable;
  revision: RevisionTable;
}

type Flag = 0 | 1;

/** Values of the host itself: `generation`, keys that are made once, what was imported. */
interface SettingTable {
  name: string;
  value: string;
}

interface RecordColumns {
  id: string;
  internal_id: number;
  created: number;
  changed: number;
}

export interface AccountTable extends RecordColumns {
  name: string;
  /** `name` and `mail` in lower case: both sign in, and both are unique without heeding case. */
  name_key: string;
  mail: string;
  mail_key: string;
  password_hash: string;
  langcode: string;
  /** A name such as Europe/Oslo; null until its owner says it. */
  timezone: Generated<string | null>;
  active: Flag;
  /** Whether a mail tells when a prospect opens a message for the first time. */
  notify_opens: Generated<Flag>;
}

interface AccountRoleTable {
  account_id: string;
  role: Role;
}

interface AccountChannelTable {
  account_id: string;
  channel_id: string;
}

/** One sign-in on one device: a family of refresh tokens. */
export interface SessionTable {
  id: string;
  account_id: string;
  scopes: string;
  created: number;
  expires: number;
  revoked: number | null;
  /** A hash of account and network it was used from last; sign-ins from there are not held up for others' guesses. */
  place: string | null;
}

/** Only hashes are stored; the successor is derived from the predecessor with the host's key. */
export interface RefreshTokenTable {
  hash: string;
  session_id: string;
  created: number;
  expires: number;
  /** When it was first exchanged for its successor. */
  rotated: number | null;
}

/** Failed tries at something that can be guessed, by what was tried and from where, for throttling. */
export interface SignInAttemptTable {
  key: string;
  failures: number;
  first_failure: number;
  blocked_until: number;
}

/** A code that was asked for, also for an address nobody has: both look the same from outside. */
export interface PasswordCodeTable {
  id: string;
  mail_hash: string;
  account_id: string | null;
  code_hash: string;
  created: number;
  expires: number;
  tries_left: number;
}

/** Bytes of one version of a file; `key` is unguessable and stands in the address. */
export interface FileTable extends RecordColumns {
  key: string;
  filename: string;
  mime: string;
  size: number;
  sha256: string;
  width: number | null;
  height: number | null;
  alt: string;
  /** Where the import found it; null for uploads. */
  source: string | null;
}

/** Bytes that no record holds: being uploaded, uploaded to be named soon, or replaced and about to go. */
export interface LooseFileTable {
  key: string;
  /** The uploaded file; null while it is on its way, and once it has been taken back. */
  file_id: string | null;
  /** Null for what an import brings. */
  owner_id: string | null;
  remove_after: number;
}

export interface TermTable extends RecordColumns {
  vocabulary: 'keywords' | 'products';
  name: string;
  description: string | null;
}

export interface MediaTable extends RecordColumns {
  type: MediaTypeName;
  name: string;
  description: string | null;
  document_size: string | null;
  video: string | null;
  file_id: string | null;
  thumbnail_id: string | null;
  thumbnail_image_id: string | null;
  preview_image_id: string | null;
  source: string | null;
}

interface MediaTermTable {
  media_id: string;
  term_id: string;
  position: number;
}

export interface BundleTable extends RecordColumns {
  type: BundleTypeName;
  title: string;
  body: string | null;
  body_summary: string | null;
  availability: string | null;
  color: string | null;
  image_id: string | null;
  miniapp_type: string | null;
  /** JSON list of {uri, title, options}. */
  urls: string | null;
  init_data: string | null;
  source: string | null;
}

interface BundleMediaTable {
  bundle_id: string;
  media_id: string;
  position: number;
}

export interface ChannelTable extends RecordColumns {
  title: string;
  body: string | null;
  body_summary: string | null;
  news: string | null;
  sandbox: Flag;
  pack_header: string | null;
  pack_footer: string | null;
  image_id: string | null;
  signature_id: string | null;
  source: string | null;
}

interface ChannelBundleTable {
  channel_id: string;
  bundle_id: string;
  position: number;
}

interface ChannelMediaTable {
  channel_id: string;
  media_id: string;
  position: number;
}

export interface HelpPageTable extends RecordColumns {
  title: string;
  alias: string;
  paths: string | null;
  /** One per line; null for everyone. */
  roles: string | null;
  body: string | null;
  source: string | null;
}

export interface SignatureTable extends RecordColumns {
  title: string;
  job_title: string | null;
  email: string | null;
  telephone: string | null;
  telephone2: string | null;
  shared: Flag;
  image_id: string | null;
  picture_id: string | null;
  /** Null for a channel's own signature. */
  owner_id: string | null;
  source: string | null;
}

export interface PackTable extends RecordColumns {
  title: string;
  notes: string | null;
  /** JSON: a hex string, or an object with colour and opacity. */
  color: string | null;
  pack_type: 'global' | 'channel' | 'private';
  pack_data: string | null;
  meta: string | null;
  archived: Flag;
  channel_id: string | null;
  owner_id: string | null;
  source: string | null;
}

interface PackBundleTable {
  pack_id: string;
  bundle_id: string;
  position: number;
}

interface PackMediaTable {
  pack_id: string;
  media_id: string;
  position: number;
}

/** Earlier versions of a pack, so that both sides of a conflict stay reachable. */
interface PackVersionTable {
  pack_id: string;
  changed: number;
  /** JSON of the pack as it was. */
  document: string;
  /** JSON of what a list shows of it. */
  summary: Generated<string>;
}

/** Links of messages that their senders took back. */
interface CancelledLinkTable {
  token_hash: string;
}

export interface MessageTable extends RecordColumns {
  owner_id: string;
  pack_id: string;
  /** Null for a message with a global pack. */
  channel_id: string | null;
  signature_id: string | null;
  subject: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  job_title: string | null;
  message: string | null;
  memo: string | null;
  contact_permission: Flag;
  sent: Flag;
  /** Null until it is sent. */
  date_sent: number | null;
  /** SHA-256 of the link token, for looking it up; the token itself only encrypted with the host's key. */
  link_token_hash: string;
  link_token_sealed: string;
  /** JSON `{title, pack_data}`: what the prospect sees, whatever happens to the pack later. */
  pack_snapshot: string;
  delivery: 'none' | 'queued' | 'sent' | 'failed' | 'unknown';
  delivery_detail: string | null;
  /** From then on the link shows nothing. */
  link_expires: number | null;
  /** An argon2 hash. */
  link_password: string | null;
  /** How many visits of prospects there may be. */
  link_max_views: number | null;
  /** Whether prospects get the files themselves, or only look at them. */
  link_download: Generated<Flag>;
  /** When the link was taken back. */
  link_revoked: number | null;
}

/** A media as it was when the message was made: later versions of its file change nothing for the prospect. */
interface MessageMediaTable {
  message_id: string;
  media_id: string;
  name: string;
  description: string | null;
  video: string | null;
  file_id: string | null;
  preview_id: string | null;
}

/** One row per e-mail to send; claimed with a lease, so that several hosts can share the table. */
export interface OutboxTable {
  /** The message's own id where there is one; also the stable part of the `Message-ID` header. */
  id: string;
  message_id: string | null;
  kind: 'pack' | 'notice' | 'code';
  recipient: string;
  /** JSON with what the mail is made from. */
  content: string;
  created: number;
  not_before: number;
  attempts: number;
  lease_owner: string | null;
  lease_until: number;
  /** Set just before the bytes go to the SMTP server: after a crash from here on the outcome is unknown. */
  handed_over: number | null;
  finished: number | null;
}

/** One visit of a prospect page. */
export interface ViewSessionTable {
  id: string;
  message_id: string;
  /** `prospect` counts; the others are kept and labelled. `unattended`: seen by a browser, with no sign of a person. */
  kind: 'prospect' | 'unattended' | 'scanner' | 'own' | 'download';
  device: string | null;
  started: number;
  last_seen: number;
  visible_ms: number;
}

/** Visible time per media of a visit. */
interface ViewTotalTable {
  session_id: string;
  media_id: string;
  visible_ms: number;
}

/** Visible time per part of a visit. */
interface ViewPartTable {
  session_id: string;
  /** 'section', or the id of the media whose pages these are. */
  part: string;
  /** The section's place in the pack, from 0; or the page, from 1. */
  number: number;
  visible_ms: number;
}

export interface EventTable {
  id: string;
  event_type_id: number;
  account_id: string;
  description: string | null;
  /** When it happened by the device's clock. */
  date: number;
  received: number;
  channel_id: string | null;
  media_id: string | null;
  pack_id: string | null;
  message_id: string | null;
}

/** Bumped in the writing transaction; part of every ETag. Scope: 'channel:<id>', 'owner:<id>', 'shared'. */
interface RevisionTable {
  scope: string;
  value: number;
}
