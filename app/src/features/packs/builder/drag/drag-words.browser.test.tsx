import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, filesOf, sectionTitles, showBuilder } from '#testing/builder-page.ts';
import {
  allInView,
  band,
  endOf,
  gripOf,
  isCarried,
  listen,
  offer,
  offerIsDrawn,
  pull,
  spoken,
  startOf,
  tile,
  topOf,
} from '#testing/drag-page.ts';
import { middleOf } from '#testing/hand.ts';
import { contents, documents, samplePack, words } from '#testing/sample-packs.ts';
import { clearNotices, phone } from '#testing/show-app.tsx';

const guide = 'T3 Counter product guide';
const prices = 'Price list, autumn 2026';
const bundle = 'M1 Mobile';

beforeEach(clearNotices);

async function show() {
  const shown = await showBuilder('p', { packs: [offer] });
  await offerIsDrawn();
  return shown;
}

const paletteGrip = (name: string) =>
  page
    .getByRole('button', { name: `Move ${name}`, exact: true })
    .first()
    .element() as HTMLElement;

/** Presses space on a grip. */
async function lift(grip: HTMLElement) {
  grip.focus();
  await userEvent.keyboard(' ');
  await expect.poll(spoken).toMatch(/ is lifted(,| from) /);
}
async function press(key: string, words: string) {
  await userEvent.keyboard(key);
  await expect.poll(spoken).toBe(words);
}
const isSaidToBeIn = (section: string, name = guide) =>
  expect.element(page.getByText(`${name} is already in ${section}`, { exact: true })).toBeVisible();
const heldGrip = () => (document.activeElement as HTMLElement | null)?.dataset.grip;
const puts = (heard: readonly string[]) => heard.filter((words) => words.includes('was put'));

describe('by mouse', () => {
  beforeEach(allInView);

  test('[PBUILD-10] it is said what is picked up, each place it is moved over, and where it was dropped', async () => {
    await show();
    const heard = listen();
    const hand = await pull(gripOf('section:three'), topOf('One'));
    await expect.poll(spoken).toBe('Three goes before One');
    await hand.to({ x: 60, y: 400 });
    await expect.poll(spoken).toBe('Three cannot be put here');
    await hand.to(topOf('One'));
    await expect.poll(spoken).toBe('Three goes before One');
    await hand.drop();
    await expect.poll(spoken).toBe('Three was put before One');
    expect(heard[0]).toBe('Three is lifted');
    expect(puts(heard)).toHaveLength(1);
    await expect.poll(sectionTitles).toEqual(['Three', 'One', 'Two']);
  });

  test('[PBUILD-19] a file that is let go where it is already is said to stay, and the hand stays at it', async () => {
    await show();
    const heard = listen();
    const held = tile(guide, 'One');
    const hand = await pull(held, startOf('Brightwater case study', 'Three'));
    await expect.poll(spoken).toBe(`${guide} goes into Three, at 1`);
    await hand.drop();
    await expect.poll(spoken).toBe(`${guide} stays where it was`);
    await isSaidToBeIn('Three');
    expect(puts(heard)).toEqual([]);
    expect(document.activeElement).toBe(held);
  });

  test('a file that is taken to another section has the focus there', async () => {
    await show();
    const hand = await pull(tile(prices, 'One'), startOf('Brightwater case study', 'Three'));
    await expect.poll(spoken).toBe(`${prices} goes into Three, at 1`);
    await hand.drop();
    await expect.poll(spoken).toBe(`${prices} was put into Three, at 1`);
    await expect.poll(heldGrip).toBe('tile:three:prices');
  });

  test('what is let go where it was, and what Escape puts back, is said to stay', async () => {
    await show();
    const heard = listen();
    const home = await pull(gripOf('tile:one:guide'), endOf('One'));
    await expect.poll(spoken).toBe(`${guide} goes into One, at 3`);
    await home.to(middleOf(tile(guide, 'One')));
    await expect.poll(spoken).toBe(`${guide} goes back to 1 of 3`);
    await home.drop();
    await expect.poll(spoken).toBe(`${guide} stays where it was`);
    const hand = await pull(gripOf('section:three'), topOf('One'));
    await expect.poll(spoken).toBe('Three goes before One');
    await userEvent.keyboard('{Escape}');
    await expect.poll(spoken).toBe('Three stays where it was');
    expect(isCarried()).toBe(false);
    await hand.drop();
    expect(puts(heard)).toEqual([]);
    expect(sectionTitles()).toEqual(['One', 'Two', 'Three']);
  });
});

