import { expect } from 'vitest';
import type { PackLogRow } from '#storage/device-rows.ts';
import type { Tab } from './tab.ts';
import type { ModelDevice, World } from './world.ts';

/** CONST-18: 24 weeks. */
const keptSeconds = 14_515_200;

interface Looking {
  world: World;
  device: ModelDevice;
  tab: Tab;
}

/**
 * Somebody looks at whom a pack went to. Entries of other packs go when they are old, by the device's clock or by the newest
 * entry that it knows, whichever is earlier; no other goes, and none that is older stays.
 */
export async function lookAtPackLog({ world, device, tab }: Looking, packId: string) {
  const { packLog, database } = tab.device;
  const rows = (): Promise<PackLogRow[]> => database.packLog.toArray();
  const before = await rows();
  const outcome = await packLog.load(packId);
  // Whoever looks in another window at that moment changes it, too.
  if (!outcome.ok || !world.isOneAtATime) return;
  const after = await rows();
  const dates = [...before, ...after].map(({ date_sent }) => date_sent);
  const present = Math.min(Math.floor((world.clock.now() + device.clockOff) / 1000), Math.max(0, ...dates));
  const isOld = ({ date_sent }: PackLogRow) => date_sent < present - keptSeconds;
  const isOther = ({ pack_uuid }: PackLogRow) => pack_uuid !== packId;
  const left = new Set(after.map(({ uuid }) => uuid));
  for (const row of before.filter(isOther))
    if (left.has(row.uuid) === isOld(row))
      world.ledger.untruths.push(`entry ${row.uuid} of the pack log ${isOld(row) ? 'stayed' : 'went'}`);
}

/** After a look at a pack its log on the device is what the host has of it, each person's own. */
export async function packLogsAreTrue({ host }: World, { tab }: ModelDevice) {
  const { device } = tab(0);
  const person = device.service.current().user!.uuid;
  const packOf = ({ relationships }: { relationships: Record<string, { data: unknown }> }) =>
    (relationships.pack?.data as { id: string } | null | undefined)?.id;
  const messages = host
    .records()
    .filter(({ type, owner }) => type === 'salestool--message' && owner === person);
  for (const packId of new Set(messages.map((record) => packOf(record) ?? ''))) {
    expect(await device.packLog.load(packId)).toEqual({ ok: true });
    const known = (await device.packLog.ofPack(packId)).map(({ uuid }) => uuid);
    const there = messages.filter((record) => packOf(record) === packId).map(({ id }) => id);
    expect(known.sort(), `log of pack ${packId}`).toEqual(there.sort());
  }
}
