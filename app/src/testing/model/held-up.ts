import { isAhead } from '#sync/save/claims.ts';
import type { Tab } from './tab.ts';
import type { ModelDevice, World } from './world.ts';

/** Whether nothing stands in the way of any window of a device: what waits there then waits for no reason. */
export const isCalm = (device: ModelDevice): boolean => !device.isShaken && isUndisturbed(device);

function isUndisturbed({ line, tabs }: ModelDevice): boolean {
  const { state, faults, held, refusals, wasBusy } = line;
  const isUp = state === 'up' && faults.length + held.length + refusals === 0 && !wasBusy;
  const open = tabs.filter((tab) => tab !== null).filter(({ life }) => !life.isDead);
  const isAwake = ({ device, life }: Tab) =>
    life.trap === null &&
    life.frozen === null &&
    device.connection.isOnline() &&
    device.service.current().user !== null;
  return isUp && open.every(isAwake);
}

/** Whatever has befallen a device is over once nothing waits on it any more. */
export async function noteWhatIsOver(device: ModelDevice, { device: { database } }: Tab) {
  if (!device.isShaken || device.full.writes > 0 || !isUndisturbed(device)) return;
  const rows = await database.queue.toArray();
  device.isShaken = rows.some(({ refused }) => refused === null);
}

const dayMs = 24 * 60 * 60_000;

/**
 * On a good line nothing waits but what the host has refused, what came nowhere until its time has come, what needs one of these,
 * and mail that the device's clock has called old, whoever else has work on the device.
 */
export async function noteWhatIsHeldUp(
  { ledger, clock }: World,
  { latest, wasPutBack, clockOff }: ModelDevice,
  { device }: Tab,
) {
  const [items, rows] = await Promise.all([device.waiting.items(), device.database.queue.toArray()]);
  const hasTime = rows.filter(({ notBefore }) => isAhead(notBefore, clock.now() + clockOff));
  const mayWait = new Set([
    ...items.filter(({ state }) => state === 'refused').map(({ id }) => id),
    ...hasTime.map(({ id }) => id),
  ]);
  for (const { id, type, title, packId, state, updated } of items) {
    const signature = type === 'salestool--message' ? (await device.messages.get(id))?.signature?.id : null;
    const isGranted = [id, packId, signature].some((need) => mayWait.has(need ?? ''));
    // Also of what its form has sent before the device was put back.
    const isAsked = state === 'asks' && (latest - updated > dayMs || wasPutBack);
    if (!isGranted && !isAsked) ledger.untruths.push(`${title} is held up (${state})`);
  }
}
