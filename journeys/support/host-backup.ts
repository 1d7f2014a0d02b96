import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { HostProcess } from './host-process.ts';

const programs = join(import.meta.dirname, '../../server/src');
const fileOf = ({ dataFolder }: HostProcess) => join(dataFolder, 'of-yesterday.satchel');

async function run({ dataFolder }: HostProcess, program: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(programs, program), ...args], {
    env: { ...process.env, DATA_FOLDER: dataFolder, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const said = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  if (code !== 0) throw new Error(`${program} ended with code ${code}:\n${said.join('')}`);
}

/** As an operator makes a backup of a host that runs. */
export const backUp = (host: HostProcess) => run(host, 'backup.ts', fileOf(host));

/** As an operator puts the backup in the place of what is there. */
export async function restore(host: HostProcess) {
  await host.stop();
  await run(host, 'restore.ts', fileOf(host), '--replace');
  await host.start();
}
