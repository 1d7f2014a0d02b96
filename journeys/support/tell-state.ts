import type { Page } from '@playwright/test';
import { deviceRows } from './device-store.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { HostProcess } from './host-process.ts';

interface Place {
  page: Page;
  line: FaultProxy;
  host: HostProcess;
}

const latestCalls = 20;
const longestOutput = 2000;

/** How many rows of the queue say the same of themselves. */
function countAlike(rows: readonly Record<string, unknown>[]) {
  const counts = new Map<string, number>();
  for (const { type, refused, notBefore, claimedBy, attempts, inDoubtSince, answer } of rows) {
    const wait = Math.max(0, Number(notBefore) - Date.now());
    const said = JSON.stringify({ type, refused, wait, claimedBy, attempts, inDoubtSince, answer });
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** What a fault that comes once in many rounds leaves behind: of the device, the line and the host, as they are now. */
export async function tellState({ page, line, host }: Place): Promise<string> {
  const now = Date.now();
  const calls = line.requests
    .slice(-latestCalls)
    .map(({ method, path, at, status }) => `${method} ${path} ${at - now} ms ${status}`);
  const said = await page.locator('[role="status"], [role="alert"], header button').allInnerTexts();
  const state = {
    at: page.url(),
    said,
    queue: countAlike(await deviceRows(page, 'queue')),
    lease: await deviceRows(page, 'lease'),
    calls,
    host: host.output.slice(-longestOutput),
  };
  return JSON.stringify(state, null, 1);
}
