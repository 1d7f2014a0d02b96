import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  addText,
  button,
  filesOf,
  fromMenu,
  openBuilder,
  packName,
  section,
  sectionsOf,
  sectionTitles,
  showBuilder,
  topSave,
  undoOffered,
} from '#testing/builder-page.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import { phone, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

describe('who may build', () => {
  test('[PBUILD-01, PERM-05] somebody without the edit right is sent to /access-denied', async () => {
    const shared = await showBuilder('range');
    await expect.poll(shared.at).toBe('/access-denied');
    await shared.screen.unmount();
    const refused = await showBuilder('brightwater', { configuration: { flags: { packNoEdit: true } } });
    await expect.poll(refused.at).toBe('/access-denied');
  });

  test('[PERM-07] without packBuilder2Enabled there is no such page', async () => {
    await showBuilder('brightwater', { configuration: { flags: { packBuilder2Enabled: false } } });
    await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
  });

  test('[PERM-03] without a signed-in user no pack is made', async () => {
    const { at } = await showBuilder('-', { session: { user: null } });
    await expect.poll(at).toBe('/access-denied');
  });
});

describe('palette', () => {
  const palette = () => page.getByRole('complementary', { name: 'Things to add' });

  test('on a phone it has no place of its own, not even in the first frame', async () => {
    await phone();
    let wasThere = false;
    const watcher = new MutationObserver((changes) => {
      const left = changes.flatMap(({ removedNodes }) => [...removedNodes]);
      wasThere ||= left.some((node) => node.nodeName === 'ASIDE') || document.querySelector('aside') !== null;
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    await showBuilder('brightwater');
    await expect.element(button('Add content')).toBeVisible();
    watcher.disconnect();
    expect(wasThere).toBe(false);
  });

  test('on a phone it slides over, and goes when a section waits for its title', async () => {
    await phone();
    await showBuilder('brightwater');
    await button('Add content').click();
    const drawer = page.getByRole('dialog', { name: 'Things to add' });
    await drawer.getByRole('button', { name: 'Text', exact: true }).click();
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Title of the section' })).toHaveFocus();
    await tablet();
  });

  test('on a phone what a tap in it has added is said in it, and can be undone there', async () => {
    await phone();
    await showBuilder('brightwater');
    await button('Add content').click();
    const drawer = page.getByRole('dialog', { name: 'Things to add' });
    const before = sectionTitles();
    await drawer.getByRole('button', { name: /^M1 Mobile.*add as a section$/ }).click();
    await expect.element(drawer.getByText('M1 Mobile was added to Brightwater Cafés')).toBeVisible();
    await expect.poll(sectionTitles).toEqual([...before, 'M1 Mobile']);
    await drawer.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(sectionTitles).toEqual(before);
    await tablet();
  });

  test('however long the name, what was done is said in three lines beside what takes it back', async () => {
    await phone();
    await showBuilder('brightwater');
    await button('Rename the pack').click();
    const field = page.getByRole('textbox', { name: 'Pack name' });
    await field.fill('Brightwater Cafés and what they asked for all of their eleven counters in town');
    await userEvent.keyboard('{Enter}');
    await button('Add content').click();
    const drawer = page.getByRole('dialog', { name: 'Things to add' });
    await drawer.getByRole('button', { name: /^M1 Mobile.*add as a section$/ }).click();
    const words = drawer.getByText(/^M1 Mobile was added to Brightwater/);
    await expect.element(words).toBeVisible();
    const { lineHeight } = getComputedStyle(words.element());
    expect(words.element().clientHeight).toBeCloseTo(3 * Number.parseFloat(lineHeight), 0);
    await expect.element(drawer.getByRole('button', { name: 'Undo' })).toBeVisible();
    await tablet();
  });

  test('on a phone nothing moves when the first change makes the pack unsaved', async () => {
    await phone();
    await showBuilder('brightwater');
    await expect.element(section('The counter')).toBeVisible();
    const top = () => section('The counter').element().getBoundingClientRect().top;
    const before = top();
    await fromMenu('The counter', 'Hide title');
    await expect.element(page.getByText('Unsaved changes')).toBeVisible();
    expect(top()).toBe(before);
    await tablet();
  });

  test('on a phone the name of the pack is typed in a field as wide as the window', async () => {
    await phone();
    await showBuilder('brightwater');
    await button('Rename the pack').click();
    const field = page.getByRole('textbox', { name: 'Pack name' });
    await expect
      .poll(() => field.element().getBoundingClientRect().width)
      .toBeGreaterThan(window.innerWidth * 0.8);
    await tablet();
  });

  test('on a phone what is said of saving can be read whole', async () => {
    await phone();
    await showBuilder('brightwater');
    await topSave().click();
    const said = page.getByText('Pack saved', { exact: true });
    await expect.element(said).toBeVisible();
    await expect
      .poll(() => {
        const { left, right } = said.element().getBoundingClientRect();
        return left >= 0 && right <= window.innerWidth;
      })
      .toBe(true);
    await tablet();
  });

  test('[PBUILD-03, PBUILD-22] Back, search, Text, and Documents with the channel’s bundles but the internal ones', async () => {
    await showBuilder('brightwater');
    const { left, right } = palette().element().getBoundingClientRect();
    expect(left).toBe(0);
    expect(right).toBeLessThanOrEqual(section('The counter').element().getBoundingClientRect().left);
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
    await expect.element(palette().getByRole('status')).toHaveTextContent('1 bundle found');
    await expect.element(palette().getByText('M1 Mobile')).toBeVisible();
  });

  test('a bundle becomes a section with all its files, and a single file joins the last section', async () => {
    await showBuilder('brightwater');
    await button('M1 Mobile 18 files add as a section').click();
    await expect.element(section('M1 Mobile')).toBeVisible();
    await expect.poll(() => filesOf('M1 Mobile')).toHaveLength(12);
    await undoOffered().click();
    await expect.element(section('M1 Mobile')).not.toBeInTheDocument();
    await button('Files of M1 Mobile').click();
    await button('Old leaflet Text add to the pack').click();
    await expect.poll(() => filesOf('The counter')).toContain('Old leaflet');
  });

  test('[PBUILD-12] Text and New documents section make sections titled Enter title', async () => {
    await showBuilder('-');
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
    const { saved, events, at } = await showBuilder('brightwater');
    await expect.element(packName('Brightwater Cafés')).toBeVisible();
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
    await button('Rename the pack').click();
    await page.getByRole('textbox', { name: 'Pack name' }).fill('Brightwater, spring');
    await userEvent.keyboard('{Enter}');
    await expect.element(packName('Brightwater, spring')).toBeVisible();
    const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await expect.element(breadcrumbs.getByText('Brightwater, spring')).toBeVisible();
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
        ownerId: sampleUser.uuid,
      },
    ]);
    expect(at()).toBe('/packs/brightwater/build');
  });

  test('[PBUILD-20] a pack without a name is not saved', async () => {
    const { saved } = await showBuilder('brightwater');
    await button('Rename the pack').click();
    await page.getByRole('textbox', { name: 'Pack name' }).fill('');
    await expect.element(page.getByText('Pack name is required')).toBeVisible();
    await expect.element(topSave()).toBeDisabled();
    expect(saved).toEqual([]);
  });

  test('[PBUILD-04] Cancel and Save stand below the sections, and Cancel reloads the pack as it was saved', async () => {
    const { saved } = await showBuilder('brightwater');
    await expect.element(section('A word before we meet')).toBeVisible();
    const { bottom } = section('A word before we meet').element().getBoundingClientRect();
    const bottomSave = button('Save').nth(1);
    for (const below of [button('Add new section'), button('Cancel'), bottomSave])
      expect(below.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
    await bottomSave.click();
    await expect.poll(() => saved).toHaveLength(1);
    await fromMenu('The counter', 'Remove');
    await expect.element(section('The counter')).not.toBeInTheDocument();
    await button('Cancel').click();
    await button('Reload').click();
    await expect.element(section('The counter')).toBeVisible();
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
  });

  test('[PBUILD-08, PBUILD-09, PEDIT-13, CONST-14] the settings dialog is at most 620 px wide and edits name, notes and colour', async () => {
    const { saved } = await showBuilder('brightwater');
    await button('Pack settings').click();
    const dialog = page.getByRole('dialog', { name: 'Pack settings' });
    await expect.element(dialog).toBeVisible();
    const width = () => Math.round(dialog.element().getBoundingClientRect().width);
    await expect.poll(width).toBe(620);
    await page.viewport(600, 900);
    await expect.poll(width).toBeLessThanOrEqual(600);
    await tablet();
    await dialog.getByRole('textbox', { name: 'Pack name' }).fill('Offer');
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('Bring a demo unit');
    await dialog.getByRole('textbox', { name: 'Color' }).fill('#12');
    await expect
      .element(dialog.getByText('Color should be a hex colour, e.g. #112233', { exact: true }))
      .toBeVisible();
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
    const first = await openBuilder('-', world);
    await addText('Hello');
    await first.screen.unmount();

    const again = await openBuilder('-', world);
    await expect.element(section('Hello')).toBeVisible();
    await expect.element(page.getByText(/Your unsaved changes from last time are back/)).toBeVisible();
    await topSave().click();
    await expect.poll(again.at).toMatch(/^\/packs\/[0-9a-f-]{36}\/build$/);
    await expect.element(packName('New pack')).toBeVisible();
    await fromMenu('Hello', 'Hide title');
    await topSave().click();
    await expect.poll(() => world.saved).toHaveLength(2);
    expect(world.saved[0]?.id).toBe(world.saved[1]?.id);
    await again.screen.unmount();

    await openBuilder('-', world);
    await expect.element(packName('New pack')).toBeVisible();
    expect(sectionTitles()).toEqual([]);
  });

  test('what was added just before Save is saved with it, however long its files take to be read', async () => {
    const { saved, services } = await showBuilder('brightwater');
    const { medias } = services.bundles;
    const read = Promise.withResolvers<void>();
    services.bundles.medias = async (id) => {
      await read.promise;
      return medias(id);
    };
    await button('M1 Mobile 18 files add as a section').click();
    await topSave().click();
    await expect.element(topSave()).toBeDisabled();
    expect(saved).toEqual([]);
    read.resolve();
    await expect.poll(() => saved).toHaveLength(1);
    expect(sectionsOf(saved[0]).at(-1)).toMatchObject({ title: 'M1 Mobile' });
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
  });

  test('a bundle whose files cannot be read says so, and Save saves the rest', async () => {
    const { saved, services } = await showBuilder('brightwater');
    services.bundles.medias = async () => {
      throw new Error('The storage of this device is closed');
    };
    await fromMenu('The counter', 'Remove');
    const before = sectionTitles();
    await button('M1 Mobile 18 files add as a section').click();
    await expect
      .element(page.getByText('Error adding M1 Mobile: The storage of this device is closed'))
      .toBeVisible();
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(sectionTitles()).toEqual(before);
  });

  test('whoever goes elsewhere while a new pack is being saved stays there', async () => {
    const { saved, services, history, at } = await showBuilder('-');
    const pushed = Promise.withResolvers<void>();
    const { save } = services.packs;
    services.packs.save = async (pack) => {
      const result = await save(pack);
      await pushed.promise;
      return result;
    };
    await addText('Opening');
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    history.push('/whats-new');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: "What's new" })).toBeVisible();
    pushed.resolve();
    await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
    expect(at()).toBe('/whats-new');
  });

  test('a pack that is safe is not said to be lost because the log cannot be written', async () => {
    const { services } = await showBuilder('brightwater');
    services.events.log = () => Promise.reject(new Error('The log is full'));
    await addText('Opening');
    await topSave().click();
    const problem = page.getByRole('alert').filter({ hasText: 'The log is full' });
    await expect.element(problem).toBeVisible();
    // The notices lie on one another until somebody comes to them.
    (problem.getByRole('button', { name: 'Close' }).element() as HTMLElement).focus();
    await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
    await expect.element(page.getByText('The log is full', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Error saving pack/)).not.toBeInTheDocument();
  });

  test('leaving with unsaved work warns, and staying keeps everything', async () => {
    const { at } = await showBuilder('brightwater');
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
    await showBuilder('brightwater', { outcome: new Error('You are not logged in') });
    await fromMenu('The counter', 'Remove');
    await topSave().click();
    await expect.element(page.getByText('Error saving pack: You are not logged in')).toBeVisible();
    await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  });
});
