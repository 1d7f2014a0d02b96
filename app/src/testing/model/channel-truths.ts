import { expect } from 'vitest';
import type { ModelDevice, World } from './world.ts';

/** A channel is there whole and in one edition, or it is not there yet, whatever befell the window that took it in. */
export async function channelIsWhole({ channelId, hasEditions }: World, { tabs }: ModelDevice) {
  if (!hasEditions) return;
  const tab = tabs.find((each) => each && !each.life.isDead);
  if (!tab) return;
  const { database } = tab.device;
  const [channel, bundles] = await database.dexie.transaction('r', database.dexie.tables, async () => {
    const channel = await database.records('salestool--channel').get(channelId);
    const ids = (channel?.bundles ?? []).map(({ id }) => id);
    return [channel, await database.records('salestool--content_bundle').bulkGet(ids)] as const;
  });
  if (!channel || channel._meta?.stub) return;
  for (const bundle of bundles) expect(bundle?.title, 'edition of a bundle').toBe(channel.title);
}
