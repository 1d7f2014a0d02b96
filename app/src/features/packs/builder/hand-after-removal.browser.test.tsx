import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { button, filesOf, menuItem, sectionTitles, showBuilder, undoOffered } from '#testing/builder-page.ts';

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
