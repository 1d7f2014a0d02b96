import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  button,
  filesOf,
  section,
  sectionsOf,
  sectionTitles,
  showBuilder,
  topSave,
} from '#testing/builder-page.ts';
import {
  allInView,
  band,
  endOf,
  gripOf,
  isCarried,
  offer,
  offerIsDrawn,
  pull,
  spoken,
  startOf,
  tile,
  topOf,
} from '#testing/drag-page.ts';
import { fingerAt, middleOf, swipe } from '#testing/hand.ts';
import { phone, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

const show = () => showBuilder('p', { packs: [offer] });

const grip = (name: string) =>
  page
    .getByRole('button', { name: `Move ${name}`, exact: true })
    .first()
    .element();

describe('by mouse', () => {
  beforeEach(allInView);

  test('[PBUILD-10] a section is carried by its grip to another place, and its place is kept until it is there', async () => {
    const { saved } = await show();
    await offerIsDrawn();
    const hand = await pull(gripOf('section:three'), topOf('One'));
    await expect.poll(band).toBe('Three goes here');
    expect(section('Three').element().hasAttribute('data-lifted')).toBe(true);
    await hand.drop();
    await expect.poll(sectionTitles).toEqual(['Three', 'One', 'Two']);
    await expect.poll(isCarried).toBe(false);
    await topSave().click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(sectionsOf(saved[0]).map(({ id }) => id)).toEqual(['three', 'one', 'two']);
  });

  test('let go where it cannot be, it stays', async () => {
    await show();
    await offerIsDrawn();
    const hand = await pull(gripOf('section:three'), { x: 60, y: 400 });
    await expect.poll(band).toBe(null);
    await hand.drop();
    await expect.poll(spoken).toBe('Three stays where it was');
    expect(sectionTitles()).toEqual(['One', 'Two', 'Three']);
  });

  test('a bundle, a text and a documents section of the palette go where they are let go', async () => {
    await show();
    await offerIsDrawn();
    const bundle = await pull(grip('M1 Mobile'), topOf('Two'));
    await expect.poll(band).toBe('M1 Mobile goes here');
    await bundle.drop();
    await expect.poll(sectionTitles).toEqual(['One', 'M1 Mobile', 'Two', 'Three']);
    await expect.poll(() => filesOf('M1 Mobile')).toHaveLength(12);
    window.scrollTo(0, 0);
    const text = await pull(gripOf('palette:text'), topOf('One'));
    await text.drop();
    await expect.poll(sectionTitles).toEqual(['Enter title', 'One', 'M1 Mobile', 'Two', 'Three']);
    await expect.element(page.getByRole('textbox', { name: 'Title of the section' })).toHaveFocus();
    await userEvent.keyboard('A word{Enter}');
    window.scrollTo(0, 0);
    const files = await pull(gripOf('palette:documents'), topOf('A word'));
    await files.drop();
    await expect.poll(sectionTitles).toEqual(['Enter title', 'A word', 'One', 'M1 Mobile', 'Two', 'Three']);
  });

  test('[PBUILD-19] a bundle let go in a documents section adds what is not there, and the rest gives the warning', async () => {
    await show();
    await offerIsDrawn();
    const hand = await pull(grip('M1 Mobile'), middleOf(section('One').element()));
    await expect.poll(band).toBe('M1 Mobile goes here');
    expect(section('One').element().hasAttribute('data-target')).toBe(true);
    await hand.drop();
    await expect.poll(() => filesOf('One')).toHaveLength(12);
    await expect
      .element(page.getByText('Price list, autumn 2026 is already in One', { exact: true }))
      .toBeVisible();
    expect(sectionTitles()).toEqual(['One', 'Two', 'Three']);
  });

  test('a single file of the palette goes to a place among the files of a section', async () => {
    await show();
    await offerIsDrawn();
    await button('Files of M1 Mobile').click();
    await expect.element(button('Old leaflet Text add to the pack')).toBeVisible();
    grip('Old leaflet').scrollIntoView({ block: 'center' });
    window.scrollTo(0, 0);
    const before = tile('Price list, autumn 2026', 'One').getBoundingClientRect();
    const hand = await pull(grip('Old leaflet'), { x: before.left + 10, y: before.top + 50 });
    await expect.poll(band).toBe('Old leaflet goes here');
    await expect.poll(spoken).toBe('Old leaflet goes into One, at 2');
    await hand.drop();
    await expect
      .poll(() => filesOf('One').slice(0, 3))
      .toEqual(['T3 Counter product guide', 'Old leaflet', 'Price list, autumn 2026']);
  });

  test('a file is carried by its picture to another place of its section', async () => {
    await show();
    await offerIsDrawn();
    const hand = await pull(tile('T3 Counter product guide', 'One'), endOf('One'));
    await expect.poll(spoken).toBe('T3 Counter product guide goes into One, at 3');
    expect(band()).toBe('T3 Counter product guide goes here');
    await hand.drop();
    await expect
      .poll(() => filesOf('One'))
      .toEqual(['Price list, autumn 2026', 'Two-minute demo', 'T3 Counter product guide']);
  });

  test('[PBUILD-19] a file goes to another section, but not where it is already', async () => {
    await show();
    await offerIsDrawn();
    const moved = await pull(tile('Two-minute demo', 'One'), startOf('Brightwater case study', 'Three'));
    await moved.drop();
    await expect
      .poll(() => filesOf('Three'))
      .toEqual(['Two-minute demo', 'Brightwater case study', 'T3 Counter product guide']);
    expect(filesOf('One')).toEqual(['T3 Counter product guide', 'Price list, autumn 2026']);
    const refused = await pull(
      tile('T3 Counter product guide', 'One'),
      startOf('Brightwater case study', 'Three'),
    );
    await refused.drop();
    await expect
      .element(page.getByText('T3 Counter product guide is already in Three', { exact: true }))
      .toBeVisible();
    expect(filesOf('One')).toEqual(['T3 Counter product guide', 'Price list, autumn 2026']);
  });

  test('[PBUILD-06] Organise Layout reorders by dragging, and only OK makes it so', async () => {
    await show();
    await offerIsDrawn();
    await button('Organise Layout').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('Three')).toBeVisible();
    await expect
      .poll(() => document.getAnimations().filter(({ playState }) => playState === 'running'))
      .toEqual([]);
    const height = () => dialog.element().getBoundingClientRect().height;
    const before = height();
    const first = () => gripOf('row:one').closest('li')!.getBoundingClientRect();
    const hand = await pull(gripOf('row:three'), { x: first().left + 120, y: first().top + 3 });
    await expect.poll(band).toBe('Three goes here');
    // What is aimed at stays where it is.
    expect(height()).toBe(before);
    await hand.drop();
    await expect.element(dialog.getByText('Three is now 1 of 3')).toBeVisible();
    expect(sectionTitles()).toEqual(['One', 'Two', 'Three']);
    await button('OK').click();
    await expect.poll(sectionTitles).toEqual(['Three', 'One', 'Two']);
  });
});

