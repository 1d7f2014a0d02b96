import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to outgoing calls (32768 and up on Linux, 49152 elsewhere): whoever stops listening on one
 * of these, or begins a moment later, finds it taken by somebody's call, and for a minute after that has ended.
 */
const [first, last] = [20_000, 32_767];

/** Tests that run beside each other take theirs from parts of their own, so that nobody takes one that pauses. */
const parts = 16;
const part = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0) % parts;
const partSize = Math.floor((last + 1 - first) / parts);
const given = new Set<number>();

const isFree = async (port: number) => {
  const probe = createServer();
  try {
    await once(probe.listen(port), 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
};

/** A port to listen on, and to come back to after a pause. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + part * partSize + randomInt(partSize);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}