describe('by keyboard', () => {
  test('[PBUILD-19] a file that is put where it is already is said to stay, and the hand stays at it', async () => {
    await show();
    const heard = listen();
    await lift(gripOf('tile:one:guide'));
    await press('{ArrowDown}', `${guide} goes into Three, at 3`);
    await press(' ', `${guide} stays where it was`);
    await isSaidToBeIn('Three');
    expect(heard).toEqual([
      `${guide} is lifted from 1 of 3`,
      `${guide} goes into Three, at 3`,
      `${guide} stays where it was`,
    ]);
    expect(filesOf('One')[0]).toBe(guide);
    await expect.poll(heldGrip).toBe('tile:one:guide');
  });

  test('a section that goes away and back again is said to stay', async () => {
    await show();
    const heard = listen();
    await lift(gripOf('section:one'));
    await press('{ArrowDown}', 'One goes before Three');
    await press('{ArrowUp}', 'One goes back to 1 of 3');
    await press(' ', 'One stays where it was');
    expect(puts(heard)).toEqual([]);
    await expect.poll(heldGrip).toBe('section:one');
  });

  test('[PBUILD-06] so is one in Organise Layout, and one that has moved is said to have been put there', async () => {
    await show();
    await button('Organise Layout').click();
    await expect.poll(() => gripOf('row:one')).toBeTruthy();
    await lift(gripOf('row:one'));
    await press('{ArrowDown}', 'One goes before Three');
    await press('{ArrowUp}', 'One goes back to 1 of 3');
    await press(' ', 'One stays where it was');
    await lift(gripOf('row:one'));
    await press('{ArrowDown}', 'One goes before Three');
    await press(' ', 'One was put before Three');
    await expect.poll(heldGrip).toBe('row:one');
  });

  test('[PBUILD-19] a bundle is said to have been put into a section once anything of it is there, else to stay', async () => {
    await show();
    const intoOne = async (words: string) => {
      await lift(paletteGrip(bundle));
      await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
      await expect.poll(spoken).toMatch(`${bundle} goes into One, at `);
      await press(' ', words);
    };
    await intoOne(`${bundle} was put into One, at 4`);
    expect(filesOf('One')).toHaveLength(12);
    const heard = listen();
    await intoOne(`${bundle} stays where it was`);
    expect(puts(heard)).toEqual([]);
    expect(filesOf('One')).toHaveLength(12);
  });

  test('[PBUILD-19] on a phone a file of the palette that is there already leaves the palette open, and the hand in it', async () => {
    await phone();
    await showBuilder('p', { packs: [offer] });
    await button('Add content').click();
    const palette = page.getByRole('dialog', { name: 'Things to add' });
    await palette.getByRole('button', { name: `Files of ${bundle}` }).click();
    await expect.element(palette.getByRole('button', { name: `Move ${prices}` })).toBeVisible();
    const grip = () => palette.getByRole('button', { name: `Move ${prices}` }).element() as HTMLElement;
    await lift(grip());
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    await expect.poll(spoken).toBe(`${prices} goes into One, at 4`);
    await press(' ', `${prices} stays where it was`);
    await isSaidToBeIn('One', prices);
    await expect.poll(() => document.activeElement).toBe(grip());
    await expect.element(palette).toBeVisible();
  });

  test('[PBUILD-10] the open place of a section far below is in view, and the hand finds the file there', async () => {
    const long = Array.from({ length: 150 }, (_, line) => `<p>Line ${line}</p>`).join('');
    const pack = samplePack(
      { id: 'long' },
      contents(
        documents('near', 'Near', ['guide', 'prices']),
        words('text', 'Long', long),
        documents('far', 'Far', ['case']),
      ),
    );
    await showBuilder('long', { packs: [pack] });
    await expect.poll(() => gripOf('tile:near:guide')).toBeTruthy();
    await lift(gripOf('tile:near:guide'));
    await press('{ArrowDown}', `${guide} goes into Far, at 2`);
    await expect.element(page.getByText(`${guide} goes here`)).toBeInViewport();
    await press(' ', `${guide} was put into Far, at 2`);
    await expect.poll(heldGrip).toBe('tile:far:guide');
  });

  test('[PBUILD-10] a file that was taken to another section takes the hand back when that is undone', async () => {
    const pack = samplePack(
      { id: 'three' },
      contents(
        documents('copy', 'Copy', ['prices']),
        documents('one', 'One', ['guide', 'prices']),
        documents('three', 'Three', ['case', 'guide']),
      ),
    );
    await showBuilder('three', { packs: [pack] });
    await expect.poll(() => gripOf('tile:three:guide')).toBeTruthy();
    await lift(gripOf('tile:one:prices'));
    await press('{ArrowDown}', `${prices} goes into Three, at 3`);
    await press(' ', `${prices} was put into Three, at 3`);
    await expect.poll(heldGrip).toBe('tile:three:prices');
    expect(band()).toBe(null);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => filesOf('One')[1]).toBe(prices);
    await expect.poll(heldGrip).toBe('tile:one:prices');
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.poll(heldGrip).toBe('tile:three:prices');
  });
});
