import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import type {
  BundleSummary,
  ChannelView,
  ConnectionState,
  ContentBundle,
  LoadOutcome,
  LogEntry,
  MediaView,
  OfflineState,
  PackLogRow,
  PasswordReset,
  Report,
  SaveResult,
  Services,
  SessionState,
  UnsendableItem,
  WaitingItem,
} from '#services.ts';
import type {
  BundleRecord,
  ChannelRecord,
  HelpPageRecord,
  PackRecord,
  SignatureRecord,
} from '#storage/records.ts';

/** What a test can set before the app starts; the rest is the sample channel of a signed-in person. */
export interface SampleOptions {
  configuration?: Partial<Omit<HostConfiguration, 'flags' | 'auth'>> & {
    flags?: Partial<HostConfiguration['flags']>;
    auth?: Partial<HostConfiguration['auth']>;
  };
  session?: Partial<SessionState>;
  connection?: Partial<ConnectionState>;
  channels?: ChannelView[];
  /** What the choice of a channel reads of it; nothing by default, as where that takes long. */
  begin?: (id: string) => Promise<ChannelView | null>;
  /** What home reads of it; by default that one of `channels`. */
  channelView?: (id: string) => Promise<ChannelView | null>;
  /** By default all of it came some time. */
  lastSync?: (id: string) => Promise<{ at: number | null } | null>;
  /** As it lies in the local database; null where that is empty. By default whole. */
  channelRecord?: ChannelRecord | null;
  bundles?: BundleSummary[];
  records?: BundleRecord[];
  contents?: ContentBundle[];
  medias?: MediaView[];
  packs?: PackRecord[];
  unsendable?: UnsendableItem[];
  helpPages?: HelpPageRecord[];
  waiting?: WaitingItem[];
  /** How many wait of other people on this device. */
  waitingOfOthers?: number;
  log?: LogEntry[];
  eventLog?: Partial<Services['events']>;
  offline?: Record<string, Partial<OfflineState>>;
  appFiles?: Map<string, Blob>;
  preferences?: Record<string, unknown>;
  hints?: 0 | 1 | 2;
  /** By 'pack.OWNER.ID' and 'message.OWNER.ID'. */
  drafts?: Record<string, unknown>;
  /** What every load meets; one that was forced is named 'bundle t3 again'. */
  load?: (what: string) => Promise<LoadOutcome>;
  signIn?: () => Promise<void>;
  changePassword?: (given: { existing: string; wanted: string }) => Promise<void>;
  passwordReset?: Partial<PasswordReset>;
  /** The user's own; null for none. */
  signature?: SignatureRecord | null;
  signaturePicture?: string;
  saveSignature?: () => Promise<SaveResult>;
  uploadPicture?: (picture: Blob) => Promise<void>;
  signOut?: () => Promise<{ failure: string | null }>;
  caches?: () => Promise<string[]>;
  cacheContents?: (name: string) => Promise<string[]>;
  storage?: () => Promise<{ usage: number | null; quota: number | null }>;
  ask?: Services['diagnostics']['ask'];
  update?: Services['device']['update'];
  packLog?: PackLogRow[];
  /** By their segments, joined with slashes; any other is refused. */
  reports?: Record<string, Report>;
  /** Whether the host mails of openings; null where it knows no such choice. */
  openNotices?: boolean | null;
  search?: Partial<Services['search']>;
}
