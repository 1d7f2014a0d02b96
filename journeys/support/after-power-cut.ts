import { deviceRows } from './device-store.ts';
import type { KillableBrowser } from './killable-browser.ts';
import type { Rep } from './rep.ts';

/** Ids of messages and packs that wait: by their records, and by the queue. */
export async function waitingOn(rep: Rep) {
  const records = [
    ...(await deviceRows(rep.page, 'salestool--message')),
    ...(await deviceRows(rep.page, 'salestool--pack')),
  ];
  const flagged = records.filter(({ _meta }) => (_meta as { push?: boolean } | undefined)?.push);
  const queue = await deviceRows(rep.page, 'queue');
  return { records: flagged.map(({ id }) => id).sort(), queue: queue.map(({ id }) => id).sort() };
}

/** The database as the kill left it, before the app has a chance to mend it. */
export async function openUntouched(browser: KillableBrowser): Promise<Rep> {
  const rep = await browser.open();
  await rep.page.goto('/manifest.webmanifest');
  return rep;
}
