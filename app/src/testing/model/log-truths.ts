import { expect } from 'vitest';
import type { EventRow } from '#storage/device-rows.ts';
import { entrySize } from '#sync/events/entries-over-cap.ts';
import { never, tokenIn } from './ledger.ts';
import type { ModelDevice, World } from './world.ts';

/** LOG-11, bytes */
const cap = 102_400;
/** LOG-09: so many tries without success, and an event has failed. */
const triesToFail = 13;

export const logSize = (rows: readonly EventRow[]) => rows.reduce((sum, row) => sum + entrySize(row), 0);

/** Nothing is told under another account than that of whoever did it, and nothing twice. */
function everyEventIsItsMakers({ host, ledger, people }: World) {
  const makers = new Map(ledger.logged.map(({ token, person }) => [token, person]));
  const idOf = new Map<string, string>();
  for (const { id, account, description } of host.everLogged) {
    const token = tokenIn(description);
    if (token !== null) {
      expect(account, `whose event ${token} is`).toBe(makers.get(token));
      expect(idOf.get(token) ?? id, `id of ${token}`).toBe(id);
      idOf.set(token, id);
    }
    const signedIn = / logged (in|out)$/.test(description) && people.find(({ id }) => id === account);
    if (signedIn) expect(description).toMatch(new RegExp(`^${signedIn.name} `));
  }
}

/** What was logged is at the host, or the device shows why not: it has failed, or the log was full. */
async function noEventIsLost({ host, ledger }: World, device: ModelDevice) {
  const rows = await device.tab(0).rows();
  expect(logSize(rows), 'bytes of the log').toBeLessThanOrEqual(cap);
  const taken = new Set(host.everLogged.map(({ id }) => id));
  const takenTokens = new Set(host.everLogged.map(({ description }) => tokenIn(description)));
  for (const { id, status, retries, ownerId } of rows) {
    // What nobody did who was signed in is shown on the device and told to no host.
    if (ownerId === null) continue;
    expect(status, `event ${id}`).not.toBe('queued');
    if (status === 'sent') expect(taken, 'events said to be sent').toContain(id);
    else expect(device.log.triesOf(id), `tries of a failed event`).toBeGreaterThanOrEqual(triesToFail);
    expect(retries, `retries of ${id}`).toBeLessThanOrEqual(triesToFail);
  }
  const failed = new Set(rows.map(({ description, status }) => status === 'failed' && tokenIn(description)));
  for (const { token, told, device: number } of ledger.logged) {
    if (number !== device.number || told === never || device.wasLogFull || failed.has(token)) continue;
    expect(takenTokens, 'events at the host').toContain(token);
  }
}

export async function logsAreTrue(world: World) {
  everyEventIsItsMakers(world);
  for (const device of world.devices) if (device.users.size > 0) await noEventIsLost(world, device);
}
