import type { EventTypeId } from '@satchel/core/contract/events.ts';
import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import type { BundleTypeName, MediaTypeName } from '@satchel/core/contract/resource-types.ts';
import type { ReadPackData } from '@satchel/core/pack/read-pack-data.ts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PackLogRow } from '#storage/device-rows.ts';
import type {
  BundleRecord,
  ChannelRecord,
  HelpPageRecord,
  MessageRecord,
  PackRecord,
  SignatureRecord,
} from '#storage/records.ts';
import type { PushReport } from '#sync/activity.ts';
import type { BundleSummary } from '#sync/bundle-files/bundle-summary.ts';
import type { FileOrder, FilesInSight, WantedFiles } from '#sync/bundle-files/wanted-files.ts';
import type { Question, RawAnswer } from '#sync/diagnostics.ts';
import type { OfflineState } from '#sync/files/offline-state.ts';
import type { MediaView } from '#sync/media-view.ts';
import type { Report, ReportColumn, ReportValue } from '#sync/reports/report.ts';
import type { SearchHit } from '#sync/search/search-hit.ts';

export type {
  BundleSummary,
  FileOrder,
  FilesInSight,
  MediaView,
  OfflineState,
  PackLogRow,
  PushReport,
  Question,
  RawAnswer,
  Report,
  ReportColumn,
  ReportValue,
  SearchHit,
  WantedFiles,
};

/** Everything a screen may ask for. Built once by start-services.ts and handed down through `ServicesContext`. */
export interface Services {
  /** The host's, with the feature flags as they hold on this device. */
  configuration: HostConfiguration;
  flagChoices: FlagChoices;
  hints: HintChoice;
  session: SessionService;
  account: Account;
  passwordReset: PasswordReset;
  connection: Watchable<ConnectionState>;
  channels: Channels;
  bundles: Bundles;
  packs: Packs;
  drafts: Drafts;
  messages: Messages;
  packLog: PackLog;
  reports: Reports;
  openNotices: OpenNotices;
  signatures: Signatures;
  helpPages: HelpPages;
  offlineFiles: OfflineFiles;
  waiting: Waiting;
  events: EventLog;
  notices: Notices;
  preferences: Preferences;
  device: Device;
  diagnostics: Diagnostics;
  search: Search;
}

export interface Watchable<T> {
  current(): T;
  subscribe(listener: () => void): () => void;
}

export interface SignedInUser {
  /** UUID of the account. */
  uuid: string;
  /** Number of the account on the wire. */
  id: number;
  name: string;
  mail: string;
  roles: readonly string[];
  /** UUIDs of the channels on the user's own record. */
  channels: readonly string[];
}

export interface SessionState {
  /** Null when nobody is signed in. A refused refresh signs out; time alone never does. */
  user: SignedInUser | null;
  /** When the access token ends, ms. */
  tokenExpires: number | null;
  activeChannelId: string | null;
}

export interface SessionService extends Watchable<SessionState> {
  /** Clears earlier sign-in data, signs in, reads the user and logs the event (AUTH-12). Throws with the reason as message. */
  signIn(credentials: { username: string; password: string }): Promise<void>;
  /** In the order of AUTH-25. Resolves with the endpoint's failure, if any; the local session is cleared in any case. */
  signOut(): Promise<{ failure: string | null }>;
  /** Sets the active channel and logs the event (CHAN-16); null leaves the channel. */
  selectChannel(channelId: string | null): Promise<void>;
  /** Authorisation URL and client id of the Advanced dialog (AUTH-04). */
  authSettings(): { url: string; client: string };
  changeAuthSettings(settings: { url: string; client: string }): void;
}

export interface Account {
  /** @throws Error with the sentence for the person (ACCT-10, ACCT-11) */
  changePassword(passwords: { existing: string; wanted: string }): Promise<void>;
}

/** A forgotten password, set anew with a code from a mail. Each step throws its words (AUTH-36). */
export interface PasswordReset {
  sendCode(mail: string): Promise<void>;
  checkCode(mail: string, code: string): Promise<void>;
  /** Resolves with the name to sign in with. */
  setPassword(given: { mail: string; code: string; password: string }): Promise<string>;
}

