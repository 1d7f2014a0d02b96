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

/** Else what is on the device is shown, and nothing is purged. */
const isHostHeard = ({ device: { line }, tab: { device } }: Looking) =>
  line.state === 'up' &&
  line.faults.length + line.held.length === 0 &&
  device.connection.isOnline() &&
  device.service.current().user !== null;

/**
 * Somebody looks at whom a pack went to. Entries of other packs go when they are old by the device's clock and by the last
 * time that the host told of a message; none goes that is not old in truth.
 */
export async function lookAtPackLog(looking: Looking, packId: string) {
  const { world, device, tab } = looking;
  const { packLog, database } = tab.device;
  const rows = (): Promise<PackLogRow[]> => database.packLog.toArray();
  const before = await rows();
  const wasHeard = isHostHeard(looking);
  const outcome = await packLog.load(packId);
  // Whoever looks in another window at that moment changes it, too.
  if (!outcome.ok || !world.isOneAtATime) return;
  const after = await rows();
  const messages = await database.records('salestool--message').toArray();
  const told = messages.filter(({ _meta }) => !_meta?.push).map(({ changed }) => changed ?? 0);
  const isOlder = ({ date_sent }: PackLogRow, now: number) =>
    date_sent < Math.floor(now / 1000) - keptSeconds;
  const byDevice = Math.min(world.clock.now() + device.clockOff, Math.max(0, ...told));
  const isOther = ({ pack_uuid }: PackLogRow) => pack_uuid !== packId;
  const left = new Set(after.map(({ uuid }) => uuid));
  const isPurged = wasHeard && isHostHeard(looking);
  for (const row of before.filter(isOther)) {
    const isHere = left.has(row.uuid);
    if (isHere ? isPurged && isOlder(row, byDevice) : !isOlder(row, world.clock.now()))
      world.ledger.untruths.push(`entry ${row.uuid} of the pack log ${isHere ? 'stayed' : 'went'}`);
  }
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
