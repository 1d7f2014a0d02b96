import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fromMenu, section, sectionTitles, showBuilder, undoOffered } from '#testing/builder-page.ts';
import { middleOf, mouseFrom } from '#testing/hand.ts';
import { contents, documents, samplePack, words } from '#testing/sample-packs.ts';

beforeEach(() => notifications.clean());

const titles = Array.from({ length: 60 }, (_, at) => `Section ${at + 1}`);
const pack = samplePack(
  { id: 'large', title: 'Everything' },
  contents(
    ...titles.map((title, at) =>
      at % 2 === 0
        ? documents(`s${at + 1}`, title, ['guide', 'prices'])
        : words(`s${at + 1}`, title, '<p>Hello</p>'),
    ),
  ),
);
const gripOf = (number: number) => document.querySelector<HTMLElement>(`[data-grip="section:s${number}"]`);
const spoken = () =>
  [...document.querySelectorAll('[aria-live="assertive"]')].map((one) => one.textContent).join('');
const drawn = () => document.querySelectorAll('[data-grip^="section:"]').length;

async function show() {
  await showBuilder('large', { packs: [pack] });
  await expect.poll(sectionTitles).toEqual(titles);
  await expect.poll(() => gripOf(1)).toBeTruthy();
}

test('every section of a large pack is a heading on the page, and only those near the window are more', async () => {
  await show();
  const headings = page.getByRole('heading', { level: 2, name: /^Section \d+$/ });
  await expect.poll(() => headings.elements().map(({ textContent }) => textContent)).toEqual(titles);
  expect(drawn()).toBeLessThan(15);
  expect(gripOf(50)).toBe(null);
  section('Section 50').element().scrollIntoView();
  await expect.poll(() => gripOf(50)).toBeTruthy();
  await expect.poll(() => gripOf(1)).toBe(null);
  expect(drawn()).toBeLessThan(15);
  expect(sectionTitles()).toEqual(titles);
});

test('a section that the hand is in stays, however far the page is scrolled', async () => {
  await show();
  gripOf(1)?.focus();
  section('Section 60').element().scrollIntoView();
  await expect.poll(() => gripOf(60)).toBeTruthy();
  await expect.poll(() => gripOf(2)).toBe(null);
  expect(document.activeElement).toBe(gripOf(1));
});

test('[PBUILD-10] by keyboard a section goes far beyond the window, and the hand with it', async () => {
  await show();
  await expect.poll(() => gripOf(2)).toBeTruthy();
  gripOf(2)?.focus();
  await userEvent.keyboard(' ');
  await expect.poll(spoken).toBe(`Section 2 is lifted from 2 of ${titles.length}`);
  await userEvent.keyboard('{ArrowDown>40/}');
  await expect.poll(spoken).toBe('Section 2 goes before Section 43');
  await expect.element(page.getByText('Section 2 goes here')).toBeInViewport();
  // Whoever looks where it goes before it is put has seen all around its old place go.
  await expect.poll(() => gripOf(1) ?? gripOf(3)).toBe(null);
  await userEvent.keyboard(' ');
  const moved = titles.toSpliced(1, 1).toSpliced(41, 0, 'Section 2');
  await expect.poll(sectionTitles).toEqual(moved);
  await expect.poll(() => document.activeElement?.getAttribute('data-grip')).toBe('section:s2');
  await expect.element(section('Section 2')).toBeInViewport();
});

test('a new section waits for its title before anything else is drawn, so that no letter is lost', async () => {
  await show();
  const text = page.getByRole('button', { name: 'Text', exact: true }).element() as HTMLElement;
  text.click();
  // The update that the press made is drawn in its own turn; the order of the others comes later.
  await Promise.resolve();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Title of the section');
  await userEvent.keyboard('Terms');
  await userEvent.keyboard('{Enter}');
  await expect.poll(sectionTitles).toEqual([...titles, 'Terms']);
});

test('by mouse a section goes among others that have come near since it was lifted', async () => {
  await show();
  const hand = await mouseFrom(middleOf(gripOf(1)!));
  await hand.to({ x: 600, y: 300 });
  await expect.poll(() => document.querySelector('[data-carried]')).toBeTruthy();
  section('Section 41').element().scrollIntoView({ block: 'center' });
  await expect.poll(() => gripOf(41)).toBeTruthy();
  const { left, top } = section('Section 41').element().getBoundingClientRect();
  await hand.to({ x: left + 100, y: top + 4 });
  await expect.element(page.getByText('Section 1 goes here')).toBeVisible();
  await hand.drop();
  await expect.poll(sectionTitles).toEqual(titles.toSpliced(0, 1).toSpliced(39, 0, 'Section 1'));
});

test('what is undone far away is brought into view', async () => {
  await show();
  section('Section 45').element().scrollIntoView();
  await expect.poll(() => gripOf(45)).toBeTruthy();
  await fromMenu('Section 45', 'Remove');
  await expect.poll(sectionTitles).toEqual(titles.toSpliced(44, 1));
  window.scrollTo(0, 0);
  await expect.poll(() => gripOf(1)).toBeTruthy();
  await undoOffered().click();
  await expect.poll(sectionTitles).toEqual(titles);
  await expect.element(section('Section 45')).toBeInViewport();
  await expect.poll(() => gripOf(45)).toBeTruthy();
});