export interface ConnectionState {
  icon: 'online' | 'downloading' | 'uploading' | 'offline';
  /** The host answered the last call, or none was made yet and the browser says it is on a network. */
  online: boolean;
  /** Share of the download that runs, 0 to 1. */
  share: number | null;
  /** Records that still wait to be pushed. */
  waiting: number;
}

/** What a load met: the local copy can be shown in every case but the last. */
export type LoadOutcome =
  /** `skipped`: why the host was not asked. */
  { ok: true; skipped?: string } | { ok: false; failure: string };

export interface Channels {
  /** Local channels of the signed-in user, by title (CHAN-18). */
  mine(): Promise<ChannelSummary[]>;
  /** Fetches the picker's list (API-31) with the one retry of CHAN-14. */
  loadMine(): Promise<LoadOutcome>;
  get(id: string): Promise<ChannelRecord | null>;
  view(id: string): Promise<ChannelView | null>;
  /** The whole channel load of SYNC-09; without `force` only when missing, a stub or stale. */
  load(id: string, options?: { force?: boolean }): Promise<LoadOutcome>;
}

export interface ChannelSummary {
  id: string;
  title: string;
  summary: string;
  sandbox: boolean;
  imageUrl: string | null;
}

export interface ChannelView extends ChannelSummary {
  newsHtml: string | null;
  /** Pictures of the tiles Resources, Apps and Packs (HOME-09). */
  tileUrls: readonly (string | null)[];
  packHeaderHtml: string | null;
  packFooterHtml: string | null;
  signature: SignatureRecord | null;
  pulled: number | null;
  /** Null is what is not known yet, while the channel is still on its way. */
  counts: { bundles: number | null; files: number | null; apps: number | null; packs: number | null };
}

/** A bundle by its name, with its files by theirs: what a pack can be made of. */
export interface ContentBundle {
  id: string;
  type: BundleTypeName;
  title: string;
  availability: string | null;
  medias: readonly ContentMedia[];
}

export interface ContentMedia {
  id: string;
  type: MediaTypeName;
  name: string;
}

export interface Bundles {
  /** In the channel's order. */
  inChannel(channelId: string, types: readonly BundleTypeName[]): Promise<BundleSummary[]>;
  /** All bundles of the channel and their files, by name alone: there can be many thousands. */
  contents(channelId: string): Promise<ContentBundle[]>;
  /** Of a document bundle without the list of its files. */
  get(id: string): Promise<BundleRecord | null>;
  /** In the order asked for; unknown ones are absent. */
  several(ids: readonly string[]): Promise<BundleRecord[]>;
  summary(id: string): Promise<BundleSummary | null>;
  /** Every file, which can be many thousands; a list asks for those in sight. */
  medias(bundleId: string): Promise<MediaView[]>;
  filesInSight(bundleId: string, wanted: WantedFiles): Promise<FilesInSight>;
  /** Images and videos among the files that match, at most 200, around one of them. */
  showable(bundleId: string, order: FileOrder, around: string): Promise<MediaView[]>;
  load(id: string, options?: { force?: boolean }): Promise<LoadOutcome>;
  /** Files of an embed app, by name, out of the cache or the network. */
  appFiles(bundle: BundleRecord): Promise<Map<string, Blob>>;
}

/** SYNC-22. `failure` says why the host did not take it. */
export interface SaveResult {
  savedLocally: boolean;
  savedRemotely: boolean;
  failure: string | null;
}

/** A bundle or a file that a pack names and that cannot be sent to a prospect. */
export interface UnsendableItem {
  id: string;
  /** As the pack calls it. */
  name: string;
  because: 'withdrawn' | 'internal' | 'missing';
}

export interface PackSaveResult extends SaveResult {
  /** As it was saved; with another id where it became a copy. */
  pack?: PackRecord;
}