describe('by finger', () => {
  test('a grip that is held is carried and put where the finger leaves it', async () => {
    await show();
    await offerIsDrawn();
    const held = await fingerAt(middleOf(gripOf('section:three')));
    await expect.poll(isCarried).toBe(true);
    await held.to(topOf('One'));
    await expect.poll(spoken).toBe('Three goes before One');
    await held.lift();
    await expect.poll(sectionTitles).toEqual(['Three', 'One', 'Two']);
  });

  test('on a phone a file is carried out of the palette, which makes way and is gone when it has been put down', async () => {
    await phone();
    await show();
    await expect.element(section('Three')).toBeInTheDocument();
    await button('Add content').click();
    const drawer = page.getByRole('dialog', { name: 'Things to add' });
    await expect.element(drawer.getByText('M1 Mobile')).toBeVisible();
    const root = () => document.querySelector('[role="dialog"]')?.closest('[class*="Drawer-root"]');
    const held = await fingerAt(middleOf(drawer.getByRole('button', { name: 'Move Text' }).element()));
    await expect.poll(isCarried).toBe(true);
    await expect.poll(() => getComputedStyle(root()!).opacity).toBe('0');
    await held.to(topOf('One'));
    await expect.poll(spoken).toBe('Text goes before One');
    await held.lift();
    await expect.poll(sectionTitles).toHaveLength(4);
    expect(sectionTitles()[1]).toBe('One');
    await expect.element(drawer).not.toBeInTheDocument();
    await tablet();
  });

  test('a swipe over a grip scrolls the page and carries nothing', async () => {
    await show();
    await offerIsDrawn();
    const finger = await swipe(middleOf(gripOf('section:three')), { x: 400, y: 120 });
    await expect.poll(() => window.scrollY).toBeGreaterThan(0);
    expect(isCarried()).toBe(false);
    await finger.lift();
    expect(sectionTitles()).toEqual(['One', 'Two', 'Three']);
  });
});

