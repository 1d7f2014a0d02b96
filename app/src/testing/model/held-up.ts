import type { Tab } from './tab.ts';
import type { ModelDevice, World } from './world.ts';

/** Whether nothing stands in the way of any window of a device: what waits there then waits for no reason. */
export function isCalm({ line, wasCut, tabs }: ModelDevice): boolean {
  const isUp = line.state === 'up' && line.faults.length + line.held.length === 0 && !line.wasBusy;
  const open = tabs.filter((tab) => tab !== null).filter(({ life }) => !life.isDead);
  const isAwake = ({ device }: Tab) => device.connection.isOnline() && device.service.current().user !== null;
  return isUp && !wasCut && open.every(isAwake);
}

/** On a good line nothing waits but what the host has refused and what needs it, whoever else has work on the device. */
export async function noteWhatIsHeldUp({ ledger }: World, { device }: Tab) {
  const items = await device.waiting.items();
  const refused = new Set(items.filter(({ state }) => state === 'refused').map(({ id }) => id));
  for (const { id, title, packId, state } of items) {
    const isRefused = refused.has(id) || refused.has(packId ?? '');
    if (!isRefused) ledger.untruths.push(`${title} is held up (${state})`);
  }
}
