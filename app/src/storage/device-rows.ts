import type { EventTypeId } from '@satchel/core/contract/events.ts';

export type PushableType = 'salestool--signature' | 'salestool--pack' | 'salestool--message';

/** What was said of fields of a record and may have come to the host, as no answer did. */
export interface MayHaveCome {
  /** Of the state that it was said in; null with a create. */
  etag: string | null;
  /** By field; what was said last is the last one. */
  said: readonly Record<string, unknown>[];
  /** What was said of other fields in states before. */
  earlier?: readonly Record<string, unknown>[];
}

/** The way of one record that waits to be pushed. Rebuilt from the records at start; only attempts and refusals live here. */
export interface QueueRow {
  /** The record's own id. */
  id: string;
  type: PushableType;
  /** Pushed under this account only; null until somebody signs in. */
  ownerId: string | null;
  attempts: number;
  /** ms; not tried before, after the host was busy. */
  notBefore: number;
  /** By name of a window that somebody edits or cancels it in: until when that window keeps it here, ms. */
  holds?: Record<string, number>;
  /** What the host said when it could not take it the last time, in words. */
  answer?: string | null;
  /** Why the host does not take it, in words; null while it may go. */
  refused: string | null;
  /** The lease epoch that sends it now. */
  claimedBy: number | null;
  /**
   * The host's generation when a message that is to be mailed was last sent there, as long as nobody knows what came of
   * it: that host may have mailed it. Empty for a host that tells no generation.
   */
  inDoubtSince?: string | null;
  /** Sent to the host, which may have it although no answer came. */
  tried?: boolean;
  mayHaveCome?: MayHaveCome | null;
  /** Set aside with a question instead of a refusal: it goes once somebody says so. */
  asks?: boolean;
  /** Set aside by this device and not by a host: another host changes nothing about it. */
  setAsideHere?: boolean;
  /** Fields that are said once somebody says so, whatever else of the record goes. */
  heldBack?: readonly string[];
  /** ms; when somebody last said that it may go. */
  confirmed?: number;
}

/**
 * Who pushes on this device, who tells its events and who takes a channel in. A window that lost the lease of the push
 * finds another epoch here and stops.
 */
export interface LeaseRow {
  id: 'push' | 'events' | 'channel';
  epoch: number;
  /** ms; the runner's last sign of life. */
  seen?: number;
}

/** LOG-01. `data` is what goes to the host. */
export interface EventRow {
  id: string;
  description: string;
  status: 'queued' | 'sent' | 'failed';
  retries: number;
  /** ms */
  lastRetry: number | null;
  /** ms */
  date: number;
  /** Whose action it was; pushed under that account only. */
  ownerId: string | null;
  data: {
    event_type_id: EventTypeId;
    channel_id: string | null;
    media_id: string | null;
    pack_id: string | null;
    message_id: string | null;
  };
}

/**
 * One entry of a pack's log as the host knows it (PRPT-01), with what became of the message. Times are in seconds.
 */
export interface PackLogRow {
  /** The host's number of the message. */
  id: number | string;
  /** UUID of the message. */
  uuid: string;
  pack_uuid: string;
  date_sent: number;
  /** Whose message it is; missing on entries of an older app, which nobody sees. */
  ownerId?: string;
  subject?: string;
  first_name?: string;
  last_name?: string;
  company?: string;
  email?: string;
  kind?: 'mail' | 'link';
  delivery?: string | null;
  /** Why, in the host's words. */
  delivery_detail?: string | null;
  /** Null where the host does not tell. */
  opened?: number | null;
  last_opened?: number | null;
  /** What else the host tells, under its own names (PRPT-03). */
  more?: Record<string, string | number>;
}

/** A bundle or pack whose files were chosen to be there offline. */
export interface KeptSubject {
  /** 'bundle:UUID' or 'pack:UUID'. */
  id: string;
  kind: 'bundle' | 'pack';
  subjectId: string;
  videos: boolean;
  /** False after Stop: what is there stays, nothing more is fetched. */
  wanted: boolean;
  /** Why the last try ended before all files were there; null while one runs and when nothing is missing. */
  problem: KeepProblem | null;
}

/** `not-possible`: nobody in this browser keeps files. */
export type KeepProblem = 'unreachable' | 'refused' | 'storage-full' | 'not-possible';

/** A file whose bytes the worker keeps. */
export interface CachedFile {
  url: string;
  bytes: number;
  /** ms */
  at: number;
  /** 'shown': pictures that tiles and pages show; 'kept': files chosen to be there offline. */
  because: 'shown' | 'kept';
}

/** What somebody typed and did not save: the changes of a pack, or a message to whom it goes. */
export interface DraftRow {
  /**
   * 'pack.OWNER.PACK@WINDOW' or 'message.OWNER.PACK@WINDOW'; without a window where an earlier version of the app wrote it.
   * What was typed on a pack's page of details lies beside it, as 'PACK.details'; of a new pack PACK is '-.CHANNEL'.
   */
  id: string;
  /** UUID of the account that typed it; nobody else is shown it. */
  ownerId: string;
  kind: 'pack' | 'message';
  /** ms; later than what the window had read or written of it before, whatever the clock says. */
  at: number;
  /** The window that wrote it. */
  by?: string;
  /** As the page that made it wrote it. */
  value: unknown;
}

/** A small fact with a key, for example when a channel's pictures were cached last. */
export interface Mark {
  id: string;
  value: unknown;
}
