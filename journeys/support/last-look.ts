import { expect, type Page } from '@playwright/test';
import { deviceRows } from './device-store.ts';
import type { HostProcess } from './host-process.ts';

/** What was expected last of the mails of each host. */
const looks = new Map<HostProcess, () => Promise<void>>();

/** At the end of the test that is running it is looked at once more: what comes twice may come a moment later. */
export const lookAgainAtTheEnd = (host: HostProcess, look: () => Promise<void>) => looks.set(host, look);

/** What a window still sends, or would: pushes under way, and what waits and is not set aside. */
async function stillToGo(page: Page): Promise<string[]> {
  const isApp = () =>
    isSecureContext && indexedDB.databases().then((all) => all.some(({ name }) => name === 'satchel'));
  if (!page.url().startsWith('http') || !(await page.evaluate(isApp))) return [];
  const pushes = await page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].flatMap(({ name }) => (name === 'satchel-push' ? name : []));
  });
  const waiting = (await deviceRows(page, 'queue')).filter(({ refused }) => refused === null);
  return [...pushes, ...waiting.map(({ id, type }) => `${type} ${id}`)];
}

/** The app comes to its end with all that it had to send, where there is something to look at once more. */
export async function nothingToGo(pages: readonly Page[]) {
  if (looks.size === 0) return;
  for (const page of pages) await expect.poll(() => stillToGo(page), 'what is still to go').toEqual([]);
}

/** Nothing has come since that was not expected. */
export async function lookAgain() {
  const last = [...looks.values()];
  looks.clear();
  for (const look of last) await look();
}

/** Of a test that has failed already. */
export const forgetLooks = () => looks.clear();
