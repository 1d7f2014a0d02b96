import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ContentBundle } from '#services.ts';
import {
  addText,
  button,
  filesOf,
  openBuilder,
  section,
  showBuilder,
  topSave,
} from '#testing/builder-page.ts';
import { sampleBundles, sampleMedias, sampleUser } from '#testing/sample-content.ts';
import { contents, documents, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, motionEnds, phone, tablet } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const palette = () => page.getByRole('complementary', { name: 'Things to add' });
const wholeBundle = (within: typeof page | ReturnType<typeof palette>, title: string) =>
  within.getByRole('button', { name: new RegExp(`^${title}.*add as a section$`) });

/** The price list lies in M1 Mobile alone. */
const channel: ContentBundle[] = sampleBundles.map(({ id, type, title, availability }) => ({
  id,
  type,
  title: title ?? '',
  availability,
  medias: sampleMedias
    .filter((media) => (media.id === 'prices') === (id === 'm1'))
    .map(({ id, type, name }) => ({ id, type, name })),
}));

describe('search among what can be added', () => {
  test('[PBUILD-03] a file is found by its name, and its bundle stands open with it', async () => {
    await showBuilder('brightwater', { contents: channel });
    await palette().getByRole('searchbox').fill('price LIST');
    await expect.element(palette().getByRole('status')).toHaveTextContent('1 bundle found');
    await expect.element(wholeBundle(palette(), 'M1 Mobile')).toBeVisible();
    await expect.element(wholeBundle(palette(), 'T3 Counter')).not.toBeInTheDocument();
    const files = palette().getByRole('button', { name: /add to the pack$/ });
    await expect.poll(() => files.elements()).toHaveLength(1);
    await palette()
      .getByRole('button', { name: /^Price list, autumn 2026/ })
      .click();
    await expect.element(page.getByText('Price list, autumn 2026 is already in The counter')).toBeVisible();
    await button('Files of M1 Mobile').click();
    await expect.element(files).not.toBeInTheDocument();
  });

  test('what is called like nothing is said so only once the names of all files are known', async () => {
    const { services } = await showBuilder('brightwater');
    const read = Promise.withResolvers<void>();
    services.bundles.contents = async () => {
      await read.promise;
      return channel;
    };
    const nothing = palette().getByText("Nothing here is called 'xylophone'.");
    await palette().getByRole('searchbox').fill('xylophone');
    await expect.element(wholeBundle(palette(), 'T3 Counter')).not.toBeInTheDocument();
    await expect.element(nothing).not.toBeInTheDocument();
    read.resolve();
    await expect.element(nothing).toBeVisible();
  });

  test('the names of all files are read again only while somebody searches', async () => {
    const world = samplePackServices({ contents: channel });
    const { bundles, packs } = world.services;
    const [contentsRead, bundlesRead] = [vi.fn(bundles.contents), vi.fn(bundles.inChannel)];
    Object.assign(bundles, { contents: contentsRead, inChannel: bundlesRead });
    await openBuilder('brightwater', world);
    const search = palette().getByRole('searchbox');
    await search.fill('price list');
    await expect.element(wholeBundle(palette(), 'M1 Mobile')).toBeVisible();
    await search.fill('');
    await expect.element(wholeBundle(palette(), 'T3 Counter')).toBeVisible();
    const [names, before] = [contentsRead.mock.calls.length, bundlesRead.mock.calls.length];
    await packs.load('another');
    await expect.poll(() => bundlesRead.mock.calls.length).toBeGreaterThan(before);
    await motionEnds();
    expect(contentsRead.mock.calls.length).toBe(names);
  });

  test('[PBUILD-07] Add Content To Bundle is searched for bundles and files', async () => {
    await showBuilder('brightwater', { contents: channel });
    await button('Add to The counter').click();
    const dialog = page.getByRole('dialog', { name: 'Add Content To Bundle' });
    await dialog.getByRole('searchbox', { name: 'Search' }).fill('price list');
    await expect.element(dialog.getByRole('checkbox', { name: 'Price list, autumn 2026' })).toBeVisible();
    await expect.poll(() => dialog.getByRole('checkbox').elements()).toHaveLength(1);
    await dialog.getByRole('searchbox').fill('kiosk');
    await expect.element(dialog.getByRole('button', { name: /^Self-service kiosk/ })).toBeVisible();
    await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
    await dialog.getByRole('searchbox').fill('xylophone');
    await expect.element(dialog.getByText("Nothing here is called 'xylophone'.")).toBeVisible();
  });
});

