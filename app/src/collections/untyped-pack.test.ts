import { expect, test } from 'vitest';
import { devicesAtHost } from '#testing/devices-at-host.ts';
import { packWith } from '#testing/real-host.ts';

const at = devicesAtHost();

test.each([undefined, null])(
  '[PLIST-02, PERM-17] a pack whose type is %s is its owner’s alone, in its own channel',
  async (pack_type) => {
    const device = await at.inRetail('nora');
    const { pack_type: _, ...draft } = device.packs.draft();
    const untyped = { ...draft, title: 'Untyped', ...packWith('<p>Hello</p>') };
    const packs = device.database.records('salestool--pack');
    await packs.put(pack_type === undefined ? untyped : { ...untyped, pack_type });
    const listed = async (channelId = at.retail) =>
      (await device.packs.inChannel(channelId)).some(({ id }) => id === untyped.id);
    expect(await listed()).toBe(true);
    expect(await device.packs.get(untyped.id)).not.toBeNull();
    expect(await listed('another channel')).toBe(false);

    await packs.update(untyped.id, { ownerId: 'somebody-else' });
    expect(await listed()).toBe(false);
    expect(await device.packs.get(untyped.id)).toBeNull();
  },
);
