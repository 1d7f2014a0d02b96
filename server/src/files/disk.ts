import type { Readable } from 'node:stream';

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes, as they are or as they come, or the path of a file. */
export type Source = Uint8Array | Readable | string;

/** Where bytes are kept, by names with slashes: a folder of this machine, or a store in a network. */
export interface Disk {
  /** Writes bytes or a stream, or copies a file of this machine. Once it answers, the bytes survive a power cut. */
  write(name: string, source: Source): Promise<void>;
  /**
   * Writes as `write` does, and lets `look` read the bytes as a file of this machine while they are at hand. What `look`
   * throws is thrown on; the bytes may have been kept by then.
   */
  take<Seen>(name: string, source: Source, look: (path: string) => Promise<Seen>): Promise<Seen>;
  /** Null when there is nothing by this name. */
  size(name: string): Promise<number | null>;
  /** The stream fails with the code ENOENT when there is nothing by this name. */
  read(name: string, range?: ByteRange): Readable;
  /** For libraries that read files themselves. Throws with the code ENOENT when there is nothing by this name. */
  withPath<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>;
  /** Removes a file, or a folder with all that is in it. */
  remove(name: string): Promise<void>;
  /** Every file below a folder, at any depth, by its whole name; all there are without a folder. In no order. */
  list(folder?: string): AsyncIterable<{ name: string; size: number }>;
  /** Moves a file or folder out of the way, to be found by people under this label. Answers where that is. */
  setAside(name: string, label: string): Promise<string>;
  /** Throws `DiskUnusable` when nothing can be written. */
  probe(): Promise<void>;
}

/** The place of the bytes does not answer, or refuses; the message is for the log and for the operator, never for callers. */
export class DiskUnusable extends Error {
  override name = 'DiskUnusable';
}

/** Names on a disk are made of keys and cleaned names only. */
export const diskName = (...parts: string[]) => parts.join('/');