export interface Packs {
  /** Not archived; the viewer's own private ones and the shared ones, newest change first. */
  inChannel(channelId: string): Promise<PackRecord[]>;
  get(id: string): Promise<PackRecord | null>;
  /** What pack data says, read while the page goes on answering; `recallPackData` then has it at once. */
  read(text: PackRecord['pack_data']): Promise<ReadPackData>;
  /** Medias named in the pack data, by id; missing ones are absent. @param options.first only so many of them */
  medias(pack: PackRecord, options?: { first?: number }): Promise<Map<string, MediaView>>;
  /** What the host would refuse to send, as far as this device can tell. */
  unsendable(pack: PackRecord): Promise<UnsendableItem[]>;
  load(id: string, options?: { force?: boolean }): Promise<LoadOutcome>;
  /** An unsaved private pack of the active channel titled 'New pack'. */
  draft(): PackRecord;
  /**
   * Record and queue entry durable in one transaction, then pushed (SYNC-17, SYNC-21).
   * @param options.began state that the edit began from: when the pack has become another one since, the edit becomes a
   *   copy of its own
   */
  save(pack: PackRecord, options?: { began?: string | undefined }): Promise<PackSaveResult>;
  clone(pack: PackRecord, title: string): Promise<PackRecord>;
  archive(pack: PackRecord): Promise<SaveResult>;
  delete(pack: PackRecord): Promise<void>;
  sendToServer(pack: PackRecord): Promise<SaveResult>;
}

export type DraftKind = 'pack' | 'message';

/** One person's unsaved work on one page. Keeping and dropping answer at once and are durable a moment later. */
export interface Draft<T> {
  /** As it was when the page opened. */
  stored: T | null;
  keep(value: T): void;
  drop(): void;
}

export interface Drafts {
  /** Of whoever is signed in now; nothing is kept when nobody is. @param id of the pack, or of what else the page is about */
  open<T>(kind: DraftKind, id: string): Promise<Draft<T>>;
}

export interface MessageForm {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  subject: string;
  messageHtml: string;
  contactPermission: boolean;
  memo: string;
  signature: 'none' | 'default' | 'mine';
  /** Without it the link works for ever, for everybody who has it. */
  link?: LinkControl;
}

/** What a link allows. */
export interface LinkControl {
  /** When it runs out, ms; null for never. */
  expires: number | null;
  /** How many visits it allows; null for any number. */
  maxVisits: number | null;
  /** Empty for none. */
  password: string;
  /** Whether the documents themselves may be had, or only be looked at. */
  download: boolean;
}

/** What the link of a message that was sent allows. */
export interface SentLinkControl extends LinkControl {
  /** Taken back: it leads nowhere. */
  revoked: boolean;
}

/** A message that can still be written anew. */
export interface RefusedMessage {
  id: string;
  form: MessageForm;
  /** Why the host did not take it; null while it only waits. */
  reason: string | null;
}

export interface Messages {
  /** Records the message with the pack as it is now, then pushes; 'link' makes only the link. */
  record(
    pack: PackRecord,
    form: MessageForm,
    how: 'send' | 'link',
    options?: {
      /** Id of a message that the host refused or that still waits: it is written anew under its id and link. */
      corrects?: string;
      /** Id of a new message; one that is there already stays as it is. */
      id?: string;
      /** Ids of what the message leaves out of the pack. */
      without?: readonly string[];
    },
  ): Promise<SaveResult & { message: MessageRecord; link: string }>;
  /**
   * Records one message for each form in one durable transaction, all or none, and then pushes them. A message whose id
   * is there already stays as it is: the same was recorded before a power cut or by another tap.
   */
  recordAll(
    pack: PackRecord,
    messages: readonly { id: string; form: MessageForm }[],
    how: 'send' | 'link',
    options?: { without?: readonly string[] },
  ): Promise<{ recorded: { message: MessageRecord; link: string }[]; pushed: Promise<SaveResult> }>;
  /** Ids of those of these that were recorded already, to the same person. */
  recorded(messages: readonly Pick<MessageForm & { id: string }, 'id' | 'email'>[]): Promise<string[]>;
  /** Whether the host can limit links. */
  takesLinkControl(): Promise<boolean>;
  /** As it was written, with the host's reason; null when the host has not refused it. */
  refused(id: string): Promise<RefusedMessage | null>;
  /**
   * As it was written, to be written anew; null when it has left, or may have. One that waits stays on the device while
   * it is edited, an hour at most.
   */
  edit(id: string): Promise<RefusedMessage | null>;
  /** The edit has ended: what waits may go. */
  endEdit(id: string): Promise<void>;
  /**
   * Takes a message back before its mail has left: from this device, and from the host where it has arrived.
   * @throws Error in words when it is too late, or the host cannot be asked
   */
  cancel(id: string): Promise<void>;
  /** Address of a message's page; null where it is not known. */
  link(id: string): Promise<string | null>;
  /** What its link allows; null where the host cannot limit links, or the message is not here. */
  control(id: string): Promise<SentLinkControl | null>;
  /** Changes what the link of a message allows, now or when the host can be reached. */
  setControl(id: string, control: SentLinkControl): Promise<SaveResult>;
  ofPack(packId: string): Promise<MessageRecord[]>;
  get(id: string): Promise<MessageRecord | null>;
}

