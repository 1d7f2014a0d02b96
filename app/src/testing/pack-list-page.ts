import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type SamplePackOptions, samplePack, samplePackServices } from './sample-packs.ts';
import { showWorld } from './show-app.tsx';

const { pulled: _, ...never } = samplePack({ id: 'fresh', title: 'Fresh' });
/** One that the host has never had. */
export const fresh = never;

export const showList = (options: SamplePackOptions = {}) => showWorld('/packs', samplePackServices(options));
export const card = (title: string) => page.getByRole('article', { name: title, exact: true });

export async function openMenu(title: string) {
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await expect.element(page.getByRole('menuitem', { name: 'View', exact: true })).toBeVisible();
}
export const entries = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((element) => element.textContent);
export const choose = async (title: string, entry: string) => {
  await openMenu(title);
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};
