import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  button,
  filesOf,
  fromMenu,
  openBuilder,
  section,
  sectionsOf,
  showBuilder,
  topSave,
} from '#testing/builder-page.ts';
import { sampleBundles } from '#testing/sample-content.ts';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';

beforeEach(() => notifications.clean());

describe('files', () => {
  test('[PBUILD-17] after a file was renamed by keys, or was not after all, the focus is where it was', async () => {
    await showBuilder('brightwater');
    const pencil = (name: string) => button(`Rename ${name}`);
    const focused = () => document.activeElement?.getAttribute('aria-label');
    await expect.element(pencil('Price list, autumn 2026')).toBeInTheDocument();
    (pencil('Price list, autumn 2026').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(focused).toBe('Name in this pack');
    await userEvent.keyboard('{Control>}a{/Control}Prices{Enter}');
    await expect.poll(focused).toBe('Rename Prices');
    await userEvent.keyboard('{Enter}');
    await expect.poll(focused).toBe('Name in this pack');
    await userEvent.keyboard('x{Escape}');
    await expect.poll(focused).toBe('Rename Prices');
    expect(filesOf('The counter')).toContain('Prices');
  });

  test('[PBUILD-17] a new name is saved by a tap on Save that leaves its field open, as those of tablets do', async () => {
    const { saved } = await showBuilder('brightwater');
    await expect.element(button('Rename Price list, autumn 2026')).toBeInTheDocument();
    (button('Rename Price list, autumn 2026').element() as HTMLElement).click();
    const field = page.getByRole('textbox', { name: 'Name in this pack' });
    await field.fill('Prices ');
    (topSave().element() as HTMLElement).click();
    await expect.poll(() => saved[0]?.pack_data).toContain('"name":"Prices"');
    await expect.element(field).toHaveFocus();
    await field.fill('');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).not.toBeInTheDocument();
    expect(filesOf('The counter')).toContain('Price list, autumn 2026');
  });

  test('[PBUILD-07] Add Content To Bundle opens bundles to their files, and takes some or a whole bundle', async () => {
    await showBuilder('brightwater');
    await button('Add to The counter').click();
    const dialog = page.getByRole('dialog', { name: 'Add Content To Bundle' });
    await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: /^M1 Mobile/ }).click();
    await dialog.getByRole('checkbox', { name: 'Old leaflet' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => filesOf('The counter')).toHaveLength(5);
    await button('Add to The counter').click();
    await dialog.getByRole('button', { name: /^M1 Mobile/ }).click();
    await expect.element(dialog.getByText('Add Whole Bundle')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add Whole Bundle: M1 Mobile' }).click();
    await expect.poll(() => filesOf('The counter')).toHaveLength(12);
  });

  test('[PBUILD-22] Add Content To Bundle leaves out bundles for internal use', async () => {
    await showBuilder('brightwater');
    await button('Add to The counter').click();
    const dialog = page.getByRole('dialog', { name: 'Add Content To Bundle' });
    await expect.element(dialog.getByRole('button', { name: /^M1 Mobile/ })).toBeVisible();
    const internal = sampleBundles.filter(({ availability }) => availability === 'internal');
    expect(internal.map(({ type }) => type)).toContain('salestool--document_bundle');
    for (const { title } of internal)
      await expect.element(dialog.getByText(String(title), { exact: true })).not.toBeInTheDocument();
  });

  test('[PBUILD-07] by keyboard it begins before the bundles, and not at Cancel', async () => {
    const { services } = await showBuilder('brightwater');
    const read = Promise.withResolvers<void>();
    const { inChannel } = services.bundles;
    services.bundles.inChannel = async (...given) => {
      await read.promise;
      return inChannel(...given);
    };
    await button('Add to The counter').click();
    const dialog = page.getByRole('dialog', { name: 'Add Content To Bundle' });
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect.poll(() => document.activeElement?.closest('[role="dialog"]')).toBeTruthy();
    read.resolve();
    await expect.element(dialog.getByRole('button', { name: /^M1 Mobile/ })).toBeVisible();
    await userEvent.keyboard('{Enter}{Tab}');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
  });

  test('[PBUILD-07] Cancel adds nothing of what was ticked', async () => {
    const { saved } = await showBuilder('brightwater');
    await button('Add to The counter').click();
    const dialog = page.getByRole('dialog', { name: 'Add Content To Bundle' });
    await dialog.getByRole('button', { name: /^M1 Mobile/ }).click();
    await dialog.getByRole('checkbox', { name: 'Old leaflet' }).click();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => filesOf('The counter')).toHaveLength(4);
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  test('[PBUILD-07] what was ticked before comes along with a whole bundle', async () => {
    const world = samplePackServices();
    const { medias } = world.services.bundles;
    world.services.bundles.medias = async (id) =>
      (await medias(id)).filter((media) => (id === 'm1' ? media.id === 'old' : media.id === 'deck'));
    await openBuilder('brightwater', world);
    await button('Add to The counter').click();
    const dialog = page.getByRole('dialog', { name: 'Add Content To Bundle' });
    await dialog.getByRole('button', { name: /^M1 Mobile/ }).click();
    await dialog.getByRole('checkbox', { name: 'Old leaflet' }).click();
    await dialog.getByRole('button', { name: /^T3 Counter/ }).click();
    await dialog.getByRole('button', { name: 'Add Whole Bundle: T3 Counter' }).click();
    await expect.poll(() => filesOf('The counter').slice(4)).toEqual(['Old leaflet', 'Pitch deck for cafés']);
  });

  test('[PBUILD-16] a file says what kind it is before the pack was ever saved', async () => {
    await showBuilder('-');
    await button('Files of M1 Mobile').click();
    await page.getByRole('button', { name: /^Price list, autumn 2026/ }).click();
    await expect.element(section('Enter title').getByText('Excel', { exact: true })).toBeVisible();
  });

  test('[PBUILD-19] a file that is there already is refused with the exact warning', async () => {
    await showBuilder('brightwater');
    await button('Add to The counter').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^M1 Mobile/ })
      .click();
    await page.getByRole('checkbox', { name: 'Price list, autumn 2026' }).click();
    await button('Add').click();
    await expect
      .element(page.getByText('Price list, autumn 2026 is already in The counter', { exact: true }))
      .toBeVisible();
    expect(filesOf('The counter')).toHaveLength(4);
  });

  test('[PBUILD-16] a tile shows picture or sign, and its two buttons on hover and focus', async () => {
    const media = {
      id: 'gone',
      type: 'media--video',
      mediaType: 'Video',
      name: 'Film',
      url: null,
      thumbnail: null,
    };
    const child = { id: 'c', type: 'media', title: 'Film', data: { media } };
    const guide = { ...media, id: 'guide', type: 'media--document', name: 'Guide' };
    const pictured = { id: 'g', type: 'media', title: 'Guide', data: { media: guide } };
    const elements = [{ id: 's', type: 'medias', title: 'Films', data: { medias: [child, pictured] } }];
    const pack = samplePack({ id: 'p', pack_data: JSON.stringify({ version: 2, elements }) });
    await showBuilder('p', { packs: [pack] });
    await expect.element(button('Film')).toBeVisible();
    expect(button('Film').element().querySelector('[data-sign="media--video"]')).toBeTruthy();
    expect(button('Film').element().querySelector('img')).toBeNull();
    // This one is on the device, with its picture.
    await expect.poll(() => button('Guide').element().querySelector('img')?.src).toMatch(/^data:image/);
    expect(button('Guide').element().querySelector('[data-sign]')).toBeNull();
    const shown = () =>
      ['Rename Film', 'Remove Film'].filter((name) => {
        const { color, backgroundColor } = getComputedStyle(button(name).element());
        return [color, backgroundColor].every((each) => each !== 'rgba(0, 0, 0, 0)');
      });
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(shown).toEqual([]);
    await button('Film').hover();
    await expect.poll(shown).toEqual(['Rename Film', 'Remove Film']);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(shown).toEqual([]);
    (button('Film').element() as HTMLElement).focus();
    await expect.poll(shown).toEqual(['Rename Film', 'Remove Film']);
  });

  test('[PBUILD-17] renaming changes the name in the pack only, deleting takes the file out', async () => {
    const { saved } = await showBuilder('brightwater');
    await button('Price list, autumn 2026').hover();
    await button('Rename Price list, autumn 2026').click();
    await page.getByRole('textbox', { name: 'Name in this pack' }).fill('Prices for Brightwater');
    await userEvent.keyboard('{Enter}');
    await button('Two-minute demo').hover();
    await button('Remove Two-minute demo').click();
    await expect
      .poll(() => filesOf('The counter'))
      .toEqual(['T3 Counter product guide', 'Prices for Brightwater', 'Brightwater case study']);
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    const [counter] = sectionsOf(saved[0]);
    expect(counter).toMatchObject({
      data: { medias: [{}, { data: { media: { id: 'prices', name: 'Prices for Brightwater' } } }, {}] },
    });
    expect(saved[0]?.medias?.map(({ id }) => id)).toEqual(['guide', 'prices', 'case']);
    // Elsewhere the file has its own name.
    await button('Files of M1 Mobile').click();
    await expect.element(page.getByRole('button', { name: /^Price list, autumn 2026/ })).toBeVisible();
  });

  test('files move by keyboard and keep the focus, and by their menu', async () => {
    await showBuilder('brightwater');
    const guide = button('T3 Counter product guide');
    await expect.element(guide).toBeVisible();
    (guide.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect
      .poll(() => filesOf('The counter').slice(0, 2))
      .toEqual(['Price list, autumn 2026', 'T3 Counter product guide']);
    await expect.element(guide).toHaveFocus();
    await fromMenu('T3 Counter product guide', 'Move left');
    await expect.poll(() => filesOf('The counter')[0]).toBe('T3 Counter product guide');
  });
});
