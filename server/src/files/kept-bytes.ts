import { mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { isPlainPath } from './file-store.ts';
import { createFolderDisk, diskName } from './folder-disk.ts';

const keptName = /^([A-Za-z0-9_-]{2})\/(\1[A-Za-z0-9_-]{30})\/(?:original|tree\/.+)$/s;

/** Undefined for a name that nothing is ever kept under. */
const keyOf = (name: string) => (isPlainPath(name) ? keptName.exec(name)?.[2] : undefined);

const folderOf = (key: string) => diskName(key.slice(0, 2), key);

export type KeptBytes = ReturnType<typeof createKeptBytes>;

/** All bytes of the file store by their names on its disk, for copying them away and back. */
export function createKeptBytes({ dataFolder }: { dataFolder: string }) {
  const root = join(dataFolder, 'files');
  const disk = createFolderDisk(root);

  async function names(folder: string, recursive: boolean) {
    try {
      return await readdir(join(root, folder), { recursive, withFileTypes: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  async function allKeys() {
    const found: string[] = [];
    for (const start of await names('', false)) {
      for (const { name } of start.isDirectory() ? await names(start.name, false) : []) found.push(name);
    }
    return found;
  }

  return {
    /** What lies under a key, without pictures that can be made again; empty when the bytes are gone. */
    async under(key: string): Promise<{ name: string; size: number }[]> {
      const folder = folderOf(key);
      const paths = (await names(folder, true))
        .filter((entry) => entry.isFile())
        .map((entry) => diskName(entry.parentPath.slice(root.length + 1), entry.name))
        .filter((name) => keptName.test(name) && !name.endsWith('.part'));
      const sized = await Promise.all(
        paths.sort().map(async (name) => ({ name, size: await disk.size(name) })),
      );
      return sized.flatMap(({ name, size }) => (size === null ? [] : [{ name, size }]));
    },

    read: (name: string): Readable => disk.read(name),

    allKeys,

    /** Puts bytes back under the name they had. Throws on a name that no key could have. */
    async putBack(name: string, bytes: AsyncIterable<Uint8Array>) {
      if (keyOf(name) === undefined) throw new Error(`${name} is no place for a file`);
      await disk.write(name, Readable.from(bytes));
    },

    keyOf,

    remove: (key: string) => disk.remove(folderOf(key)),

    /** Moves everything whose key is not wanted to another folder on the same disk; answers how many keys. */
    async setAside(isWanted: (key: string) => boolean, folder: string) {
      const unwanted = (await allKeys()).filter((key) => !isWanted(key));
      for (const key of unwanted) {
        const target = join(folder, folderOf(key));
        await mkdir(dirname(target), { recursive: true });
        await rename(join(root, folderOf(key)), target);
      }
      return unwanted.length;
    },
  };
}
