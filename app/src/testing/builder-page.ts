import { readPackData } from '@satchel/core/pack/read-pack-data.ts';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PackRecord } from '#storage/records.ts';
import { type SamplePackOptions, samplePack, samplePackServices, words } from './sample-packs.ts';
import { showWorld } from './show-app.tsx';

const isThere = () => {
  const main = document.querySelector('main');
  return main?.querySelector('h1') != null || /\(4\d\d\)/.test(main?.textContent ?? '');
};

/** The pack builder as a test meets it, or the page that refuses it. */
export async function openBuilder(id: string, world: ReturnType<typeof samplePackServices>) {
  const shown = await showWorld(`/packs/${id}/build`, world);
  // The first test of a file also fetches all parts of the builder.
  await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
  return shown;
}
export const showBuilder = (id: string, options: SamplePackOptions = {}) =>
  openBuilder(id, samplePackServices(options));

/** Two texts of sixty lines, 'Long' and 'Next', of which the first is drawn. */
export async function showLongTexts() {
  const content = Array.from({ length: 60 }, (_, at) => `<p>Line ${at}</p>`).join('');
  const elements = [words('long', 'Long', content), words('next', 'Next', content)];
  const pack_data = JSON.stringify({ version: 2, elements });
  await showBuilder('many', { packs: [samplePack({ id: 'many', pack_data })] });
  await expect.element(button('Edit the text of Long')).toBeVisible();
}

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const section = (name: string) => page.getByRole('region', { name, exact: true });
export const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true });
export const packName = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
/** The one in the line that says what was just done. */
export const undoOffered = () => page.getByRole('status').getByRole('button', { name: 'Undo' });
export const topSave = () => button('Save').first();

export const sectionTitles = () =>
  [...document.querySelectorAll('section[data-section]')].map((element) =>
    element.getAttribute('aria-label'),
  );
export const filesOf = (name: string) =>
  [...section(name).element().querySelectorAll('[data-tile]')].map((tile) => tile.getAttribute('aria-label'));

/** Adds a text section of that name. Its name is asked for as soon as it is drawn, a moment after the press. */
export async function addText(name: string) {
  await button('Text').click();
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
  await userEvent.keyboard(`${name}{Enter}`);
}

export async function fromMenu(name: string, entry: string) {
  await button(`Menu of ${name}`).click();
  await menuItem(entry).click();
  // The menu fades, and another one would stand beside it.
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
}

export function sectionsOf(pack: PackRecord | undefined) {
  const read = readPackData(pack?.pack_data);
  if (!read.ok) throw new Error('The saved pack cannot be read');
  return read.pack.elements;
}
