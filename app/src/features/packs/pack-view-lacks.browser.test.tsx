import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LoadOutcome, UnsendableItem } from '#services.ts';
import {
  contents,
  documents,
  mediaChild,
  type SamplePackOptions,
  samplePack,
  samplePackServices,
} from '#testing/sample-packs.ts';
import { showWorld } from '#testing/show-app.tsx';

const show = (options: SamplePackOptions) => showWorld('/packs/p/view', samplePackServices(options));
const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

const file = mediaChild('guide');
const gone = { ...file, id: 'b', data: { media: { ...file.data.media, id: 'gone', name: 'Old list' } } };
const section = documents('d', 'Documents', []);
const lacking = samplePack(
  { id: 'p' },
  contents({ ...section, data: { medias: [file, gone] } } as PackElement),
);
const failed: LoadOutcome = { ok: false, failure: 'No response' };
const offline = { icon: 'offline', online: false } as const;

describe('what is not on the device', () => {
  test.each([
    ['names a file that is not here', lacking],
    ['has no channel', { ...samplePack({ id: 'p' }, contents()), channel: null }],
  ])('[PVIEW-12] a pack that %s is fetched in full when it is viewed', async (_, pack) => {
    const { calls } = await show({ packs: [pack] });
    await expect.poll(() => calls).toContain('load pack p again');
  });

  test('[PVIEW-12] a pack that is all here is left alone while it is young', async () => {
    const { calls } = await show({ packs: [samplePack({ id: 'p' }, contents())] });
    await expect.poll(() => calls).toContain('load pack p');
    expect(calls).not.toContain('load pack p again');
  });

  /** What stands in place of the file that is not here. */
  const stands = () =>
    page
      .getByRole('region', { name: 'The page of Brightwater Cafés as the prospect sees it' })
      .element()
      .shadowRoot?.querySelector('.withdrawn .facts')?.textContent;

  test('[SYNC-06] is on its way while the pack is fetched, and withdrawn once the host has given all it has', async () => {
    const answer = Promise.withResolvers<LoadOutcome>();
    await show({ packs: [lacking], load: () => answer.promise });
    await expect.poll(stands).toBe('This is being loaded.');
    answer.resolve({ ok: true });
    await expect.poll(stands).toBe('This is no longer available.');
  });

  test.each([
    ['the host does not answer', { load: async () => failed }],
    ['there is no signal', { connection: offline, load: async () => ({ ok: true }) }],
  ] satisfies [string, SamplePackOptions][])(
    '[SYNC-06] is not called withdrawn when %s',
    async (_, options) => {
      await show({ packs: [lacking], ...options });
      await expect.poll(stands).toBe('This is not on this device.');
    },
  );

  test('[SYNC-06] what this device knows to be withdrawn is called so without a signal', async () => {
    const unsendable: UnsendableItem[] = [{ id: 'gone', name: 'Old list', because: 'withdrawn' }];
    await show({ packs: [lacking], unsendable, connection: offline });
    await expect.poll(stands).toBe('This is no longer available.');
  });
});

describe('what may be done with an own pack', () => {
  test('[PVIEW-10, PVIEW-11] one that the host knows can be archived, and not sent there or deleted', async () => {
    await show({ packs: [samplePack({ id: 'p' }, contents())] });
    await expect.element(button('Archive')).toBeVisible();
    await expect.element(button('Clone')).toBeVisible();
    for (const name of ['Send to server', 'Delete'])
      await expect.element(button(name)).not.toBeInTheDocument();
  });

  test('[PVIEW-10, PVIEW-11] with packNoEdit it can be sent alone', async () => {
    const configuration = { flags: { packNoEdit: true } };
    await show({ packs: [samplePack({ id: 'p' }, contents())], configuration });
    await expect.element(link('Send')).toBeVisible();
    for (const name of ['Clone', 'Archive', 'Delete', 'Send to server'])
      await expect.element(button(name)).not.toBeInTheDocument();
    for (const name of ['Edit & save', 'Edit & send'])
      await expect.element(link(name)).not.toBeInTheDocument();
  });
});
