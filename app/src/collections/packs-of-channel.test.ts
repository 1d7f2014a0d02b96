import { expect, test } from 'vitest';
import { devicesAtHost } from '#testing/devices-at-host.ts';
import { packWith } from '#testing/real-host.ts';
import { form, offline } from '#testing/signed-in-device.ts';

const at = devicesAtHost();

test('of the packs of a channel the one that was changed last comes first', async () => {
  const clock = { now: Date.now() };
  const device = await at.inRetail('nora', { now: () => clock.now });
  const drafts = ['Middle', 'Newest', 'Oldest'].map((title) => ({ ...device.packs.draft(), title }));
  for (const draft of drafts) {
    clock.now += 60_000;
    at.host.advance(60_000);
    await device.packs.save({ ...draft, ...packWith('<p>Hello</p>') });
  }
  const order = async () => {
    const listed = await device.packs.inChannel(at.retail);
    return listed.map(({ title }) => title).filter((title) => drafts.some((draft) => draft.title === title));
  };
  expect(await order()).toEqual(['Oldest', 'Newest', 'Middle']);
  clock.now += 60_000;
  at.host.advance(60_000);
  await device.packs.save({ ...(await device.packs.get(drafts[0]!.id))!, notes: 'Ask Sven.' });
  expect(await order()).toEqual(['Middle', 'Oldest', 'Newest']);
});

test('[PLIST-11] messages of a pack that is deleted before the server ever had it are refused in words, mail nothing, and may be cancelled', async () => {
  const device = await at.inRetail('nora');
  const pack = { ...device.packs.draft(), title: 'Never there', ...packWith('<p>Hello</p>') };
  await offline(device, async () => {
    await device.packs.save(pack);
    await device.messages.record(pack, { ...form, subject: 'waits' }, 'send');
    await device.packs.delete((await device.packs.get(pack.id))!);
  });
  await device.waiting.push();
  const [message, ...others] = await device.waiting.items();
  expect(others).toEqual([]);
  expect(message).toMatchObject({ title: 'waits', state: 'refused' });
  expect(message?.reason).toContain(`salestool--pack:${pack.id}`);
  await device.messages.cancel(message!.id);
  expect(await device.waiting.items()).toEqual([]);
});
