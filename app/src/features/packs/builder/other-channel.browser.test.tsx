import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BundleSummary } from '#services.ts';
import { addText, button, openBuilder, section, sectionTitles, topSave } from '#testing/builder-page.ts';
import { sampleBundles, sampleUser } from '#testing/sample-content.ts';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';

beforeEach(() => notifications.clean());

const counter = sampleBundles[0] as BundleSummary;

/** A device with two channels, of which the retail one is active; the transit one has a single bundle. */
function twoChannels(options: Parameters<typeof samplePackServices>[0] = {}) {
  const world = samplePackServices(options);
  const transit = [{ ...counter, id: 'gate', title: 'Gate reader' }];
  const { inChannel } = world.services.bundles;
  world.services.bundles.inChannel = async (id, types) => (id === 'transit' ? transit : inChannel(id, types));
  return world;
}

const offered = (title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}.*add as a section$`) });
const restored = page.getByText(/^Your unsaved changes from last time are back/);

test('[PBUILD-03, PBUILD-07] a pack of another channel than the active one is built from the bundles of its own', async () => {
  const pack = samplePack({
    id: 'ofTransit',
    channel: { type: 'salestool--channel', id: 'transit' },
    pack_data: JSON.stringify({ version: 2, elements: [] }),
  });
  await openBuilder('ofTransit', twoChannels({ packs: [pack] }));
  await expect.element(offered('Gate reader')).toBeVisible();
  await expect.element(offered(counter.title ?? '')).not.toBeInTheDocument();
  await button('New documents section').click();
  await button('Add to Enter title').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: /^Gate reader/ })).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: new RegExp(`^${counter.title}`) }))
    .not.toBeInTheDocument();
});

test('[PBUILD-03] a rep who goes to another channel while a pack is open is offered what they were before', async () => {
  const world = twoChannels();
  await openBuilder('-', world);
  await expect.element(offered(counter.title ?? '')).toBeVisible();
  await addText('Opening');
  await world.services.session.selectChannel('transit');
  await expect.element(offered('Gate reader')).not.toBeInTheDocument();
  await expect.element(offered(counter.title ?? '')).toBeVisible();
});

test('a new pack that was begun in one channel waits there, and is none of the next channel', async () => {
  const world = twoChannels();
  const first = await openBuilder('-', world);
  await addText('Opening');
  await expect.poll(() => world.drafts.size).toBe(1);
  await first.screen.unmount();

  await world.services.session.selectChannel('transit');
  const second = await openBuilder('-', world);
  await expect.element(section('Opening')).not.toBeInTheDocument();
  await expect.element(restored).not.toBeInTheDocument();
  await addText('Gates');
  await topSave().click();
  await expect.poll(() => world.saved.map(({ channel }) => channel?.id)).toEqual(['transit']);
  await second.screen.unmount();

  await world.services.session.selectChannel('retail');
  await openBuilder('-', world);
  await expect.element(restored).toBeVisible();
  await expect.poll(sectionTitles).toEqual(['Opening']);
  await topSave().click();
  await expect.poll(() => world.saved.map(({ channel }) => channel?.id)).toEqual(['transit', 'retail']);
});

test('[PBUILD-08, PEDIT-14] a colour that the editor left half typed is asked for before the pack is saved', async () => {
  const pack = samplePack({ id: 'half', pack_data: JSON.stringify({ version: 2, elements: [] }) });
  const draft = { id: 'half', title: 'Half', notes: '', color: '#12', contents: pack.pack_data };
  const world = twoChannels({ packs: [pack], drafts: { [`pack.${sampleUser.uuid}.half`]: draft } });
  await openBuilder('half', world);
  await expect.element(restored).toBeVisible();
  await topSave().click();
  const dialog = page.getByRole('dialog', { name: 'Pack settings' });
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  expect(world.saved).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Color' }).fill('#1f6683');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await topSave().click();
  await expect.poll(() => world.saved.map(({ color }) => color)).toEqual(['#1f6683']);
});
