import { notifications } from '@mantine/notifications';
import { readPackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PackRecord } from '#storage/records.ts';
import { type SamplePackOptions, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { expectNoAxeViolations, phone, setColorScheme, showWorld, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

const open = (id: string, world: ReturnType<typeof samplePackServices>) =>
  showWorld(`/packs/${id}/build`, world);
const show = (id: string, options: SamplePackOptions = {}) => open(id, samplePackServices(options));
const button = (name: string) => page.getByRole('button', { name, exact: true });
const section = (name: string) => page.getByRole('region', { name, exact: true });
const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true });
const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const undo = () => page.getByRole('status').getByRole('button', { name: 'Undo' });
const topSave = () => button('Save').first();
const sectionTitles = () =>
  [...document.querySelectorAll('[data-section]')].map((element) => element.getAttribute('aria-label'));
const filesOf = (name: string) =>
  [...section(name).element().querySelectorAll('[data-tile]')].map((tile) => tile.getAttribute('aria-label'));

async function fromMenu(name: string, entry: string) {
  await button(`Menu of ${name}`).click();
  await menuItem(entry).click();
}
function contentsOf(pack: PackRecord | undefined) {
  const read = readPackData(pack?.pack_data);
  if (!read.ok) throw new Error('The saved pack cannot be read');
  return read.pack.elements;
}

describe('who may build', () => {
  test('[PBUILD-01, PERM-05] somebody without the edit right is sent to /access-denied', async () => {
    const shared = await show('range');
    await expect.poll(shared.at).toBe('/access-denied');
    await shared.screen.unmount();
    const refused = await show('brightwater', { configuration: { flags: { packNoEdit: true } } });
    await expect.poll(refused.at).toBe('/access-denied');
  });

  test('[PERM-07] without packBuilder2Enabled there is no such page', async () => {
    await show('brightwater', { configuration: { flags: { packBuilder2Enabled: false } } });
    await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
  });

  test('[PERM-03] without a signed-in user no pack is made', async () => {
    const { at } = await show('-', { session: { user: null } });
    await expect.poll(at).toBe('/access-denied');
  });
});

