import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarPacker } from 'modern-tar';
import type { BackupContents } from './backup-format.ts';

export type ArchiveWriter = ReturnType<typeof openArchive>;

/** Writes a tar archive to a new file that only its owner can read. What the disk refuses is thrown by every call. */
export function openArchive(path: string) {
  const { readable, controller } = createTarPacker();
  const written = pipeline(
    Readable.fromWeb(readable as import('node:stream/web').ReadableStream),
    // Flushed: a backup that the next power cut takes away would be none.
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  written.catch(() => {});
  const entries: BackupContents['entries'] = {};

  /** The disk's own words instead of a closed stream's. */
  async function withCause<T>(work: () => Promise<T>) {
    try {
      return await work();
    } catch (error) {
      controller.error(error);
      await written;
      throw error;
    }
  }

  return {
    /** Name, size and checksum of everything so far. */
    entries,
    add: (name: string, size: number, body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
      withCause(async () => {
        const digest = createHash('sha256');
        const writer = controller.add({ name, size, mode: 0o600 }).getWriter();
        for await (const chunk of body) {
          digest.update(chunk);
          // A copy of its own kind: the library takes no Buffer.
          await writer.write(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        }
        await writer.close();
        entries[name] = { size, sha256: digest.digest('hex') };
      }),
    addJson(name: string, value: unknown) {
      const bytes = Buffer.from(JSON.stringify(value));
      return this.add(name, bytes.length, [bytes]);
    },
    finish: () =>
      withCause(async () => {
        controller.finalize();
        await written;
      }),
    /** Closes the file as it is. */
    async abandon(reason: unknown) {
      controller.error(reason);
      await written.catch(() => {});
    },
  };
}
