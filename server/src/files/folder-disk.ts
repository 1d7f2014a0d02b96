import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, chmod, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Disk, Source } from './disk.ts';
import { assertWritable } from './writable-folder.ts';

// Most pictures and pages come in one go, and yet many slow readers hold little.
const bytesAtOnce = 256 * 1024;

/**
 * A folder of this machine. Names that point out of it are refused.
 * @param asideRoot where folders of what was set aside are made; on another file system it is copied there
 */
export function createFolderDisk(folder: string, asideRoot: string): Disk {
  const root = resolve(folder);
  const pathOf = (name: string) => {
    const path = resolve(root, name);
    if (!path.startsWith(root + sep) || name.includes('\0'))
      throw new Error('The name leads out of the folder');
    return path;
  };

  async function write(name: string, source: Source) {
    const path = pathOf(name);
    const made = await mkdir(dirname(path), { recursive: true });
    // Nobody ever sees half a file: it gets its name when it is whole.
    const part = halfWritten(path);
    try {
      await writeDurably(part, source);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await syncFolders(dirname(path), made ? dirname(made) : dirname(path));
  }

  async function sizeOf(path: string) {
    try {
      const found = await stat(path);
      return found.isFile() ? found.size : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  return {
    write,
    async take(name, source, look) {
      await write(name, source);
      return look(pathOf(name));
    },
    size: (name) => sizeOf(pathOf(name)),
    read: (name, range) => createReadStream(pathOf(name), { ...range, highWaterMark: bytesAtOnce }),
    async withPath(name, work) {
      const path = pathOf(name);
      await access(path);
      return work(path);
    },
    remove: (name) => rm(pathOf(name), { recursive: true, force: true }),

    async *list(below) {
      for await (const path of filesBelow(below === undefined ? root : pathOf(below))) {
        const size = await sizeOf(path);
        if (size !== null) yield { name: relative(root, path).split(sep).join('/'), size };
      }
    },

    async setAside(name, label) {
      const place = join(asideRoot, label);
      const target = join(place, 'files', name);
      await mkdir(dirname(target), { recursive: true });
      await move(pathOf(name), target, asideRoot);
      return place;
    },

    probe: () => assertWritable(root),
  };
}

const halfWritten = (path: string) => `${path}.${randomUUID()}.part`;

/** Whether a name is one that files have while they are written, and that one keeps whose writer was killed. */
export const isHalfWritten = (name: string) =>
  /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/.test(name);

/** A file or a folder, all of which is at one of the two places at any moment. @param root above the new place */
async function move(from: string, to: string, root: string) {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isOnOtherDisk(error)) throw error;
    await copyDurably(from, to, root);
    await rm(from, { recursive: true });
  }
}

async function copyDurably(from: string, to: string, root: string) {
  const folders = new Set<string>();
  try {
    const paths = (await stat(from)).isFile() ? [from] : await Array.fromAsync(filesBelow(from));
    for (const path of paths) {
      const target = join(to, relative(from, path));
      await mkdir(dirname(target), { recursive: true });
      await writeDurably(target, path);
      folders.add(dirname(target));
    }
    for (const folder of folders) await syncFolders(folder, root);
  } catch (error) {
    // Most likely the disk is full.
    await rm(to, { recursive: true, force: true });
    throw error;
  }
}

/** What goes while it is walked through is not there. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function writeDurably(path: string, source: Source) {
  const isWhole = source instanceof Uint8Array;
  if (typeof source === 'string') {
    await copyFile(source, path);
    // The copy has the mode of what was copied: everybody may read it, or nobody write it.
    await chmod(path, 0o600);
  } else if (!isWhole) await pipeline(source, createWriteStream(path, { flags: 'wx' }));
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

const isOnOtherDisk = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EXDEV';
