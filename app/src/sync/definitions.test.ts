import { expect, test } from 'vitest';
import { devicesAtHost, draftOf } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

test('[F4] a device without room for what its host tells of the fields of records sends all the same', async () => {
  const device = await at.signedIn();
  await device.service.selectChannel(at.retail);
  const { marks } = device.database;
  marks.hook('creating', (id) => {
    if (id === 'model-definitions') throw new DOMException('No space', 'QuotaExceededError');
  });
  for (const title of ['Made on a full device', 'Made later']) {
    expect(await device.packs.save(draftOf(device, title))).toMatchObject({ savedRemotely: true });
  }
  expect(await device.waiting.items()).toEqual([]);
});
