import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, menuItem, sectionTitles, showBuilder } from '#testing/builder-page.ts';

beforeEach(() => notifications.clean());

const menu = () => button('Menu of The counter');

for (const [what, key] of [
  ['Enter', '{Enter}'],
  ['Space', ' '],
] as const) {
  test(`[PBUILD-11] ${what} opens a menu that was never open, Escape gives the hand back, and so again`, async () => {
    await showBuilder('brightwater');
    await expect.element(menu()).toBeInTheDocument();
    (menu().element() as HTMLElement).focus();
    for (let times = 0; times < 2; times += 1) {
      await userEvent.keyboard(key);
      await expect.element(menuItem('Move down')).toBeVisible();
      await expect.element(menu()).toHaveAttribute('aria-expanded', 'true');
      await expect.poll(() => document.activeElement?.closest('[role="menu"]')).toBeTruthy();
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
      await expect.element(menu()).toHaveFocus();
      await expect.element(menu()).toHaveAttribute('aria-expanded', 'false');
    }
  });
}

test('[PBUILD-11] an entry is taken by keys, and the hand is at the menu of the section that has moved', async () => {
  await showBuilder('brightwater');
  await expect.element(menu()).toBeInTheDocument();
  (menu().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menuItem('Move down')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(sectionTitles).toEqual(['A word before we meet', 'The counter']);
  await expect.element(menu()).toHaveFocus();
});
