import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** All that a program gets of the tests' own environment. Compiled once, the host's modules load in half the time. */
export const programEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

export type HostProcess = Awaited<ReturnType<typeof startHostProcess>>;

/**
 * Runs the real main.ts as people do, and answers when it is ready. Throws what it said when it ends before.
 * @param within a program and its arguments that becomes the host
 */
export async function startHostProcess(settings: Record<string, string>, within: string[] = []) {
  const port = await freePort();
  const [program = '', ...args] = [...within, process.execPath, join(import.meta.dirname, '../main.ts')];
  const child = spawn(program, args, {
    env: {
      ...programEnvironment,
      PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    untilReady(url),
    ended.then(() => {
      throw new Error(`The host ended before it was ready: ${said}`);
    }),
  ]);
  return {
    url,
    pid: child.pid,
    said: () => said,
    /** Ends it as a power cut would. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilReady(url: string) {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The host did not get ready in time');
}
