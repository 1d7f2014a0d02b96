import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, filesOf, menuItem, sectionTitles, showBuilder, undoOffered } from '#testing/builder-page.ts';
import { phone, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

async function pressKey(name: string) {
  await expect.element(button(name)).toBeInTheDocument();
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

test('[PBUILD-16] from a file that is removed by keys the hand goes to the next, the one before, or what adds others', async () => {
  await showBuilder('brightwater');
  await pressKey('Remove Price list, autumn 2026');
  await expect.element(button('Two-minute demo')).toHaveFocus();
  await pressKey('Remove Brightwater case study');
  await expect.element(button('Two-minute demo')).toHaveFocus();
  await pressKey('Remove T3 Counter product guide');
  await expect.element(button('Two-minute demo')).toHaveFocus();
  await pressKey('Remove Two-minute demo');
  await expect.element(button('Add to The counter')).toHaveFocus();
  expect(filesOf('The counter')).toEqual([]);
});

test('[PBUILD-16] after a tap no other file shows its tools below the finger', async () => {
  await showBuilder('brightwater');
  await button('Price list, autumn 2026').hover();
  await button('Remove Price list, autumn 2026').click();
  await expect.poll(() => filesOf('The counter')).toHaveLength(3);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement?.closest('li')).toBeFalsy();
});

test('[PBUILD-11] from a section that is removed the hand goes to the next, the one before, or what adds another', async () => {
  await showBuilder('brightwater');
  const remove = async (section: string) => {
    await pressKey(`Menu of ${section}`);
    await expect.element(menuItem('Remove')).toBeVisible();
    (menuItem('Remove').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
  };
  await remove('The counter');
  await expect.element(button('Move A word before we meet')).toHaveFocus();
  await undoOffered().click();
  await expect.poll(sectionTitles).toHaveLength(2);
  await remove('A word before we meet');
  await expect.element(button('Move The counter')).toHaveFocus();
  await remove('The counter');
  await expect.element(button('Add new section')).toHaveFocus();
});

test('from the line that says what was done the hand goes to what adds a section, and in the palette to what closes it', async () => {
  await showBuilder('brightwater');
  await pressKey('Remove Price list, autumn 2026');
  await pressKey('Close');
  await expect.element(button('Add new section')).toHaveFocus();
  await phone();
  await button('Add content').click();
  const palette = page.getByRole('dialog', { name: 'Things to add' });
  await palette.getByRole('button', { name: /^M1 Mobile.*add as a section$/ }).click();
  const close = palette.getByRole('button', { name: 'Close' });
  await expect.element(palette.getByRole('button', { name: 'Undo' })).toBeVisible();
  (close.last().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(palette.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await expect.element(close).toHaveFocus();
  await tablet();
});
