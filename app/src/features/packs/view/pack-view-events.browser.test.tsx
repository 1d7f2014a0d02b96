import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { showWorld } from '#testing/show-app.tsx';

const show = (id: string) => showWorld(`/packs/${id}/view`, samplePackServices());
const title = (name: string) => page.getByRole('heading', { level: 1, name });

test('[LOG-06, CHAN-04, PVIEW-09] a pack of all channels is looked at in the channel that is chosen, and so are its files', async () => {
  const { events } = await show('range');
  const frame = page.getByRole('region', { name: 'The page of Velden range 2027 as the prospect sees it' });
  const file = () =>
    frame.element().shadowRoot?.querySelector<HTMLAnchorElement>('a[data-media-id="case"]') ?? null;
  await expect.element(frame).toBeVisible();
  await expect.poll(file).toBeTruthy();
  file()?.addEventListener('click', (event) => event.preventDefault());
  file()?.click();
  expect(events.filter(({ packId }) => packId === 'range')).toMatchObject([
    { eventTypeId: 11, channelId: 'retail' },
    { eventTypeId: 31, channelId: 'retail', mediaId: 'case' },
  ]);
});

test('[PVIEW-09] a pack that changes while it is looked at is viewed once, and after leaving and coming back twice', async () => {
  const { events, services, history } = await show('brightwater');
  const viewed = () => events.filter(({ eventTypeId }) => eventTypeId === 11);
  await expect.element(title('Brightwater Cafés')).toBeVisible();
  const changed = samplePack({
    id: 'brightwater',
    title: 'Brightwater Hotels',
    pack_type: 'global',
    channel: null,
  });
  await services.packs.save(changed);
  await expect.element(title('Brightwater Hotels')).toBeVisible();
  expect(viewed()).toHaveLength(1);
  history.push('/packs');
  await expect.element(title('Packs')).toBeVisible();
  history.push('/packs/brightwater/view');
  await expect.element(title('Brightwater Hotels')).toBeVisible();
  await expect.poll(() => viewed().map(({ packId }) => packId)).toEqual(['brightwater', 'brightwater']);
});
