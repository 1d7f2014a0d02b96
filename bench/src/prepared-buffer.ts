import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from './host.ts';

/** Bytes as an answer held them, not decoded. */
export interface Bytes {
  body: Uint8Array;
  type: string;
  encoding: string | null;
}

/** Starts a bare Fastify that answers these bytes at `/body`. */
export async function servePrepared(folder: string, { body, type, encoding }: Bytes) {
  const file = join(folder, `prepared-${randomUUID()}`);
  await writeFile(file, body);
  const script = join(import.meta.dirname, 'servers/prepared-buffer.ts');
  return serve(script, { BODY_FILE: file, BODY_TYPE: type, ...(encoding && { BODY_ENCODING: encoding }) });
}