describe('nothing to add', () => {
  const ofTransit = samplePack(
    { id: 'p', channel: { type: 'salestool--channel', id: 'transit' } },
    contents(),
  );
  const open = (user: typeof sampleUser) => {
    const world = samplePackServices({ packs: [ofTransit], session: { user } });
    const { inChannel } = world.services.bundles;
    world.services.bundles.inChannel = async (id, types) => (id === 'transit' ? [] : inChannel(id, types));
    // As the picker of channels lists it.
    world.services.channels.get = async (id) => ({ id, type: 'salestool--channel', _meta: { stub: true } });
    return openBuilder('p', world);
  };
  const elsewhere = () => palette().getByText(/The channel of this pack is not on this device/);

  test('[PBUILD-03] where the pack’s channel is not on this device that is said, with the way to it', async () => {
    const { at, services } = await open(sampleUser);
    await expect.element(elsewhere()).toBeVisible();
    await expect.element(palette().getByText('This channel has no documents yet.')).not.toBeInTheDocument();
    await palette().getByRole('button', { name: 'Open the channel' }).click();
    await expect.poll(at).toBe('/');
    expect(services.session.current().activeChannelId).toBe('transit');
  });

  test('who is asked about unsaved work and stays keeps the channel, wherever they go then', async () => {
    const { at, history, services } = await open(sampleUser);
    const active = () => services.session.current().activeChannelId;
    await addText('Opening');
    await palette().getByRole('button', { name: 'Open the channel' }).click();
    await button('Stay').click();
    expect([at(), active()]).toEqual(['/packs/p/build', 'retail']);
    history.push('/');
    await button('Leave').click();
    await expect.poll(at).toBe('/');
    expect(active()).toBe('retail');
    history.push('/packs/p/build');
    await palette().getByRole('button', { name: 'Open the channel' }).click();
    await button('Leave').click();
    await expect.poll(active).toBe('transit');
    expect(at()).toBe('/');
  });

  test('a channel that is chosen and could not be noted is gone to all the same', async () => {
    const { at, services } = await open(sampleUser);
    const { selectChannel } = services.session;
    const noted = Promise.withResolvers<void>();
    services.session.selectChannel = async (id) => {
      await selectChannel(id);
      noted.resolve();
      throw new Error('The database does not open');
    };
    await palette().getByRole('button', { name: 'Open the channel' }).click();
    await noted.promise;
    await expect.poll(at).toBe('/');
  });

  test('who may not see the channel is led nowhere', async () => {
    await open({ ...sampleUser, channels: ['retail'] });
    await expect.element(elsewhere()).toBeVisible();
    await expect.element(palette().getByRole('button', { name: 'Open the channel' })).not.toBeInTheDocument();
  });
});

describe('a section that is made of one file', () => {
  test('[PBUILD-12] has its title asked for, as others have', async () => {
    const { saved } = await showBuilder('-');
    await button('Files of M1 Mobile').click();
    await button('Old leaflet Text add to the pack').click();
    await expect.element(page.getByRole('textbox', { name: 'Title of the section' })).toHaveFocus();
    await userEvent.keyboard('For the counter{Enter}');
    await expect.poll(() => filesOf('For the counter')).toEqual(['Old leaflet']);
    await topSave().click();
    await expect.poll(() => saved[0]?.pack_data).toContain('"title":"For the counter"');
  });

  test('on a phone the palette makes way for its title', async () => {
    await phone();
    await showBuilder('-');
    await button('Add content').click();
    const drawer = page.getByRole('dialog', { name: 'Things to add' });
    await drawer.getByRole('button', { name: 'Files of M1 Mobile' }).click();
    await drawer.getByRole('button', { name: /^Old leaflet/ }).click();
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Title of the section' })).toHaveFocus();
    await tablet();
  });

  test('[PBUILD-12] while it is called Enter title, the view says what prospects will read', async () => {
    const pack = samplePack({ id: 'p' }, contents(documents('a', 'Enter title', ['guide'])));
    const world = samplePackServices({ packs: [pack] });
    const { history } = await openBuilder('p', world);
    history.push('/packs/p/view');
    const said = page.getByText("1 section is still called 'Enter title', as prospects will read.");
    await expect.element(said).toBeVisible();
    history.push('/packs/p/send');
    await expect.element(said).toBeVisible();
  });

  test('a title that is hidden is read by nobody', async () => {
    const hidden = {
      ...documents('a', 'Enter title', ['guide']),
      showTitle: false,
      options: { hideTitle: true },
    };
    const world = samplePackServices({ packs: [samplePack({ id: 'p' }, contents(hidden))] });
    const { history } = await openBuilder('p', world);
    history.push('/packs/p/view');
    await expect.element(page.getByRole('region', { name: /^The page of/ })).toBeVisible();
    await expect.element(page.getByText(/is still called/)).not.toBeInTheDocument();
  });
});

test('[PBUILD-19] a section without a title is named by what it waits for', async () => {
  await showBuilder('brightwater');
  await button('The counter').click();
  await page.getByRole('textbox', { name: 'Title of the section' }).fill(' ');
  await userEvent.keyboard('{Enter}');
  await expect.element(section('Title of the section')).toBeVisible();
  await expect.element(button('Add to Title of the section')).toBeVisible();
  await expect
    .element(section('Title of the section').getByRole('heading', { level: 2 }))
    .toHaveTextContent('Title of the section');
  await button('Add to Title of the section').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^M1 Mobile/ }).click();
  await dialog.getByRole('checkbox', { name: 'Price list, autumn 2026' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect
    .element(page.getByText('Price list, autumn 2026 is already in Title of the section', { exact: true }))
    .toBeVisible();
});