/** To whom packs were sent (PRPT-01 to PRPT-06). */
export interface PackLog {
  /** The user's own entries on this device, newest first. */
  ofPack(packId: string): Promise<PackLogRow[]>;
  /** Takes the pack's log from the host. */
  load(packId: string): Promise<LoadOutcome>;
}

/** What the host counts; only while it can be asked. Both throw in words. */
export interface Reports {
  /** @param segments for example ['pack', UUID, 'recipients'] */
  read(segments: readonly string[], page?: { number?: number; size?: number }): Promise<Report>;
  /** The whole report for a spreadsheet, and a name for the file. */
  csv(segments: readonly string[]): Promise<{ name: string; content: Blob }>;
}

/** Whether the host mails the user when a pack is first opened. Both throw in words. */
export interface OpenNotices {
  /** Null where the host knows no such choice. */
  read(): Promise<boolean | null>;
  set(on: boolean): Promise<void>;
}

/** What people write about themselves (PROF-09). */
export type SignatureFields = Record<'title' | 'job_title' | 'email' | 'telephone' | 'telephone2', string>;

export interface Signatures {
  /** The user's own, the most recently changed one (PROF-23). */
  mine(): Promise<SignatureRecord | null>;
  load(): Promise<LoadOutcome>;
  pictureUrl(signature: SignatureRecord): Promise<string | null>;
  /**
   * Makes this the only signature of the user on this device and pushes it (PROF-11).
   * @throws Error with the reason (PROF-14)
   */
  save(fields: SignatureFields): Promise<SaveResult>;
  /** Whether the host has the user's own, so that it takes a picture of it (PROF-13). */
  takesPicture(): Promise<boolean>;
  /** @throws Error with the reason */
  uploadPicture(picture: Blob): Promise<void>;
}

export interface HelpPages {
  all(): Promise<HelpPageRecord[]>;
  load(): Promise<LoadOutcome>;
}

export type OfflineSubject = { kind: 'bundle' | 'pack'; id: string };

export interface OfflineFiles {
  watch(subject: OfflineSubject): Watchable<OfflineState>;
  /** Downloads what is missing; resumes where it stopped. */
  keep(subject: OfflineSubject, options?: { videos?: boolean }): Promise<void>;
  stop(subject: OfflineSubject): void;
  /** Drops the files that nothing else keeps. */
  drop(subject: OfflineSubject): Promise<void>;
}

export interface WaitingItem {
  type: 'salestool--pack' | 'salestool--message' | 'salestool--signature';
  id: string;
  title: string;
  /** For example 'Message to Daniel Okafor'. */
  subtitle: string;
  updated: number;
  /** `asks`: it waited for long and goes out only when somebody says so. */
  state: 'waiting' | 'going' | 'refused' | 'asks';
  /** 'title (status) - detail' of a refusal (ERR-15). */
  reason: string | null;
  /** The pack, or a message's pack, as far as it is on this device. */
  packId: string | null;
}

