import type { EventRow } from '#storage/device-rows.ts';
import type { LastPush, PushReport } from '#sync/activity.ts';
import type { NewEvent } from '#sync/events/new-event.ts';
import type { Notice } from '#sync/notice.ts';
import type { Watchable } from './watchable.ts';

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
  (
    | { ok: true; skipped?: string }
    /** `isNowhere`: the host has none, or none for this person. */
    | { ok: false; failure: string; isNowhere?: true }
  ) & {
    /** It did not come although the host is there: so long it is left alone. Whoever shows it asks again then. */
    againInMs?: number;
  };

export interface WaitingItem {
  type: 'salestool--pack' | 'salestool--message' | 'salestool--signature';
  id: string;
  title: string;
  /** For example 'Message to Daniel Okafor'. */
  subtitle: string;
  updated: number;
  /** Tells one change of a message's link from another, which leave `updated` as it is. */
  linkChange?: string;
  /** `asks`: it waited for long and goes out only when somebody says so. */
  state: 'waiting' | 'going' | 'refused' | 'asks';
  /** 'title (status) - detail' of a refusal (ERR-15), or why it waits although it was tried, or for what. */
  reason: string | null;
  /** Whether the reason tells what the host answered last, of what is tried again. */
  hasAnswer?: boolean;
  /** The pack, or a message's pack, as far as it is on this device. */
  packId: string | null;
  /** Of a message whose mail may have left although no answer came: it is tried again by itself, and cannot be edited. */
  mayHaveLeft?: boolean;
  /** Whether the host has it already, so that a change of it waits. */
  isChange?: boolean;
  /** Whether it was sent to the host, which may have it although it never said so. */
  mayBeThere?: boolean;
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
  /** How many wait of everybody else who signed in on this device. */
  countOfOthers(): Promise<number>;
  lastPush: Watchable<LastPush | null>;
  /** The Waiting tab's push takes 3 messages (SET-10); without a limit runs repeat until nothing is ready. */
  push(options?: { messages?: number }): Promise<PushReport>;
  /** Lets a refused item go again. */
  retry(item: WaitingItem): Promise<void>;
  discard(item: WaitingItem): Promise<void>;
  /** Everything that waits as a file to keep elsewhere, before a reset. */
  copy(): Promise<Blob>;
}

/** An event as the log shows it. */
export type LogEntry = Omit<EventRow, 'ownerId' | 'data'>;

export interface EventLog {
  log(event: NewEvent): Promise<void>;
  /** The same, of what goes on all the same where it could not be kept: that is told by itself. */
  note(event: NewEvent): Promise<void>;
  entries(): Promise<LogEntry[]>;
  push(options?: { all?: boolean; signal?: AbortSignal }): Promise<void>;
  clear(): Promise<void>;
}

export interface Notices {
  /** Without a text the outcome is named in general words. */
  show(notice: Omit<Notice, 'id' | 'text'> & { text?: string }): void;
  /** The shell listens and shows each one. */
  listen(listener: (notice: Notice) => void): () => void;
}