describe('by keyboard', () => {
  const aWhile = () => new Promise((resolve) => setTimeout(resolve, 500));
  const lift = async (id: string) => {
    gripOf(id).focus();
    await userEvent.keyboard(' ');
    await expect.poll(spoken).toMatch(/ is lifted from \d of \d$/);
  };

  test('[PBUILD-10] space lifts a section, arrows move it, space drops it, and each step is spoken', async () => {
    await show();
    await offerIsDrawn();
    await lift('section:one');
    expect(spoken()).toBe('One is lifted from 1 of 3');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(spoken).toBe('One goes before Three');
    expect(band()).toBe('One goes here');
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(spoken).toBe('One goes back to 1 of 3');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(spoken).toBe('One goes at the end');
    await userEvent.keyboard(' ');
    await expect.poll(sectionTitles).toEqual(['Two', 'Three', 'One']);
    expect(spoken()).toBe('One was put at the end');
    await expect.poll(() => document.activeElement).toBe(gripOf('section:one'));
  });

  test('Escape puts it back', async () => {
    await show();
    await offerIsDrawn();
    await lift('section:one');
    await userEvent.keyboard('{ArrowDown}{Escape}');
    await expect.poll(spoken).toBe('One stays where it was');
    expect(sectionTitles()).toEqual(['One', 'Two', 'Three']);
    expect(band()).toBe(null);
    await expect.poll(() => document.activeElement).toBe(gripOf('section:one'));
  });

  test('a bundle of the palette goes into a section or between two', async () => {
    await show();
    await offerIsDrawn();
    (grip('M1 Mobile') as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.poll(spoken).toBe('M1 Mobile is lifted, at the end');
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(spoken).toBe('M1 Mobile goes into Three, at 3');
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(spoken).toBe('M1 Mobile goes before Three');
    await userEvent.keyboard(' ');
    await expect.poll(sectionTitles).toEqual(['One', 'Two', 'M1 Mobile', 'Three']);
  });

  test('the place that is spoken for a file of the same section is the one it gets', async () => {
    await show();
    await offerIsDrawn();
    await lift('tile:one:guide');
    expect(spoken()).toBe('T3 Counter product guide is lifted from 1 of 3');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(spoken).toBe('T3 Counter product guide goes into One, at 2');
    await userEvent.keyboard(' ');
    await expect.poll(() => filesOf('One')[1]).toBe('T3 Counter product guide');
    expect(spoken()).toBe('T3 Counter product guide was put into One, at 2');
  });

  test('a file that is lifted has the keys for itself, however long somebody thinks about it', async () => {
    await show();
    await offerIsDrawn();
    await lift('tile:one:guide');
    await aWhile();
    await userEvent.keyboard('{ArrowRight}{Escape}');
    await expect.poll(spoken).toBe('T3 Counter product guide stays where it was');
    expect(filesOf('One')[0]).toBe('T3 Counter product guide');
  });

  test('[PBUILD-06] so has a section in Organise Layout', async () => {
    await show();
    await offerIsDrawn();
    await button('Organise Layout').click();
    await expect.poll(() => gripOf('row:one')).toBeTruthy();
    await lift('row:one');
    await aWhile();
    await userEvent.keyboard('{ArrowDown} ');
    await expect.element(page.getByText('One is now 2 of 3')).toBeVisible();
    await button('OK').click();
    await expect.poll(sectionTitles).toEqual(['Two', 'One', 'Three']);
  });

  test('a file goes to another section and keeps its name', async () => {
    await show();
    await offerIsDrawn();
    await lift('tile:one:prices');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(spoken).toBe('Price list, autumn 2026 goes into Three, at 3');
    await userEvent.keyboard(' ');
    await expect.poll(() => filesOf('Three')[2]).toBe('Price list, autumn 2026');
    await expect.poll(() => document.activeElement?.closest('section')).toBe(section('Three').element());
  });

  test('[PBUILD-06] Organise Layout works by space and arrows', async () => {
    await show();
    await offerIsDrawn();
    await button('Organise Layout').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expect.poll(() => gripOf('row:one')).toBeTruthy();
    await lift('row:one');
    await userEvent.keyboard('{ArrowDown}{ArrowDown} ');
    await expect.element(page.getByText('One is now 3 of 3')).toBeVisible();
    await button('OK').click();
    await expect.poll(sectionTitles).toEqual(['Two', 'Three', 'One']);
  });

  test('[PBUILD-06] in Organise Layout Escape puts back what is lifted, and leaves what was moved before', async () => {
    await show();
    await offerIsDrawn();
    await button('Organise Layout').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    await expect.poll(() => gripOf('row:one')).toBeTruthy();
    await lift('row:one');
    await userEvent.keyboard('{ArrowDown}{Escape}');
    await expect.poll(spoken).toBe('One stays where it was');
    await expect.poll(() => document.activeElement).toBe(gripOf('row:one'));
    await lift('row:one');
    await userEvent.keyboard('{ArrowDown} ');
    await expect.element(page.getByText('One is now 2 of 3')).toBeVisible();
    await lift('row:one');
    await userEvent.keyboard('{ArrowDown}{Escape}');
    await expect.poll(spoken).toBe('One stays where it was');
    await userEvent.keyboard('{Escape}');
    await button('OK').click();
    await expect.poll(sectionTitles).toEqual(['Two', 'One', 'Three']);
  });

  test('on a phone what is lifted in the palette goes back there by Escape, and the palette goes with the next one', async () => {
    await phone();
    await show();
    await expect.element(section('Three')).toBeVisible();
    await button('Add content').click();
    const palette = page.getByRole('dialog', { name: 'Things to add' });
    await expect.element(palette.getByText('M1 Mobile')).toBeVisible();
    (grip('M1 Mobile') as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.poll(spoken).toBe('M1 Mobile is lifted, at the end');
    await userEvent.keyboard('{Escape}');
    await expect.poll(spoken).toBe('M1 Mobile stays where it was');
    await expect.poll(() => document.activeElement).toBe(grip('M1 Mobile'));
    await expect.element(palette).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(palette).not.toBeInTheDocument();
    expect(sectionTitles()).toEqual(['One', 'Two', 'Three']);
    await tablet();
  });
});
