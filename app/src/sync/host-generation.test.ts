import { expect, test, vi } from 'vitest';
import { startDevice } from '#testing/device.ts';
import { createHostInMemory } from '#testing/model/host-in-memory.ts';
import { packWith } from '#testing/real-host.ts';

const people = [{ name: 'nora', id: '7a2c9a4e-0000-4000-8000-000000000001' }];
const channelId = '0c000000-0000-4000-8000-000000000001';

test('[F27] an answer of before the restore that comes after it sends nothing once more', async () => {
  const host = createHostInMemory({ people, channelId, now: Date.now });
  const late = Promise.withResolvers<void>();
  let isHeld = false;
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const answer = await host.fetch(address, init);
    if (isHeld && String(address).endsWith('/config.json')) {
      isHeld = false;
      await late.promise;
    }
    return answer;
  };
  const device = startDevice({ origin: 'https://host.example', fetch });
  const signIn = () => device.service.signIn({ username: 'nora', password: 'right' });
  await signIn();
  await device.service.selectChannel(channelId);
  const { meetHost } = await device.engine();
  await meetHost();
  await device.packs.save({ ...device.packs.draft(), title: 'Counter kit', ...packWith('<p>Hello</p>') });
  host.backUp();

  isHeld = true;
  const asking = meetHost();
  await vi.waitFor(() => expect(isHeld).toBe(false));
  host.restore();
  await signIn();
  await meetHost();
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  const known = (await device.database.marks.toArray()).filter(({ id }) => id.startsWith('generation:'));
  late.resolve();
  await asking;
  expect(await device.waiting.items()).toEqual([]);
  expect(await device.database.marks.bulkGet(known.map(({ id }) => id))).toEqual(known);
  device.database.dexie.close();
});
