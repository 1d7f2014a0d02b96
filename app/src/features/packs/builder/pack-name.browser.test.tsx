import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, showBuilder, topSave } from '#testing/builder-page.ts';
import { clearNotices } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const required = 'Pack name is required';

test('[PBUILD-20] a name of blanks alone is none, and neither Save saves the pack', async () => {
  const { saved } = await showBuilder('brightwater');
  await button('Rename the pack').click();
  const name = page.getByRole('textbox', { name: 'Pack name' });
  await name.fill('   ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(required, { exact: true })).toBeVisible();
  await expect.element(topSave()).toBeDisabled();
  await expect.element(button('Save').last()).toBeDisabled();
  expect(button('Save').elements()).toHaveLength(2);
  await name.fill('Brightwater');
  await expect.element(page.getByText(required, { exact: true })).not.toBeInTheDocument();
  await expect.element(button('Save').last()).toBeEnabled();
  expect(saved).toEqual([]);
});

test.each(['', '  '])(
  '[PBUILD-20] the settings say so of the name "%s" and do not take it',
  async (typed) => {
    await showBuilder('brightwater');
    await button('Pack settings').click();
    const dialog = page.getByRole('dialog', { name: 'Pack settings' });
    await dialog.getByRole('textbox', { name: 'Pack name' }).fill(typed);
    await expect.element(dialog.getByText(required, { exact: true })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'OK' })).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).toBeVisible();
  },
);
