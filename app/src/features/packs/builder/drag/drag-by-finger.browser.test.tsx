import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
  spoken,
  startOf,
} from '#testing/drag-page.ts';
import { fingerAt, middleOf } from '#testing/hand.ts';
import { clearNotices, motionEnds } from '#testing/show-app.tsx';

const guide = 'T3 Counter product guide';
const prices = 'Price list, autumn 2026';
const demo = 'Two-minute demo';
const study = 'Brightwater case study';

beforeEach(async () => {
  clearNotices();
  await allInView();
  await showBuilder('p', { packs: [offer] });
  await offerIsDrawn();
});

/** A finger that rests on a grip until it carries what that belongs to. */
async function hold(id: string) {
  const finger = await fingerAt(middleOf(gripOf(id)));
  await expect.poll(isCarried).toBe(true);
  return finger;
}

test('[PBUILD-10] a finger that holds the dots of a file takes it to another place of its section', async () => {
  const heard = listen();
  const finger = await hold('tile:one:guide');
  await finger.to(endOf('One'));
  await expect.poll(spoken).toBe(`${guide} goes into One, at 3`);
  expect(band()).toBe(`${guide} goes here`);
  await finger.lift();
  await expect.poll(() => filesOf('One')).toEqual([prices, demo, guide]);
  await expect.poll(spoken).toBe(`${guide} was put into One, at 3`);
  expect(heard[0]).toBe(`${guide} is lifted`);
  expect(isCarried()).toBe(false);
});

test('[PBUILD-10] and to a place among the files of another section', async () => {
  const finger = await hold('tile:one:demo');
  await finger.to(startOf(guide, 'Three'));
  await expect.poll(spoken).toBe(`${demo} goes into Three, at 2`);
  await finger.lift();
  await expect.poll(() => filesOf('Three')).toEqual([study, demo, guide]);
  expect(filesOf('One')).toEqual([guide, prices]);
  await expect.poll(spoken).toBe(`${demo} was put into Three, at 2`);
});

test('[PBUILD-19] a file that a finger lets go where it is already stays, and that is what is said', async () => {
  const heard = listen();
  const finger = await hold('tile:one:guide');
  await finger.to(startOf(study, 'Three'));
  await expect.poll(spoken).toBe(`${guide} goes into Three, at 1`);
  await finger.lift();
  await expect.element(page.getByText(`${guide} is already in Three`, { exact: true })).toBeVisible();
  await expect.poll(spoken).toBe(`${guide} stays where it was`);
  expect(heard.filter((words) => words.includes('was put'))).toEqual([]);
  expect(filesOf('One')).toEqual([guide, prices, demo]);
  expect(filesOf('Three')).toEqual([study, guide]);
});

test('what the device takes from a finger goes back', async () => {
  const finger = await hold('tile:one:guide');
  await finger.to(endOf('One'));
  await expect.poll(spoken).toBe(`${guide} goes into One, at 3`);
  await finger.lose();
  await expect.poll(spoken).toBe(`${guide} stays where it was`);
  expect(isCarried()).toBe(false);
  expect(filesOf('One')).toEqual([guide, prices, demo]);
});

test('[PBUILD-06] a finger reorders the rows of Organise Layout', async () => {
  await button('Organise Layout').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Three')).toBeVisible();
  await expect.poll(() => gripOf('row:three')).toBeTruthy();
  await motionEnds();
  const finger = await hold('row:three');
  const { left, top } = gripOf('row:one').closest('li')!.getBoundingClientRect();
  await finger.to({ x: left + 120, y: top + 3 });
  await expect.poll(spoken).toBe('Three goes before One');
  expect(band()).toBe('Three goes here');
  await finger.lift();
  await expect.element(dialog.getByText('Three is now 1 of 3')).toBeVisible();
  await expect.poll(spoken).toBe('Three was put before One');
  const rows = () => dialog.getByRole('listitem').elements();
  expect(rows().map((row) => row.textContent)).toEqual(['Three', 'One', 'Two']);
  await button('OK').click();
  await expect.poll(sectionTitles).toEqual(['Three', 'One', 'Two']);
});
