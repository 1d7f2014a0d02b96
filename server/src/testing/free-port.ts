import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to outgoing calls (32768 and up on Linux, 49152 elsewhere): whoever stops listening on one
 * of these, or begins a moment later, finds it taken by somebody's call, and for a minute after that has ended.
 */
const [first, last] = [20_000, 32_767];

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
    const port = randomInt(first, last + 1);
    if (await isFree(port)) return port;
  }
}
