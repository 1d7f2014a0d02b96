import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { packPage, showPack, title } from '#testing/pack-view-page.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { contents, documents, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { showWorld } from '#testing/show-app.tsx';

test('[LOG-06, CHAN-04, PVIEW-09] a pack of all channels is looked at in the channel that is chosen, and so are its files', async () => {
  const { events } = await showPack('range');
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
  const { events, services, history } = await showPack('brightwater');
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

test('[PVIEW-08, PVIEW-09] one pack-viewed event per visit, and a resource view with pack and media for an opened file', async () => {
  const { events } = await showPack('brightwater');
  const root = await packPage();
  const open = root.querySelector<HTMLAnchorElement>('a[data-media-id="case"]')!;
  expect(open.href).toBe('https://host.example/files/case/case.pdf');
  open.addEventListener('click', (event) => event.preventDefault());
  open.click();
  const pack = { packId: 'brightwater', channelId: 'retail', ownerId: sampleUser.uuid };
  expect(events.filter(({ eventTypeId }) => eventTypeId === 11)).toEqual([
    { eventTypeId: 11, description: 'Pack viewed: Brightwater Cafés', ...pack },
  ]);
  expect(events.filter(({ eventTypeId }) => eventTypeId === 31)).toEqual([
    { eventTypeId: 31, description: 'Resource viewed: Brightwater case study', mediaId: 'case', ...pack },
  ]);
});

test('[PVIEW-08, PVIEW-09] a file that the middle button opens is noted, and a menu at one is not', async () => {
  const { events } = await showPack('brightwater');
  const open = (await packPage()).querySelector<HTMLAnchorElement>('a[data-media-id="case"]')!;
  const press = (button: number) =>
    open.dispatchEvent(new MouseEvent('auxclick', { button, bubbles: true, composed: true }));
  press(2);
  press(1);
  const opened = events.filter(({ eventTypeId }) => eventTypeId === 31);
  expect(opened).toMatchObject([{ mediaId: 'case', packId: 'brightwater' }]);
});

test('[PVIEW-08] a hosted video opens its link in a window of its own', async () => {
  const url = 'https://www.youtube-nocookie.com/embed/Vld3nT3rm27';
  const videoLink = 'https://youtu.be/Vld3nT3rm27';
  const world = samplePackServices({
    packs: [samplePack({ id: 'film', title: 'Film' }, contents(documents('d', 'Films', ['showroom'])))],
  });
  const { medias } = world.services.packs;
  world.services.packs.medias = async (pack, options) =>
    new Map([...(await medias(pack, options))].map(([id, media]) => [id, { ...media, url, videoLink }]));
  const { events } = await showWorld('/packs/film/view', world);
  const open = (await packPage('Film')).querySelector<HTMLAnchorElement>('a[data-media-id="showroom"]')!;
  expect([open.href, open.target, open.rel]).toEqual([videoLink, '_blank', 'noopener noreferrer']);
  open.addEventListener('click', (event) => event.preventDefault());
  open.click();
  expect(events.at(-1)).toMatchObject({ eventTypeId: 31, mediaId: 'showroom', packId: 'film' });
});
