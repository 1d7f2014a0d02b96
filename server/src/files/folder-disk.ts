import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes, as they are or as they come, or the path of a file. */
type Source = Uint8Array | Readable | string;

/** Where bytes are kept, by names with slashes. A store in a network would be another one of these. */
export interface Disk {
  /** Writes bytes or a stream, or copies a file of this machine. Once it answers, the bytes survive a power cut. */
  write(name: string, source: Source): Promise<void>;
  /** Null when there is nothing by this name. */
  size(name: string): Promise<number | null>;
  read(name: string, range?: ByteRange): Readable;
  /** Removes a file, or a folder with all that is in it. */
  remove(name: string): Promise<void>;
  /** A path for libraries that read files themselves. */
  pathOf(name: string): string;
}

// Most pictures and pages come in one go, and yet many slow readers hold little.
const bytesAtOnce = 256 * 1024;

/** A folder of this machine. Names that point out of it are refused. */
export function createFolderDisk(folder: string): Disk {
  const root = resolve(folder);
  const pathOf = (name: string) => {
    const path = resolve(root, name);
    if (!path.startsWith(root + sep) || name.includes('\0'))
      throw new Error('The name leads out of the folder');
    return path;
  };
  return {
    pathOf,
    async write(name, source) {
      const path = pathOf(name);
      const made = await mkdir(dirname(path), { recursive: true });
      // Nobody ever sees half a file: it gets its name when it is whole.
      const part = `${path}.${randomUUID()}.part`;
      try {
        await writeDurably(part, source);
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      await syncFolders(dirname(path), made ? dirname(made) : dirname(path));
    },
    async size(name) {
      try {
        const found = await stat(pathOf(name));
        return found.isFile() ? found.size : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    read: (name, range) => createReadStream(pathOf(name), { ...range, highWaterMark: bytesAtOnce }),
    remove: (name) => rm(pathOf(name), { recursive: true, force: true }),
  };
}

async function writeDurably(path: string, source: Source) {
  const isWhole = source instanceof Uint8Array;
  if (typeof source === 'string') await copyFile(source, path);
  else if (!isWhole) await pipeline(source, createWriteStream(path, { flags: 'wx' }));
  const file = await open(path, isWhole ? 'wx' : 'r+');
  try {
    if (isWhole) await file.writeFile(source);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A file is only there after a power cut when the folders that name it were written, too. */
async function syncFolders(from: string, to: string) {
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (folder === to || folder === dirname(folder)) return;
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Names on a disk are made of keys and cleaned names only. */
export const diskName = (...parts: string[]) =>
  join(...parts)
    .split(sep)
    .join('/');
