import { expect, test } from 'vitest';
import { devicesAtHost } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

test('[SYNC-09] a channel is asked for first, then its packs, and its files after them, whether the packs come or not', async () => {
  const line = { isCut: false };
  const order: string[] = [];
  const device = await at.signedIn('nora', {
    afterLoad: () => order.push('files'),
    fetch: async (address, init) => {
      const [, type] = /\/jsonapi\/salestool\/(\w+)/.exec(new URL(String(address)).pathname) ?? [];
      if (type === 'channel' || type === 'pack') order.push(type);
      const answer = await fetch(address, init);
      if (line.isCut && type === 'pack') throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  await device.service.selectChannel(at.retail);
  for (const isCut of [false, true]) {
    line.isCut = isCut;
    order.length = 0;
    expect(await device.channels.load(at.retail, { force: true })).toMatchObject({ ok: !isCut });
    await expect.poll(() => order).toContain('files');
    const asked = order.filter((each, index) => each !== order[index - 1]);
    expect(asked).toEqual(['channel', 'pack', 'files']);
    // The host has something new for the second time.
    await device.packs.save({
      ...device.packs.draft(),
      title: 'New',
      pack_data: '{"version":2,"elements":[]}',
    });
    await device.waiting.push();
  }
});
