import { setTimeout as pause } from 'node:timers/promises';

const longestBusyMs = 30_000;
const betweenAsksMs = 250;

/**
 * Asks again as long as the host says that it is busy. A host in a process of its own, on a machine that has other things to
 * do, turns calls away by itself, which is nothing that a test is about.
 */
export async function patiently(ask: () => Promise<Response>): Promise<Response> {
  const end = Date.now() + longestBusyMs;
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503 || Date.now() > end) return answer;
    await answer.arrayBuffer();
    await pause(betweenAsksMs);
  }
}
