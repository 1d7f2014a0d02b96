import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, filesOf, showBuilder } from '#testing/builder-page.ts';
import { clearNotices } from '#testing/show-app.tsx';

beforeEach(clearNotices);

test('[PBUILD-19] of a whole bundle that is there already three files are named, and the others are counted', async () => {
  await showBuilder('brightwater');
  const addWhole = async () => {
    await button('Add to The counter').click();
    const dialog = page.getByRole('dialog', { name: 'Add Content To Bundle' });
    await dialog.getByRole('button', { name: /^M1 Mobile/ }).click();
    await dialog.getByRole('button', { name: 'Add Whole Bundle: M1 Mobile' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  };
  const said = () => page.getByText(/already in The counter$/).elements();
  const isSaid = (text: string) =>
    expect.element(page.getByText(`${text} already in The counter`, { exact: true })).toBeInTheDocument();
  await addWhole();
  await isSaid('1 more file is');
  expect(said()).toHaveLength(4);
  await expect.poll(() => filesOf('The counter')).toHaveLength(12);
  clearNotices();
  await addWhole();
  await isSaid('9 more files are');
  expect(said()).toHaveLength(4);
  // Nothing of it waits to be sent.
  expect(new Set(said().map((words) => words.closest<HTMLElement>('[data-tone]')?.dataset.tone))).toEqual(
    new Set(['neutral']),
  );
});
