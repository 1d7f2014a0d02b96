import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes the folder if need be. Throws what the file system says when nothing can be written there. */
export async function assertWritable(folder: string) {
  await mkdir(folder, { recursive: true });
  const probe = join(folder, `.writable-${randomUUID()}`);
  try {
    await writeFile(probe, 'x');
  } finally {
    await rm(probe, { force: true });
  }
}