export interface Waiting {
  /** In the order of the push. With a limit refused ones are among them before any other. */
  items(options?: {
    most?: number;
    /** So many before them are left out. */
    skip?: number;
    /** Of these records only. */
    ids?: readonly string[];
  }): Promise<WaitingItem[]>;
  /** How many there are, by keys alone. A live query asks again with every change of any of them. */
  count(): Promise<number>;
  lastPush: Watchable<PushReport | null>;
  /** The Waiting tab's push takes 3 messages (SET-10); without a limit runs repeat until nothing is ready. */
  push(options?: { messages?: number }): Promise<PushReport>;
  /** Lets a refused item go again. */
  retry(item: WaitingItem): Promise<void>;
  discard(item: WaitingItem): Promise<void>;
  /** Everything that waits as a file to keep elsewhere, before a reset. */
  copy(): Promise<Blob>;
}

export interface LogEntry {
  id: string;
  description: string;
  status: 'queued' | 'sent' | 'failed';
  retries: number;
  lastRetry: number | null;
  date: number;
}

export interface AppEvent {
  eventTypeId: EventTypeId;
  description: string;
  channelId?: string | null;
  mediaId?: string | null;
  packId?: string | null;
  messageId?: string | null;
  /** UUID of who did it, where somebody else may have signed in meanwhile; without it whoever is signed in. */
  ownerId?: string;
}

export interface EventLog {
  log(event: AppEvent): Promise<void>;
  entries(): Promise<LogEntry[]>;
  push(options?: { all?: boolean }): Promise<void>;
  clear(): Promise<void>;
}

export interface Notice {
  id: string;
  tone: 'done' | 'waiting' | 'problem' | 'neutral';
  text: string;
  action?: { label: string; to: string };
  /** It goes by itself when this has come to its end. */
  until?: Promise<unknown>;
}

export interface Notices {
  /** Without a text the outcome is named in general words. */
  show(notice: Omit<Notice, 'id' | 'text'> & { text?: string }): void;
  /** The shell listens and shows each one. */
  listen(listener: (notice: Notice) => void): () => void;
}

/** Small choices kept in local storage. */
export interface Preferences {
  read<T>(key: string, fallback: T): T;
  write(key: string, value: unknown): void;
}

/** Feature flags set on this device; they hold from the next start on (SET-03). */
export interface FlagChoices {
  configured: HostConfiguration['flags'];
  /** Only what differs from the configuration. */
  chosen(): Partial<HostConfiguration['flags']>;
  choose(flags: Partial<HostConfiguration['flags']>): void;
  forget(): void;
}

/** How many hints the screens show on this device (MODEL-30): 0 none, 1 normal, 2 all of them. */
export interface HintChoice extends Watchable<0 | 1 | 2> {
  choose(level: 0 | 1 | 2): void;
}

/** Searches what is on the device of a channel; both throw in words when the device cannot. */
export interface Search {
  /** Indexes the channel as it is now, unless that has been done. */
  prepare(channelId: string): Promise<void>;
  /** The best matches, best first; at most 50. */
  find(channelId: string, words: string): Promise<SearchHit[]>;
}

/** What stands behind the screens (SET-11). */
export interface Diagnostics {
  tokens(): Promise<{ token: string; refreshToken: string } | null>;
  /** The host's answer as it came, a refusal too; throws in words when there is nothing to ask. */
  ask(question: Question): Promise<RawAnswer>;
}

export interface Device {
  storage(): Promise<{ usage: number | null; quota: number | null }>;
  /** SET-12; reloads at the end. */
  factoryReset(options: { keepSignIn: boolean }): Promise<void>;
  /** Starts the app again at the page it shows, without the query 'reset' (SET-14). */
  restart(): Promise<void>;
  /** Answers of the worker; throws the texts of CACHE-09 and CACHE-10. */
  caches(): Promise<string[]>;
  cacheContents(name: string): Promise<string[]>;
  /** A new version of the app is ready (NAV-59). */
  updateReady: Watchable<boolean>;
  /** The last new version did not arrive whole; it is fetched again by itself. */
  updateFailed: Watchable<boolean>;
  update(): Promise<void>;
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('ServicesContext is missing around this screen');
  return services;
}

export const useWatched = <T>(watchable: Watchable<T>): T =>
  useSyncExternalStore(watchable.subscribe, watchable.current);
