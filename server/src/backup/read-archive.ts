import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createTarDecoder } from 'modern-tar';
import type * as z from 'zod';
import {
  type BackupContents,
  type BackupHeader,
  BackupRefused,
  backupContents,
  backupHeader,
  contentsName,
  headerName,
  placeOfEntry,
} from './backup-format.ts';
import { unpackRows } from './packed-rows.ts';

interface Entry {
  name: string;
  size: number;
  body: AsyncIterable<Uint8Array>;
}

// Far more than the lists of the largest host.
const mostHeaderBytes = 1024 * 1024;
const mostContentsBytes = 512 * 1024 * 1024;

/** The entries of an archive one after the other; each body has to be read before the next one comes. */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const bytes = Readable.toWeb(createReadStream(path, { highWaterMark: 1024 * 1024 }));
  const entries = (bytes as unknown as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  );
  for await (const { header, body } of entries) {
    if (header.type !== undefined && header.type !== 'file')
      throw new Error(`${header.name} is no plain file`);
    yield { name: header.name, size: header.size, body: body as unknown as AsyncIterable<Uint8Array> };
  }
}

/**
 * Reads a backup from end to end, compares everything with its checksums, and unpacks rows as a restore will do. Throws
 * `BackupRefused` with a sentence that names the file.
 */
export async function checkBackup(
  path: string,
  mostRowBytes?: number,
): Promise<{ header: BackupHeader; contents: BackupContents }> {
  let header: BackupHeader | undefined;
  let contents: BackupContents | undefined;
  const found: BackupContents['entries'] = {};
  try {
    for await (const { name, size, body } of readArchive(path)) {
      if (contents) throw new Error('something stands behind its end');
      if (!header && name !== headerName) break;
      if (name === contentsName) contents = await json(body, size, mostContentsBytes, backupContents);
      else {
        if (Object.hasOwn(found, name)) throw new Error(`${name} is there twice`);
        const digest = createHash('sha256');
        const bytes = hashed(body, digest);
        if (!header) header = await json(bytes, size, mostHeaderBytes, backupHeader);
        else if (isPart(name)) await assertUnpackable(name, bytes, mostRowBytes);
        for await (const _ of bytes);
        found[name] = { size, sha256: digest.digest('hex') };
      }
    }
  } catch (error) {
    if (isOfFileSystem(error)) throw new BackupRefused(`${path} cannot be read: ${reasonOf(error.code)}.`);
    if (header) throw damaged(path, (error as Error).message);
  }
  if (!header) throw new BackupRefused(`${path} is not a backup of Satchel.`);
  if (!contents) throw damaged(path, 'its end is missing');
  const names = new Set([...Object.keys(found), ...Object.keys(contents.entries)]);
  for (const name of names) {
    const [is, was] = [found[name], contents.entries[name]];
    if (!is || !was) throw damaged(path, `${name} is ${is ? 'not in its list' : 'missing'}`);
    if (is.size !== was.size || is.sha256 !== was.sha256) throw damaged(path, `${name} is not what it was`);
  }
  return { header, contents };
}

export const damaged = (path: string, reason: string) =>
  new BackupRefused(`${path} is damaged and was not used: ${reason}.`);

async function* hashed(body: AsyncIterable<Uint8Array>, digest: Hash) {
  for await (const chunk of body) {
    digest.update(chunk);
    yield chunk;
  }
}

const isPart = (name: string) => {
  const place = placeOfEntry(name);
  return place !== undefined && 'table' in place;
};

async function assertUnpackable(name: string, bytes: AsyncIterable<Uint8Array>, mostRowBytes?: number) {
  try {
    for await (const _ of unpackRows(bytes, mostRowBytes));
  } catch (error) {
    if (isOfFileSystem(error)) throw error;
    throw new Error(`${name} cannot be unpacked (${(error as Error).message})`);
  }
}

async function json<Shape extends z.ZodType>(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
  mostBytes: number,
  shape: Shape,
): Promise<z.infer<Shape>> {
  if (size > mostBytes) throw new Error('its lists are too long');
  const read = shape.safeParse(JSON.parse((await buffer(Readable.from(body))).toString()));
  if (!read.success) throw new Error('its lists are not in the right form');
  return read.data;
}

const isOfFileSystem = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error;

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

const reasonOf = (code: string) => reasons[code] ?? code;
