import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { openDisk } from '#files/open-disk.ts';
import type { Fetch, TestHost } from './test-host.ts';

export const octets = 'application/octet-stream';

export const blankPicture = (width: number, height: number, background = '#aa8866') =>
  sharp({ create: { width, height, channels: 3, background } });
/** A small PNG. */
export const face = async (background?: string) =>
  new Uint8Array(await blankPicture(20, 30, background).png().toBuffer());

/**
 * Sends bytes as a file.
 * @param name as it stands in the header: one character for each byte
 */
export async function sendFile(as: Fetch, path: string, bytes: Uint8Array<ArrayBuffer>, name = 'face.png') {
  const answer = await as(path, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': octets, 'content-disposition': `file; filename="${name}"` },
  });
  const body = await answer.json();
  return {
    status: answer.status,
    headers: answer.headers,
    file: body.data as { id: string; type: string; attributes: Record<string, unknown> },
    detail: body.errors?.[0]?.detail as string | undefined,
  };
}

/** All that lies on the disk and in the tables of files. */
export async function keptFiles(host: TestHost) {
  const { db } = host.database;
  let files = 0;
  for await (const { name } of openDisk(host.config).list()) if (!name.endsWith('.webp')) files++;
  return {
    files,
    rows: (await db.selectFrom('file').select('id').execute()).length,
    loose: (await db.selectFrom('loose_file').select('key').execute()).length,
  };
}

/** The same, once nothing is waiting to be cleared away. */
export async function settledFiles(host: TestHost) {
  await vi.waitFor(async () => {
    const due = host.database.db.selectFrom('loose_file').where('remove_after', '<=', host.clock());
    expect(await due.select('key').execute()).toEqual([]);
  });
  return keptFiles(host);
}
