import type { Tab } from './tab.ts';
import type { ModelDevice, World } from './world.ts';

/** Whether nothing stands in the way of any window of a device: what waits there then waits for no reason. */
export function isCalm({ line, wasCut, tabs }: ModelDevice): boolean {
  const isUp = line.state === 'up' && line.faults.length + line.held.length === 0 && !line.wasBusy;
  const open = tabs.filter((tab) => tab !== null).filter(({ life }) => !life.isDead);
  const isAwake = ({ device }: Tab) => device.connection.isOnline() && device.service.current().user !== null;
  return isUp && !wasCut && open.every(isAwake);
}

const dayMs = 24 * 60 * 60_000;

/**
 * On a good line nothing waits but what the host has refused, what needs it, and mail that the device's clock has called old,
 * whoever else has work on the device.
 */
export async function noteWhatIsHeldUp({ ledger }: World, { latest }: ModelDevice, { device }: Tab) {
  const items = await device.waiting.items();
  const refused = new Set(items.filter(({ state }) => state === 'refused').map(({ id }) => id));
  for (const { id, type, title, packId, state, updated } of items) {
    const signature = type === 'salestool--message' ? (await device.messages.get(id))?.signature?.id : null;
    const isRefused = [id, packId, signature].some((need) => refused.has(need ?? ''));
    const isOld = state === 'asks' && latest - updated > dayMs;
    if (!isRefused && !isOld) ledger.untruths.push(`${title} is held up (${state})`);
  }
}
