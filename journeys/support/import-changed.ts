import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HostProcess } from './host-process.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, '../../server/src/import.ts');
const demo = join(import.meta.dirname, '../../demo');

/**
 * The demo content otherwise than it was, as whoever keeps it takes it into a host that runs.
 * @param change what is done to a copy of the folder
 */
export async function importChanged(host: HostProcess, change: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-content-'));
  try {
    await cp(demo, folder, { recursive: true });
    await change(folder);
    const env = { ...process.env, DATA_FOLDER: host.dataFolder, DATABASE_URL: '' };
    await run(process.execPath, [command, folder], { env });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
