import { expect } from 'vitest';
import { type Database, openDatabase } from '#storage/database.ts';
import type { ModelDevice, World } from './world.ts';

/** A channel is there whole and in one edition, or it is not there yet, whatever befell the window that took it in. */
export async function channelIsWhole({ channelId, hasEditions }: World, { name, users, tabs }: ModelDevice) {
  if (!hasEditions) return;
  if (users.size === 0) return;
  const tab = tabs.find((each) => each && !each.life.isDead);
  if (tab) return isWhole(channelId, tab.device.database);
  const database = openDatabase(name);
  try {
    await isWhole(channelId, database);
  } finally {
    database.dexie.close();
  }
}

async function isWhole(channelId: string, database: Database) {
  const channels = database.records('salestool--channel');
  const contents = database.records('salestool--content_bundle');
  const [channel, bundles] = await database.dexie.transaction('r', [channels, contents], async () => {
    const channel = await channels.get(channelId);
    return [channel, await contents.bulkGet((channel?.bundles ?? []).map(({ id }) => id))] as const;
  });
  if (!channel || channel._meta?.stub) return;
  for (const bundle of bundles) expect(bundle?.title, 'edition of a bundle').toBe(channel.title);
}
