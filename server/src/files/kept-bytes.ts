import { Readable } from 'node:stream';
import { diskName } from './disk.ts';
import { isPlainPath } from './file-store.ts';
import { isHalfWritten } from './folder-disk.ts';
import { type FilePlace, openDisk } from './open-disk.ts';

const keptName = /^([A-Za-z0-9_-]{2})\/(\1[A-Za-z0-9_-]{30})\/(?:original|tree\/.+)$/s;

/** Undefined for a name that nothing is ever kept under. */
const keyOf = (name: string) => (isPlainPath(name) ? keptName.exec(name)?.[2] : undefined);

const folderOf = (key: string) => diskName(key.slice(0, 2), key);

export type KeptBytes = ReturnType<typeof createKeptBytes>;

/** All bytes of the file store by their names on its disk, for copying them away and back. */
export function createKeptBytes(place: FilePlace) {
  const disk = openDisk(place);

  async function allKeys() {
    const found = new Set<string>();
    for await (const { name } of disk.list()) {
      const [, key] = name.split('/');
      if (key !== undefined) found.add(key);
    }
    return [...found];
  }

  return {
    /** What lies under a key, without pictures that can be made again; empty when the bytes are gone. */
    async under(key: string): Promise<{ name: string; size: number }[]> {
      const found: { name: string; size: number }[] = [];
      for await (const file of disk.list(folderOf(key))) {
        if (keptName.test(file.name) && !isHalfWritten(file.name)) found.push(file);
      }
      return found.sort((one, other) => (one.name < other.name ? -1 : 1));
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

    /** Moves everything whose key is not wanted out of the way; answers where to, or undefined if there was nothing. */
    async setAside(isWanted: (key: string) => boolean, label: string) {
      let where: string | undefined;
      for (const key of await allKeys())
        if (!isWanted(key)) where = await disk.setAside(folderOf(key), label);
      return where;
    },
  };
}
