import type { ReadPackData } from '@satchel/core/pack/read-pack-data.ts';
import type { PackRecord, SignatureRecord } from '#storage/records.ts';
import type { MediaView } from '#sync/media-view.ts';
import type { LoadOutcome } from './pushing.ts';
import type { Watchable } from './watchable.ts';

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
  /** Ids of those that are on the device, which are thousands of records less to make something of. */
  mediaIdsHere(pack: PackRecord): Promise<ReadonlySet<string>>;
  /** Medias by id; missing ones are absent. */
  mediasById(ids: readonly string[]): Promise<Map<string, MediaView>>;
  /** What the host would refuse to send, as far as this device can tell. */
  unsendable(pack: PackRecord): Promise<UnsendableItem[]>;
  load(id: string, options?: { force?: boolean }): Promise<LoadOutcome>;
  /** An unsaved private pack of the active channel titled 'New pack'. */
  draft(): PackRecord;
  /**
   * Record and queue entry durable in one transaction, then pushed (SYNC-17, SYNC-21).
   * @param options.began state that the edit began from: when the pack has become another one since, the edit becomes a
   *   copy of its own
   * @param options.onDurable told with `began` of the pack, or of the copy, before it is pushed
   */
  save(
    pack: PackRecord,
    options?: { began?: string | undefined; onDurable?: (saved: PackRecord) => void },
  ): Promise<PackSaveResult>;
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
  /** @param make called when there is time to write it, or the page may be gone next */
  keep(make: () => T): void;
  drop(): void;
  /** Whether the device took what was typed when it was last given it; it does not while it is full. */
  isKept: Watchable<boolean>;
  /** Gives it what it does not have yet at once, and what it did not take once more; returns when it has answered. */
  keepNow(): Promise<void>;
}

export interface DraftOfPack {
  /** Of the pack. */
  id: string;
  /** As it was typed. */
  title: string;
}

export interface Drafts {
  /**
   * Of whoever is signed in now; nothing is kept when nobody is.
   * @param id of the pack, or of what else the page is about
   * @param formerId under which an earlier app kept it
   */
  open<T>(kind: DraftKind, id: string, formerId?: string | null): Promise<Draft<T>>;
  /**
   * A place of its own for work that a save has moved to another pack. What an earlier visit, of any window, left unsaved
   * there is not touched, and comes back on the next page that is about it.
   */
  openBeside<T>(kind: DraftKind, id: string): Promise<Draft<T>>;
  /** Packs that no list shows any more, of which unsaved work of whoever is signed in is on this device; the newest first. */
  ofMissingPacks(): Promise<DraftOfPack[]>;
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
  /** Whether the host has the own one of this user, so that it takes a picture of it (PROF-13); not once somebody else is signed in. */
  takesPicture(userId: string): Promise<boolean>;
  /** @throws Error with the reason, such as that somebody else is signed in by now */
  uploadPicture(picture: Blob, userId: string): Promise<void>;
}
