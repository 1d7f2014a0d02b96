import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type SamplePackOptions, samplePackServices } from './sample-packs.ts';
import { showWorld } from './show-app.tsx';

export const showPack = (id: string, options: SamplePackOptions = {}) =>
  showWorld(`/packs/${id}/view`, samplePackServices(options));
export const title = (name: string) => page.getByRole('heading', { level: 1, name });

/** The pack's page inside its shadow root. */
export async function packPage(name = 'Brightwater Cafés') {
  const frame = page.getByRole('region', { name: `The page of ${name} as the prospect sees it` });
  await expect.element(frame).toBeVisible();
  await expect.poll(() => frame.element().shadowRoot?.querySelector('.pack-page')).toBeTruthy();
  return frame.element().shadowRoot!;
}
export const textOf = (root: ShadowRoot) => root.textContent ?? '';
