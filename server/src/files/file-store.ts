import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Selectable } from 'kysely';
import sharp from 'sharp';
import { newInternalId, newUuid } from '#database/ids.ts';
import type { FileTable } from '#database/schema.ts';
import { createDerivatives, type DerivativeStyle } from './derivatives.ts';
import { type ByteRange, diskName } from './disk.ts';
import { cleanFilename, detectFileType, miniAppFolderType } from './file-types.ts';
import { type FilePlace, openDisk } from './open-disk.ts';

export type FileRow = Selectable<FileTable>;

interface NewFile {
  filename: string;
  alt?: string;
  /** Where the import found it. */
  source?: string;
  id?: string;
  /** From `newFileKey`, where the caller has to know it before the bytes are there. */
  key?: string;
}

export interface OpenFile {
  size: number;
  read(range?: ByteRange): Readable;
}

export interface FileStore {
  /**
   * Keeps bytes, all of a stream, or the file at a path, under a new unguessable key and answers the row for the caller to insert. The
   * bytes are safe by then. The type is told by the bytes; the name gets another extension if it lies.
   */
  put(source: string | Uint8Array | Readable, file: NewFile): Promise<FileRow>;
  /**
   * Keeps a mini-app's folder under one key, so that its files find each other by relative addresses.
   * @param file `filename` is the file in the folder that the address of the row leads to
   */
  putFolder(folder: string, file: NewFile): Promise<FileRow>;
  /** Null when the bytes are gone, or the folder has no such file. `path` is for folders only. */
  open(row: Pick<FileRow, 'key' | 'mime'>, path?: string): Promise<OpenFile | null>;
  /**
   * The small picture, made at the first call; null for a file that has none, or is no such picture or document. Throws
   * when it cannot be made or kept just now: `DiskUnusable`, or what the file system says.
   */
  openDerivative(row: Pick<FileRow, 'key' | 'mime'>, style: DerivativeStyle): Promise<OpenFile | null>;
  /** Removes the bytes under a key with all that was made from them. */
  remove(key: string): Promise<void>;
  /** Throws when nothing can be kept: `DiskUnusable`, or what the file system says. */
  probe(): Promise<void>;
}

const folderOf = (key: string) => diskName(key.slice(0, 2), key);
const originalOf = (key: string) => diskName(folderOf(key), 'original');
const treeOf = (key: string) => diskName(folderOf(key), 'tree');

// 192 bits: the key alone grants reading.
export const newFileKey = () => randomBytes(24).toString('base64url');

export const fileKeyPattern = /^[A-Za-z0-9_-]{32}$/;

export function createFileStore(place: FilePlace): FileStore {
  const disk = openDisk(place);
  const derivatives = createDerivatives(disk);

  async function openNamed(name: string): Promise<OpenFile | null> {
    const size = await disk.size(name);
    return size === null ? null : { size, read: (range) => disk.read(name, range) };
  }

  const rowOf = (
    key: string,
    file: NewFile,
    facts: Pick<FileRow, 'filename' | 'mime' | 'size' | 'sha256'>,
  ) => {
    const now = Date.now();
    return {
      id: file.id ?? newUuid(),
      internal_id: newInternalId(now),
      created: now,
      changed: now,
      key,
      ...facts,
      width: null,
      height: null,
      alt: file.alt ?? '',
      source: file.source ?? null,
    };
  };

  return {
    put(source, file) {
      const key = file.key ?? newFileKey();
      return disk.take(originalOf(key), source, async (path) => {
        const { mime, filename } = await detectFileType(path, cleanFilename(file.filename));
        const { size } = await stat(path);
        const row = rowOf(key, file, { filename, mime, size, sha256: await digestOf(path) });
        return { ...row, ...(mime.startsWith('image/') && (await pictureSize(path))) };
      });
    },

    async putFolder(folder, file) {
      const key = file.key ?? newFileKey();
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .sort();
      const digest = createHash('sha256');
      let size = 0;
      for (const path of paths) {
        const place = join(folder, path);
        await disk.write(diskName(treeOf(key), path), place);
        size += (await stat(place)).size;
        digest.update(`${path}\0${await digestOf(place)}\n`);
      }
      const facts = { filename: file.filename, mime: miniAppFolderType, size, sha256: digest.digest('hex') };
      return rowOf(key, file, facts);
    },

    async open({ key, mime }, path) {
      if (mime !== miniAppFolderType) return openNamed(originalOf(key));
      return path && isPlainPath(path) ? openNamed(diskName(treeOf(key), path)) : null;
    },

    async openDerivative({ key, mime }, style) {
      const name = await derivatives.make(
        mime,
        originalOf(key),
        diskName(folderOf(key), `${style}.webp`),
        style,
      );
      return name === null ? null : openNamed(name);
    },

    remove: (key) => disk.remove(folderOf(key)),

    probe: disk.probe,
  };
}

async function digestOf(path: string) {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}

/** A path whose every part is a name. */
export const isPlainPath = (path: string) =>
  !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** Width and height as it is seen, null for both when it cannot be read. */
async function pictureSize(path: string): Promise<Pick<FileRow, 'width' | 'height'>> {
  try {
    const { autoOrient } = await sharp(path).metadata();
    return { width: autoOrient.width ?? null, height: autoOrient.height ?? null };
  } catch {
    // A broken picture is still a file that can be downloaded.
    return { width: null, height: null };
  }
}
