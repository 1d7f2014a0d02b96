import type { PackLogRow } from '#storage/device-rows.ts';
import type { MessageRecord, PackRecord } from '#storage/records.ts';
import type { Report } from '#sync/reports/report.ts';
import type { SaveResult } from './packs.ts';
import type { LoadOutcome } from './pushing.ts';

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
  /** Also a password that this device does not know is taken away. */
  withoutPassword?: boolean;
}

/** A message that can still be written anew. */
export interface RefusedMessage {
  id: string;
  form: MessageForm;
  /** Why the host did not take it; null while it only waits. */
  reason: string | null;
  /** ms; names the state that it was opened in. */
  changed: number | null;
  /** In which it was written, where its pack is for everybody. */
  channelId: string | null;
}

/** What has become of a message since it was opened to be edited. `left`: it is on its way, or may be. */
export type MessageStanding = 'as it was' | 'edited' | 'left' | 'cancelled';

export interface Messages {
  /**
   * Records the message with the pack as it is now, then pushes; 'link' makes only the link. Where the host makes links, that
   * is empty until its answer has come.
   */
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
      /** Called once it lies durable on the device, before it goes. */
      onRecorded?: () => void;
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
  /**
   * As a message was written, whatever has become of it; null when it is not here. The host is asked for the words of one
   * that another device wrote.
   * @throws Error in words when they cannot be had
   */
  written(id: string): Promise<MessageForm | null>;
  /** Whether a message that is here, wherever it has come since, was written as a form has it. */
  says(id: string, form: MessageForm): Promise<boolean>;
  /**
   * Whether the host takes the pack as a message carries it; another one shows the pack itself, with all that is in it. Null
   * before the host has told.
   */
  takesSnapshot(): Promise<boolean | null>;
  /** Whether the host can limit links. */
  takesLinkControl(): Promise<boolean>;
  /** As it was written, with the host's reason; null when the host has not refused it. */
  refused(id: string): Promise<RefusedMessage | null>;
  /**
   * As it was written, to be written anew; null when it has left, or may have. One that waits stays on the device for as
   * long as a window edits it, and for a few minutes where that window was closed or froze.
   */
  edit(id: string): Promise<RefusedMessage | null>;
  /** @param changed of the message as it was opened; null when it was not found then */
  standing(id: string, changed: number | null): Promise<MessageStanding>;
  /** The edit has ended: what waits may go, unless another window edits it. */
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
  /**
   * Changes what the link of a message allows, now or when the host can be reached. What is not named stays as it is, also
   * where another window or device has changed it since.
   */
  setControl(id: string, change: Partial<SentLinkControl>): Promise<SaveResult>;
  ofPack(packId: string): Promise<MessageRecord[]>;
  get(id: string): Promise<MessageRecord | null>;
  /** The id of a message that was recorded here: another one where the host had one under the first already. */
  idNow(id: string): Promise<string>;
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