describe('palette', () => {
  const palette = () => page.getByRole('complementary', { name: 'Things to add' });

  test('on a phone it slides over, and goes when a section waits for its title', async () => {
    await phone();
    await show('brightwater');
    await button('Add content').click();
    const drawer = page.getByRole('dialog', { name: 'Things to add' });
    await drawer.getByRole('button', { name: 'Text', exact: true }).click();
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Title of the section' })).toHaveFocus();
    await tablet();
  });

  test('[PBUILD-03, PBUILD-22] Back, search, Text, and Documents with the channel’s bundles but the internal ones', async () => {
    await show('brightwater');
    await expect
      .element(palette().getByRole('link', { name: 'Back' }))
      .toHaveAttribute('href', '/packs/brightwater/view');
    await expect.element(palette().getByRole('searchbox', { name: 'Search' })).toBeVisible();
    await expect.element(palette().getByRole('button', { name: 'Text', exact: true })).toBeVisible();
    await expect.element(palette().getByRole('heading', { name: /Documents/ })).toBeVisible();
    await expect.element(palette().getByRole('button', { name: 'New documents section' })).toBeVisible();
    await expect.element(palette().getByText('T3 Counter')).toBeVisible();
    await expect.element(palette().getByText('Pricing and contracts')).not.toBeInTheDocument();
    await palette().getByRole('searchbox').fill('M1 mob');
    await expect.element(palette().getByText('T3 Counter')).not.toBeInTheDocument();
    await expect.element(palette().getByText('M1 Mobile')).toBeVisible();
  });

  test('a bundle becomes a section with all its files, and a single file joins the last section', async () => {
    await show('brightwater');
    await button('M1 Mobile 18 files add as a section').click();
    await expect.element(section('M1 Mobile')).toBeVisible();
    expect(filesOf('M1 Mobile')).toHaveLength(12);
    await undo().click();
    await expect.element(section('M1 Mobile')).not.toBeInTheDocument();
    await button('Files of M1 Mobile').click();
    await button('Old leaflet Text add to the pack').click();
    await expect.poll(() => filesOf('The counter')).toContain('Old leaflet');
  });

  test('[PBUILD-12] Text and New documents section make sections titled Enter title', async () => {
    await show('-');
    await button('Text').click();
    await expect.element(section('Enter title')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Title of the section' })).toHaveFocus();
    await userEvent.keyboard('A word first{Enter}');
    await expect.element(section('A word first')).toBeVisible();
    await button('New documents section').click();
    await expect.poll(sectionTitles).toEqual(['A word first', 'Enter title']);
  });
});

describe('pack', () => {
  test('[PBUILD-04, LOG-07] the name is edited in place, Save stays and is logged once', async () => {
    const { saved, events, at } = await show('brightwater');
    await expect.element(title('Brightwater Cafés')).toBeVisible();
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
    await button('Rename the pack').click();
    await page.getByRole('textbox', { name: 'Pack name' }).fill('Brightwater, spring');
    await userEvent.keyboard('{Enter}');
    await expect.element(title('Brightwater, spring')).toBeVisible();
    await expect.element(page.getByText('Unsaved changes')).toBeVisible();
    await topSave().dblClick();
    await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
    expect(saved.map((pack) => [pack.id, pack.title])).toEqual([['brightwater', 'Brightwater, spring']]);
    expect(events.filter(({ eventTypeId }) => eventTypeId === 10)).toEqual([
      {
        eventTypeId: 10,
        description: 'Pack saved: Brightwater, spring',
        channelId: 'retail',
        packId: 'brightwater',
      },
    ]);
    expect(at()).toBe('/packs/brightwater/build');
  });

  test('[PBUILD-20] a pack without a name is not saved', async () => {
    const { saved } = await show('brightwater');
    await button('Rename the pack').click();
    await page.getByRole('textbox', { name: 'Pack name' }).fill('');
    await expect.element(page.getByText('Pack name is required')).toBeVisible();
    await expect.element(topSave()).toBeDisabled();
    expect(saved).toEqual([]);
  });

  test('[PBUILD-04] Cancel reloads the pack as it was saved', async () => {
    await show('brightwater');
    await fromMenu('The counter', 'Remove');
    await expect.element(section('The counter')).not.toBeInTheDocument();
    await button('Cancel').click();
    await button('Reload').click();
    await expect.element(section('The counter')).toBeVisible();
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
  });

  test('[PBUILD-08, PBUILD-09, CONST-14] the settings dialog is at most 620 px wide and edits name, notes and colour', async () => {
    const { saved } = await show('brightwater');
    await button('Pack settings').click();
    const dialog = page.getByRole('dialog', { name: 'Pack settings' });
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().getBoundingClientRect().width).toBeLessThanOrEqual(620);
    await dialog.getByRole('textbox', { name: 'Pack name' }).fill('Offer');
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('Bring a demo unit');
    await dialog.getByRole('textbox', { name: 'Color' }).fill('#12');
    await expect.element(dialog.getByText('Color should be a hex colour')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'OK' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Color' }).fill('#112233');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({
      title: 'Offer',
      notes: 'Bring a demo unit',
      color: '#112233',
      pack_type: 'private',
    });
  });

  test('a new pack is made once, however often it is saved and reloaded before', async () => {
    const world = samplePackServices();
    const first = await open('-', world);
    await button('Text').click();
    await userEvent.keyboard('Hello{Enter}');
    await first.screen.unmount();

    const again = await open('-', world);
    await expect.element(section('Hello')).toBeVisible();
    await expect.element(page.getByText(/Your unsaved changes from last time are back/)).toBeVisible();
    await topSave().click();
    await expect.poll(again.at).toMatch(/^\/packs\/[0-9a-f-]{36}\/build$/);
    await expect.element(title('New pack')).toBeVisible();
    await fromMenu('Hello', 'Hide title');
    await topSave().click();
    await expect.poll(() => world.saved).toHaveLength(2);
    expect(world.saved[0]?.id).toBe(world.saved[1]?.id);
    await again.screen.unmount();

    await open('-', world);
    await expect.element(title('New pack')).toBeVisible();
    expect(sectionTitles()).toEqual([]);
  });

  test('leaving with unsaved work warns, and staying keeps everything', async () => {
    const { at } = await show('brightwater');
    await fromMenu('The counter', 'Remove');
    await page.getByRole('link', { name: 'Back' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
    await button('Stay').click();
    expect(at()).toBe('/packs/brightwater/build');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Back' }).click();
    await button('Leave').click();
    await expect.poll(at).toBe('/packs/brightwater/view');
  });

  test('a save that fails says why and keeps the work', async () => {
    await show('brightwater', { outcome: new Error('You are not logged in') });
    await fromMenu('The counter', 'Remove');
    await topSave().click();
    await expect.element(page.getByText('Error saving pack: You are not logged in')).toBeVisible();
    await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  });
});

describe('sections', () => {
  test('[PBUILD-05] Add new section asks for Content or Text', async () => {
    await show('-');
    await button('Add new section').click();
    const dialog = page.getByRole('dialog', { name: 'Add new section' });
    await expect.element(dialog.getByRole('button', { name: /^Content/ })).toBeVisible();
    await dialog.getByRole('button', { name: /^Text/ }).click();
    await expect.element(page.getByRole('toolbar', { name: 'Text format' })).toBeVisible();
    await button('Add new section').click();
    await dialog.getByRole('button', { name: /^Content/ }).click();
    await expect.element(button('Add to Enter title')).toBeVisible();
  });

  test('[PBUILD-11] the menu hides and shows the title, and removes with a way back', async () => {
    const { saved } = await show('brightwater');
    await fromMenu('The counter', 'Hide title');
    await expect.element(section('The counter').getByText('title hidden')).toBeVisible();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(contentsOf(saved[0])[0]).toMatchObject({ showTitle: false, options: { hideTitle: true } });
    await fromMenu('The counter', 'Show title');
    await expect.element(section('The counter').getByText('title hidden')).not.toBeInTheDocument();
    await fromMenu('The counter', 'Remove');
    expect(sectionTitles()).toEqual(['A word before we meet']);
    await undo().click();
    await expect.poll(sectionTitles).toEqual(['The counter', 'A word before we meet']);
  });

  test('sections move up and down by their menu', async () => {
    await show('brightwater');
    await fromMenu('The counter', 'Move down');
    await expect.poll(sectionTitles).toEqual(['A word before we meet', 'The counter']);
    await fromMenu('The counter', 'Move up');
    await expect.poll(sectionTitles).toEqual(['The counter', 'A word before we meet']);
  });

  test('Organise Layout reorders by buttons and arrow keys; Cancel changes nothing, OK does', async () => {
    await show('brightwater');
    await button('Organise Layout').click();
    const handle = button('Move The counter');
    await expect.element(handle).toBeVisible();
    (handle.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByText('The counter is now 2 of 2')).toBeVisible();
    await expect.element(handle).toHaveFocus();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(sectionTitles).toEqual(['The counter', 'A word before we meet']);
    await button('Organise Layout').click();
    await button('Move down: The counter').click();
    await button('OK').click();
    await expect.poll(sectionTitles).toEqual(['A word before we meet', 'The counter']);
  });

  test('[PBUILD-18] an unknown section says so, can be removed, and is otherwise saved as it came', async () => {
    const poll = { id: 'x', type: 'poll', data: { question: 'Why?' } };
    const pack = samplePack({ id: 'p', pack_data: JSON.stringify({ version: 2, elements: [poll] }) });
    const { saved } = await show('p', { packs: [pack] });
    await expect.element(page.getByRole('heading', { name: 'Unknown section type' })).toBeVisible();
    await expect
      .element(page.getByText("The section type 'poll' is unknown and can not be shown"))
      .toBeVisible();
    await button('Text').click();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(JSON.parse(saved[0]?.pack_data ?? '').elements[0]).toEqual(poll);
    await fromMenu('Unknown section type', 'Remove');
    await expect.poll(sectionTitles).toEqual(['Enter title']);
  });

  test('contents that cannot be read are told and stay as they are', async () => {
    const { saved } = await show('p', { packs: [samplePack({ id: 'p', pack_data: '{"version":2' })] });
    await expect.element(page.getByText(/could not be read/)).toBeVisible();
    await button('Rename the pack').click();
    await page.getByRole('textbox', { name: 'Pack name' }).fill('Renamed');
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(saved[0]?.pack_data).toBe('{"version":2');
  });
});

describe('files', () => {
  test('[PBUILD-07] Add Content To Bundle opens bundles to their files, and takes some or a whole bundle', async () => {
    await show('brightwater');
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

  test('[PBUILD-19] a file that is there already is refused with the exact warning', async () => {
    await show('brightwater');
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
    const elements = [{ id: 's', type: 'medias', title: 'Films', data: { medias: [child] } }];
    const pack = samplePack({ id: 'p', pack_data: JSON.stringify({ version: 2, elements }) });
    await show('p', { packs: [pack] });
    await expect.element(button('Film')).toBeVisible();
    expect(button('Film').element().querySelector('[data-sign="media--video"]')).toBeTruthy();
    const tools = () => getComputedStyle(button('Rename Film').element().parentElement!);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(() => tools().opacity).toBe('0');
    await button('Film').hover();
    await expect.poll(() => tools().opacity).toBe('1');
    await page.getByRole('heading', { level: 1 }).hover();
    (button('Film').element() as HTMLElement).focus();
    await expect.poll(() => tools().opacity).toBe('1');
  });

  test('[PBUILD-17] renaming changes the name in the pack only, deleting takes the file out', async () => {
    const { saved } = await show('brightwater');
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
    const [counter] = contentsOf(saved[0]);
    expect(counter).toMatchObject({
      data: { medias: [{}, { data: { media: { id: 'prices', name: 'Prices for Brightwater' } } }, {}] },
    });
    expect(saved[0]?.medias?.map(({ id }) => id)).toEqual(['guide', 'prices', 'case']);
  });

  test('files move by keyboard and keep the focus, and by their menu', async () => {
    await show('brightwater');
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

describe('text', () => {
  const editor = () => page.getByRole('textbox', { name: 'A word before we meet' });

  test('[PBUILD-13] the toolbar has every format', async () => {
    await show('brightwater');
    const toolbar = page.getByRole('toolbar', { name: 'Text format' });
    for (const name of [
      'Format: Paragraph',
      'Alignment: Align left',
      'Bold',
      'Italic',
      'Strike through',
      'Underline',
      'Insert token',
      'Horizontal line',
      'Insert link',
      'Remove format',
      'Bullet list',
      'Numbered list',
      'Outdent',
      'Indent',
      'Undo',
      'Redo',
    ]) {
      await expect.element(toolbar.getByRole('button', { name, exact: true })).toBeVisible();
    }
    await toolbar.getByRole('button', { name: 'Format: Paragraph' }).click();
    for (const name of ['Paragraph', 'Heading 3', 'Heading 4'])
      await expect.element(menuItem(name)).toBeVisible();
  });

  test('[PBUILD-13] formats are stored as the sanitiser keeps them', async () => {
    const { saved } = await show('-');
    await button('Text').click();
    await userEvent.keyboard('Words{Enter}');
    await page.getByRole('textbox', { name: 'Words' }).click();
    await userEvent.keyboard('Dear all');
    await userEvent.keyboard('{Control>}a{/Control}');
    await button('Bold').click();
    await button('Underline').click();
    await button('Indent').click();
    await button('Alignment: Align left').click();
    await menuItem('Centre').click();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(contentsOf(saved[0])[0]).toMatchObject({
      data: {
        content: '<p style="text-align: center; margin-left: 2em;"><strong><u>Dear all</u></strong></p>',
      },
    });
  });

  test('[PBUILD-14] tokens are pills in the editor and double-curly markers in the pack', async () => {
    const { saved } = await show('brightwater');
    await expect.element(editor()).toBeVisible();
    expect(editor().element().textContent).toContain('Dear recipient name, eleven cafés');
    await editor().click();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await button('Insert token').click();
    for (const name of ['recipient name', 'recipient company', 'sender name', 'message subject']) {
      await expect.element(menuItem(name)).toBeVisible();
    }
    await menuItem('message subject').click();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    const content = (contentsOf(saved[0])[1] as { data: { content: string } }).data.content;
    for (const name of ['recipient_name', 'recipient_company', 'sender_name', 'message_subject']) {
      expect(content).toContain(`{{${name}}}`);
    }
    expect(content).not.toContain('data-token');
  });

  test('text from outside cannot run anything, and its pictures survive editing', async () => {
    const content =
      '<p>Hello<img src="/a.png" alt="plan"><img src="x" onerror="window.hacked = true"></p><script>window.hacked = true</script>';
    const elements = [{ id: 'w', type: 'text', title: 'A word before we meet', data: { content } }];
    const pack = samplePack({ id: 'p', pack_data: JSON.stringify({ version: 2, elements }) });
    const { saved } = await show('p', { packs: [pack] });
    await editor().click();
    await userEvent.keyboard('{Control>}{Home}{/Control}So: ');
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    const text = (contentsOf(saved[0])[0] as { data: { content: string } }).data.content;
    expect(text).toContain('So: Hello<img src="/a.png" alt="plan">');
    expect(text).not.toMatch(/onerror|script/);
    expect('hacked' in window).toBe(false);
  });
});

describe('for everybody', () => {
  test('the builder and its dialogs are clean under axe in both schemes', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      setColorScheme(scheme);
      const { screen } = await show('brightwater');
      await expect.element(page.getByRole('toolbar')).toBeVisible();
      await expectNoAxeViolations();
      for (const [opener, name] of [
        ['Organise Layout', 'Organise Layout'],
        ['Pack settings', 'Pack settings'],
        ['Add new section', 'Add new section'],
        ['Add to The counter', 'Add Content To Bundle'],
      ] as const) {
        await button(opener).click();
        const dialog = page.getByRole('dialog', { name });
        await expect.element(dialog).toBeVisible();
        await expect
          .poll(() => document.getAnimations().filter((one) => one.playState === 'running'))
          .toEqual([]);
        await expectNoAxeViolations();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await expect.element(dialog).not.toBeInTheDocument();
      }
      await screen.unmount();
    }
  });

  test('on a phone the palette slides over and nothing scrolls sideways', async () => {
    await phone();
    await show('brightwater');
    await expect.element(page.getByRole('toolbar')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await expectNoAxeViolations();
    await button('Add content').click();
    const palette = page.getByRole('dialog', { name: 'Things to add' });
    await expect.element(palette.getByRole('button', { name: 'New documents section' })).toBeVisible();
    await tablet();
  });
});
