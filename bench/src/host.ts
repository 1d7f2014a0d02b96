import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '@satchel/server/src/testing/free-port.ts';
import project from '../../package.json' with { type: 'json' };

const main = fileURLToPath(import.meta.resolve('@satchel/server/src/main.ts'));

export interface Served {
  url: string;
  /** Processor time it has used. */
  cpuSeconds(): number;
  /** Resident memory in bytes: what it holds now, and the most it has held. */
  memory(): { now: number; most: number };
  stop(): Promise<void>;
}

/** Runs a server of ours as a process of its own, so that it shares nothing with what asks it. */
export async function serve(
  script: string,
  env: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<Served> {
  const port = await freePort();
  const child = spawn(process.execPath, [...nodeOptions, script], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    url,
    cpuSeconds: () => cpuOf(child.pid as number),
    memory: () => memoryOf(child.pid as number),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

interface HostOptions {
  nodeOptions?: string[];
  env?: Record<string, string>;
}

const startOptions = project.scripts.start.match(/ --\S+/g)?.map((option) => option.trim()) ?? [];

/** The content host as `npm start` runs it in production, logging every answer. */
export const serveHost = (dataFolder: string, { nodeOptions = [], env }: HostOptions = {}) =>
  serve(main, { DATA_FOLDER: dataFolder, DEMO: 'false', ...env }, [...startOptions, ...nodeOptions]);

async function untilReady(url: string, child: ChildProcess) {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The server did not get ready.');
}

// Linux counts in hundredths of a second, whatever the kernel's own clock is.
const ticksPerSecond = 100;

function cpuOf(pid: number) {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const values = fields.split(' ');
  return (Number(values[11]) + Number(values[12])) / ticksPerSecond;
}

function memoryOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), most: bytes('VmHWM') };
}
